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

test('a list of 100,000 numbers is shown in turns too, none of which shows much more than the others', async () => {
  const schema = buildSchema('type Query { ids: [Int!] }');
  const field = schema.getQueryType()?.getFields()['ids'];
  let seen = 0;
  function* numbers() {
    for (let id = 0; id < 100_000; id += 1) {
      seen += 1;
      yield id;
    }
  }
  if (field) field.resolve = numbers;
  const seenByTurn: number[] = [];
  const turn = (): Promise<void> => {
    seenByTurn.push(seen);
    return new Promise(setImmediate);
  };
  const result = await compile(schema, parse('{ ids }')).run({}, {}, { turn });
  expect(seenByTurn).toEqual(Array.from({ length: 10 }, (_, place) => (place + 1) * 10_000));
  expect(result.data).toHaveProperty('ids.99999', 99_999);
});

test.each([
  ['that fails at once', () => 1, true],
  ['that fails later', () => Promise.resolve(1), false],
])(
  'a list with an item %s is null, and the rest is not asked for once that is told',
  async (_, word, isAtOnce) => {
    const schema = buildSchema('type Query { rows: [Row!] } type Row { word: Int! ids: [Int!] }');
    const rows = schema.getQueryType()?.getFields()['rows'];
    let asked = 0;
    const row = (place: number) => ({
      ids,
      word: () => {
        asked += 1;
        return place === 20 ? null : word();
      },
    });
    if (rows) rows.resolve = () => Array.from({ length: 60 }, (_, place) => row(place));
    const turn = (): Promise<void> => new Promise(setImmediate);
    const result = await compile(schema, parse('{ rows { word ids } }')).run({}, {}, { turn });
    expect(result.data).toEqual({ rows: null });
    expect(result.errors?.map(({ path }) => path)).toEqual([['rows', 20, 'word']]);
    const askedWhenTold = asked;
    await turn().then(turn);
    expect(asked).toBe(askedWhenTold);
    if (isAtOnce) expect(asked).toBe(21);
  },
);
