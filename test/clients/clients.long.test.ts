import { execFile } from 'node:child_process';
import { cp, mkdir, rm } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { build } from 'esbuild';
import ts from 'typescript';
import { makeVariant } from '../support/records.ts';
import { openStore } from '../support/store.ts';

const run = promisify(execFile);
const root = path.resolve(import.meta.dirname, '../..');
/** Inside the project, so that generated code finds its packages. */
const folder = path.join(root, `.cache/graph-clients-${String(process.pid)}`);
const inFolder = (name: string): string => path.join(folder, name);

/** Runs a program; returns what it prints as JSON. */
async function runProgram(name: string, ...words: readonly string[]): Promise<unknown> {
  const outfile = inFolder(name.replace('.mts', '.mjs'));
  await build({
    ...{ entryPoints: [inFolder(name)], outfile, bundle: true },
    ...{ platform: 'node', format: 'esm', packages: 'external', logLevel: 'error' },
  });
  // packages warn of mistakes only in what they build for developers
  const { stdout } = await run(process.execPath, ['--conditions=development', outfile, ...words]);
  return stdout === '' ? undefined : (JSON.parse(stdout) as unknown);
}

/** What TypeScript finds wrong with programs, at its strictest. */
function problemsOf(names: readonly string[]): unknown[] {
  const program = ts.createProgram(names.map(inFolder), {
    strict: true,
    noUncheckedIndexedAccess: true,
    exactOptionalPropertyTypes: true,
    noEmit: true,
    allowImportingTsExtensions: true,
    target: ts.ScriptTarget.ES2023,
    lib: ['lib.es2023.d.ts', 'lib.dom.d.ts', 'lib.dom.iterable.d.ts'],
    module: ts.ModuleKind.ESNext,
    moduleResolution: ts.ModuleResolutionKind.Bundler,
    types: ['node'],
    skipLibCheck: true,
  });
  return ts
    .getPreEmitDiagnostics(program)
    .map(({ file, messageText }) => [
      file && path.basename(file.fileName),
      ts.flattenDiagnosticMessageText(messageText, '\n'),
    ]);
}

beforeAll(async () => {
  await mkdir(folder, { recursive: true });
  for (const tool of ['codegen', 'tada']) {
    await cp(path.join(import.meta.dirname, 'programs'), inFolder(tool), { recursive: true });
  }
  await runProgram('codegen/generate.mts', root, folder);
});
afterAll(() => rm(folder, { recursive: true }));

const sold = {
  state: 'AWAITING_RETURN',
  paymentState: 'PAID',
  shipmentState: 'SHIPPED',
  total: '99.96',
  paymentTotal: '99.96',
  refund: '-41.06',
  refused: 'INVALID',
};

/** The mutations after which a page shows something else: all but the refused one. */
const seen = [
  'AddLineItem',
  'UpdateLineItem',
  'RemoveLineItem',
  'NextCheckout',
  'UpdateCheckout',
  'UpdateAddress',
  'NextCheckout',
  'UpdateCheckout',
  'CreatePayment',
  'CompleteOrder',
  'CreateDiscount',
  'DeleteDiscount',
  'CapturePayment',
  'SplitShipment',
  'ReadyShipment',
  'ShipShipment',
  'ReadyShipment',
  'ShipShipment',
  'AuthorizeReturn',
  'ReturnUnit',
  'RefundPayment',
  'CountStock',
];

/** Runs a program of the flow against a store of its own. */
async function trade(program: string): Promise<unknown> {
  const store = await openStore({ settings: { taxRate: '0.19', taxShipping: true } });
  try {
    await makeVariant(store.db, { sku: 'HAT-M', price: '34.50', count: 10 });
    await makeVariant(store.db, { sku: 'SCARF', price: '18.00', count: 10 });
    const customer = await store.account('ada');
    const staff = await store.account('admin', ['admin']);
    return await runProgram(program, `${store.url}/graphql`, customer.key, staff.key);
  } finally {
    await store.close();
  }
}

test('what graphql-codegen makes and gql.tada reads of the schema compiles, and so do programs that cast nothing', () => {
  expect(
    problemsOf([
      'codegen/plain.mts',
      'codegen/apollo.mts',
      'codegen/urql.mts',
      'codegen/generate.mts',
    ]),
  ).toEqual([]);
  expect(problemsOf(['tada/plain.mts'])).toEqual([]);
});

describe('a cart is checked out, shipped, returned and refunded', () => {
  test.each([
    ["graphql-codegen's client preset", 'codegen/plain.mts'],
    ['gql.tada', 'tada/plain.mts'],
  ])('with the types of %s', async (_title, program) => {
    expect(await trade(program)).toEqual(sold);
  });

  test.each([
    ['Apollo Client', 'codegen/apollo.mts'],
    ["urql's graphcache", 'codegen/urql.mts'],
  ])('with the cache of %s, which is right after each mutation', async (_title, program) => {
    expect(await trade(program)).toEqual({ end: sold, seen, stale: [], warnings: [] });
  });
});
