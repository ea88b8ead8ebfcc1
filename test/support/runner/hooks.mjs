// How Node.js loads tests and sources: TypeScript without its types, every other character where it was, and
// @jest/globals, which exists only in Jest's own runner, from the globals that jest-light-runner sets.
import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { transform } from '@swc/wasm-typescript';

const globals = new URL('./jest-globals.mjs', import.meta.url).href;

export function resolve(specifier, context, next) {
  if (specifier === '@jest/globals') return { url: globals, shortCircuit: true };
  return next(specifier, context);
}

export async function load(url, context, next) {
  if (!new URL(url).pathname.endsWith('.ts')) return next(url, context);
  const filename = fileURLToPath(url);
  const { code } = await transform(await readFile(filename, 'utf8'), {
    filename,
    mode: 'strip-only',
  });
  return { format: 'module', source: code, shortCircuit: true };
}
