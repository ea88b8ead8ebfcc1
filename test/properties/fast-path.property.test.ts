import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { inspect, isDeepStrictEqual } from 'node:util';
import fc from 'fast-check';
import type { Database } from '../../prisma/database.ts';
import type { Delegate } from '../../prisma/fast-path/delegate.ts';
import { tables, type Table } from '../../prisma/fast-path/tables.ts';
import { asAsked } from '../support/as-asked.ts';
import { openTestDatabase } from '../support/database.ts';
import { longProperty, shareOf } from '../support/property.ts';
import { type QueryArgs, queryMaker } from '../support/random-query.ts';
import { chooseBy, fillAtRandom, pick } from '../support/random-rows.ts';

const models = [...tables];

let database: Database;
const stored = new Map<string, Record<string, unknown>[]>();
const fallbacks = new Set<string>();

beforeAll(async () => {
  database = await openTestDatabase({
    onFallback: (model, verb, reason) => fallbacks.add(`${model}.${verb}: ${reason}`),
  });
  await fillAtRandom(database, 1);
  for (const [name, { model }] of models) {
    stored.set(model, (await prisma(name).findMany({ take: 40 })) as Record<string, unknown>[]);
  }
});
afterAll(() => database.close());

type Verbs = Required<Pick<Delegate, 'findMany' | 'findFirst' | 'findUnique' | 'count'>>;
type Client = Readonly<Record<string, Verbs>>;
const verbsOf = (client: unknown, name: string): Verbs => {
  const verbs = (client as Client)[name];
  if (!verbs) throw new Error(`The client knows no ${name}.`);
  return verbs;
};
const prisma = (name: string): Verbs => verbsOf(database.prisma, name);
const loader = (name: string): Verbs => verbsOf(database.client, name);

/** The results of both for the same arguments; a failure shows the arguments. */
async function expectSame(
  verb: keyof Verbs,
  [name, table]: readonly [string, Table],
  args: QueryArgs,
): Promise<void> {
  const { model } = table;
  const expected = await prisma(name)[verb](args);
  const given = await loader(name)[verb](args);
  const got = Array.isArray(given)
    ? given.map((row: Record<string, unknown>) => asAsked(table, args, row))
    : given;
  // Deeper than Jest's diff, which omits what is equal.
  const query = `${model}.${verb}(${inspect(args, { depth: 20, breakLength: 120 })})`;
  if (!isDeepStrictEqual(got, expected)) process.stdout.write(`${query}\n`);
  expect(got).toStrictEqual(expected);
}

test('every model has rows to read', () => {
  const empty = [...stored].filter(([, rows]) => rows.length < 4).map(([model]) => model);
  // they have one row at most
  expect(empty).toEqual(['StoreSettings', 'StartSettings']);
});

longProperty(
  shareOf(1_500),
  'Any selection, condition, order and part of the rows is read as Prisma reads it, by one statement.',
  fc.integer(),
  async (seed) => {
    const choose = chooseBy(seed);
    const make = queryMaker(choose, stored);
    const model = pick(choose, models);
    const args = make.findMany(model[1], 3);
    await expectSame('findMany', model, args);
    if (args['where']) await expectSame('count', model, { where: args['where'] });
    expect([...fallbacks]).toEqual([]);
  },
);
