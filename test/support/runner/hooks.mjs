// How Node.js loads tests and sources: TypeScript without its types, and @jest/globals, which exists only in Jest's own
// runner, from the globals that jest-light-runner sets.
import { fileURLToPath } from 'node:url';
import { stripped } from './stripped.mjs';

const globals = new URL('./jest-globals.mjs', import.meta.url).href;

export function resolve(specifier, context, next) {
  if (specifier === '@jest/globals') return { url: globals, shortCircuit: true };
  return next(specifier, context);
}

export async function load(url, context, next) {
  if (!new URL(url).pathname.endsWith('.ts')) return next(url, context);
  return { format: 'module', source: await stripped(fileURLToPath(url)), shortCircuit: true };
}
