import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { inspect, isDeepStrictEqual } from 'node:util';
import fc from 'fast-check';
import type { Database } from '../../prisma/database.ts';
import { tables, type Column, type Table } from '../../prisma/fast-path/tables.ts';
import { openTestDatabase } from '../support/database.ts';
import { longProperty, shareOf } from '../support/property.ts';
import { type QueryArgs, queryMaker } from '../support/random-query.ts';
import { type Choose, chooseBy, fillAtRandom, pick } from '../support/random-rows.ts';

type Rows = readonly Record<string, unknown>[];
type Verbs = Readonly<Record<string, (args: QueryArgs) => Promise<unknown>>>;
type Client = Database['client'];

/** The models whose key is a single id and that have something to write. */
const models = [...tables].filter(
  ([, table]) => table.id.join() === 'id' && freeColumns(table).length > 0,
);

/** Columns that can take any value of their type: not part of a key, and not generated. */
function freeColumns(table: Table): [string, Column][] {
  const keys = new Set([...table.relations.values()].flatMap(({ here }) => here));
  const uniques = new Set(table.uniques.flat());
  return [...table.columns].filter(
    ([field, { sql, type }]) =>
      type !== 'Json' && !keys.has(sql) && !uniques.has(field) && field !== 'displayName',
  );
}

let database: Database;
const stored = new Map<string, Rows>();
const fallbacks = new Set<string>();

beforeAll(async () => {
  database = await openTestDatabase({
    onFallback: (model, verb, reason) => fallbacks.add(`${model}.${verb}: ${reason}`),
  });
  await fillAtRandom(database, 2);
  for (const [name, { model }] of models) {
    stored.set(model, (await verbsOf(database.prisma, name)['findMany']?.({ take: 40 })) as Rows);
  }
});
afterAll(() => database.close());

function verbsOf(client: unknown, name: string): Verbs {
  const verbs = (client as Readonly<Record<string, Verbs>>)[name];
  if (!verbs) throw new Error(`The client knows no ${name}.`);
  return verbs;
}

class Undo extends Error {
  readonly seen: unknown;
  constructor(seen: unknown) {
    super('The write was only tried.');
    this.seen = seen;
  }
}

/** What a write returns and stores, or that it was refused; it is rolled back. */
async function outcomeOf(
  client: Client,
  [name]: readonly [string, Table],
  verb: string,
  args: QueryArgs,
): Promise<unknown> {
  try {
    await client.$transaction(async (tx) => {
      const verbs = verbsOf(tx, name);
      const answer = await verbs[verb]?.(args);
      throw new Undo({ answer, rows: await verbs['findMany']?.({ orderBy: { id: 'asc' } }) });
    });
  } catch (error) {
    return error instanceof Undo ? error.seen : 'refused';
  }
  throw new Error('The write was not undone.');
}

/** Values for one or more columns, some by increments. */
function changesOf(choose: Choose, table: Table): QueryArgs {
  const free = freeColumns(table);
  const chosen = [pick(choose, free), ...free.filter(() => choose(3) === 0)];
  return Object.fromEntries(
    chosen.map(([field, { type }]) => {
      const isCounted = type === 'Int' && choose(2) === 0;
      return [
        field,
        isCounted ? { increment: choose(5) } : pick(choose, stored.get(table.model) ?? [])[field],
      ];
    }),
  );
}

/**
 * A copy of a stored row as a new one: unique texts get another ending. Nulls are left out, and sometimes what
 * the database fills with the same value each time.
 */
function copyOf(choose: Choose, table: Table, row: Rows[number], id = 1_000_000n): QueryArgs {
  const uniques = new Set(table.uniques.flat());
  const isLeftOut = (field: string): boolean => {
    const column = table.columns.get(field);
    const isFilled = column?.default !== 'none' && column?.type !== 'DateTime' && field !== 'id';
    return field === 'displayName' || (isFilled && choose(3) === 0);
  };
  return Object.fromEntries(
    Object.entries(row)
      .filter(([field, value]) => value !== null && !isLeftOut(field))
      .map(([field, value]) => {
        if (field === 'id') return [field, id];
        const isText = uniques.has(field) && typeof value === 'string';
        return [field, isText ? `n${choose(1_000)}` : value];
      }),
  );
}

longProperty(
  shareOf(750),
  'Any change, removal and copy of a record answers and leaves behind what it would by Prisma.',
  fc.integer(),
  async (seed) => {
    const choose = chooseBy(seed);
    const make = queryMaker(choose, stored);
    const model = pick(choose, models);
    const [, table] = model;
    const row = pick(choose, stored.get(table.model) ?? []);
    const where = choose(2) === 0 ? make.where(table, 2) : { id: row['id'] };
    const select = { id: true, [pick(choose, [...table.columns.keys()])]: true };
    const data = changesOf(choose, table);
    const copies = [row, pick(choose, stored.get(table.model) ?? [])].map((one, place) =>
      copyOf(choose, table, one, 1_000_000n + BigInt(place)),
    );
    const [verb, args] = pick<[string, QueryArgs]>(choose, [
      ['updateMany', { where, data }],
      ['deleteMany', { where }],
      ['update', { where: { id: row['id'] }, data, select }],
      ['update', { where: { id: 0n }, data }],
      ['delete', { where: { id: row['id'] } }],
      ['create', { data: copyOf(choose, table, row), select }],
      ['createMany', { data: copies.slice(choose(3)) }],
      ['createManyAndReturn', { data: copies, select }],
    ]);
    const expected = await outcomeOf(database.prisma, model, verb, args);
    const got = await outcomeOf(database.client, model, verb, args);
    const write = `${table.model}.${verb}(${inspect(args, { depth: 20, breakLength: 120 })})`;
    if (!isDeepStrictEqual(got, expected)) process.stdout.write(`${write}\n`);
    expect(got).toStrictEqual(expected);
  },
);

test('nothing of it was left to Prisma', () => {
  expect([...fallbacks]).toEqual([]);
});
