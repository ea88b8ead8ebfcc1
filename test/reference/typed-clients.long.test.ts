import { execFile } from 'node:child_process';
import { copyFile, mkdir, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { createClient } from '@hey-api/openapi-ts';
import { build } from 'esbuild';
import openapiTS, { astToString } from 'openapi-typescript';
import ts from 'typescript';
import { openStore } from '../support/store.ts';
import { documents } from './documents.ts';

const run = promisify(execFile);
const flows = path.resolve(import.meta.dirname, 'flows');
/** Inside the project, so that generated code finds its packages. */
const folder = path.resolve(import.meta.dirname, `../../.cache/clients-${String(process.pid)}`);
const inFolder = (name: string): string => path.join(folder, name);

const names = ['order-flow-newer', 'order-flow-older', 'order-flow-hey-api'] as const;

beforeAll(async () => {
  await mkdir(folder, { recursive: true });
  for (const format of ['newer', 'older'] as const) {
    const text = JSON.stringify(documents[format]);
    await writeFile(inFolder(`${format}.json`), text);
    await writeFile(inFolder(`${format}.ts`), astToString(await openapiTS(text)));
  }
  await createClient({
    input: inFolder('newer.json'),
    output: inFolder('hey-api'),
    plugins: ['@hey-api/client-fetch', '@hey-api/typescript', '@hey-api/sdk'],
    logs: { level: 'silent' },
  });
  for (const name of names)
    await copyFile(path.join(flows, `${name}.mts`), inFolder(`${name}.mts`));
});
afterAll(() => rm(folder, { recursive: true }));

test('what openapi-typescript and hey-api generate compiles, and so do programs that cast nothing', () => {
  const program = ts.createProgram(
    names.map((name) => inFolder(`${name}.mts`)),
    {
      strict: true,
      noUncheckedIndexedAccess: true,
      noEmit: true,
      allowImportingTsExtensions: true,
      target: ts.ScriptTarget.ES2023,
      lib: ['lib.es2023.d.ts', 'lib.dom.d.ts', 'lib.dom.iterable.d.ts'],
      module: ts.ModuleKind.ESNext,
      moduleResolution: ts.ModuleResolutionKind.Bundler,
      types: ['node'],
      skipLibCheck: true,
    },
  );
  const problems = ts
    .getPreEmitDiagnostics(program)
    .map(({ file, messageText }) => [
      file && path.basename(file.fileName),
      ts.flattenDiagnosticMessageText(messageText, '\n'),
    ]);
  expect(problems).toEqual([]);
});

describe('a product is made, sold, paid and shipped through', () => {
  const shipped = { tracking: '1Z999AA10123456784', sku: 'HAT-M', phone: '207-555-0142', found: 1 };
  const newer = { ...shipped, total: '74.0', states: ['complete', 'paid', 'shipped'] };
  const older = { ...shipped, total: 74, states: ['new', 'shipped'] };

  test.each([
    ['openapi-fetch in the newer format', 'order-flow-newer', newer],
    ['openapi-fetch in the older format', 'order-flow-older', older],
    ['the client of hey-api', 'order-flow-hey-api', newer],
  ])('%s', async (_title, name, expected) => {
    const outfile = inFolder(`${name}.mjs`);
    await build({
      ...{ entryPoints: [inFolder(`${name}.mts`)], outfile, bundle: true },
      ...{ platform: 'node', format: 'esm', packages: 'external', logLevel: 'error' },
    });
    const store = await openStore();
    try {
      const { key } = await store.account('admin', ['admin']);
      const { stdout } = await run(process.execPath, [outfile, store.url, key]);
      expect(JSON.parse(stdout)).toEqual(expected);
    } finally {
      await store.close();
    }
  });
});
