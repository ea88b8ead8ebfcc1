import { expect, test } from '@jest/globals';
import { buildSchema, parse } from 'graphql';
import { compile } from '../../../schema/execution/compile.ts';

const ids = Array.from({ length: 1_000 }, (_, place) => place);

/** Reads a hundred rows of a thousand ids each, which come at once or later; tells how often others took a turn. */
async function readRows(row: () => unknown, { waits }: { readonly waits: boolean }) {
  const schema = buildSchema('type Query { rows: [Row!] } type Row { ids: [Int!] }');
  const rows = schema.getQueryType()?.getFields()['rows'];
  if (rows) rows.resolve = () => Array.from({ length: 100 }, row);
  let turns = 0;
  const turn = (): Promise<void> => {
    turns += 1;
    return new Promise(setImmediate);
  };
  const { run } = compile(schema, parse('{ rows { ids } }'));
  const result = await run({}, {}, waits ? { turn } : {});
  return { result, turns };
}

test.each([
  ['that are there', () => ({ ids })],
  ['that come later', () => ({ ids: () => Promise.resolve(ids) })],
])('others take turns while a query shows 100,000 values %s', async (_, row) => {
  const { result, turns } = await readRows(row, { waits: true });
  expect(turns).toBeGreaterThanOrEqual(9);
  expect(turns).toBeLessThanOrEqual(11);
  expect(result).toEqual((await readRows(row, { waits: false })).result);
  expect(result.data).toHaveProperty('rows.99.ids.999', 999);
});

test('nobody takes a turn while a query shows what is shown at once', async () => {
  const { result, turns } = await readRows(() => ({ ids: [1] }), { waits: true });
  expect(turns).toBe(0);
  expect(result.data).toHaveProperty('rows.99.ids', [1]);
});
