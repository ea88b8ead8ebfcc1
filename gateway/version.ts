import { readFileSync } from 'node:fs';

const { version: ofPackage } = JSON.parse(
  readFileSync(new URL('../package.json', import.meta.url), 'utf8'),
) as { readonly version: string };

/** The version of the program, such as `0.1.0`. */
export const version = ofPackage;
