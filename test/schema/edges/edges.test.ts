import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { execute, isObjectType, parse, validate } from 'graphql';
import type { Database } from '../../../prisma/database.ts';
import { createExecutor, schema } from '../../../schema/index.ts';
import type { Context } from '../../../schema/index.ts';
import { openTestDatabase } from '../../support/database.ts';
import { adminViewer, settings } from '../../support/graphql.ts';
import { Families } from './families.ts';
import { reachedBy, walksOf } from './walks.ts';
import type { Walk } from './walks.ts';

const [few, many] = [2, 7];

const executors = { 'the compiled executor': createExecutor(schema), 'graphql-js': execute };
const names = Object.keys(executors) as (keyof typeof executors)[];

/** What a walk costs, and how many records it leads to. */
interface Cost {
  readonly statements: number;
  readonly records: number;
}

const walks = walksOf(schema).map((walk) => ({ ...walk, document: parse(walk.text) }));
const statements: string[] = [];
const fallbacks = new Set<string>();
/** By executor, number of records and walk. */
const costs = new Map<string, Cost>();

const nameOf = (by: keyof typeof executors, count: number, { text }: Walk): string =>
  `${by} ${String(count)} ${text}`;
const costOf = (by: keyof typeof executors, count: number, walk: Walk): Cost | undefined =>
  costs.get(nameOf(by, count, walk));

let database: Database;

beforeAll(async () => {
  database = await openTestDatabase({
    onStatement: (sql) => statements.push(sql),
    onFallback: (...left) => fallbacks.add(left.join(' ')),
  });
  const families = await Families.begin(database.client);
  const owner = { id: families.ownerId, email: 'owner@harbour.test', name: null };
  for (const count of [few, many]) {
    await families.grow(count);
    for (const by of names) {
      for (const walk of walks) {
        const contextValue: Context = {
          db: database.client,
          viewer: { ...adminViewer, user: owner },
          now: () => new Date('2026-03-01T00:00:00Z'),
          requestId: 'test',
          settings,
        };
        const { document } = walk;
        const variableValues = { count };
        statements.length = 0;
        const told = await executors[by]({ schema, document, contextValue, variableValues });
        expect({ text: walk.text, errors: told.errors ?? [] }).toEqual({
          text: walk.text,
          errors: [],
        });
        costs.set(nameOf(by, count, walk), {
          statements: statements.length,
          records: reachedBy(walk.path, told.data),
        });
      }
    }
  }
});
afterAll(() => database.close());

test('the walks are valid, lead to every type of record, and further if there are more of them', () => {
  expect(walks.flatMap(({ document }) => validate(schema, document))).toEqual([]);
  const around =
    /^(Query|Mutation|PageInfo|UserError|GeneratedApiKey|OrderPeriod|__.*)$|(Payload|Result|Connection|Edge)$/;
  const left = Object.values(schema.getTypeMap()).filter(
    ({ name }) => !around.test(name) && !walks.some(({ to }) => to === name),
  );
  expect(left.filter((type) => isObjectType(type))).toEqual([]);
  const still = walks.filter((walk) => {
    const [less = 0, more = 0] = [few, many].map(
      (count) => costOf('graphql-js', count, walk)?.records,
    );
    return less === 0 || more <= less;
  });
  expect(still.map(({ text }) => text)).toEqual([]);
});

describe.each(names)('by %s, as many statements for many records as for a few', (by) => {
  test.each([...new Set(walks.map(({ from }) => from))])(
    'read the edges of %s, and the edges of what they lead to',
    (from) => {
      const told = walks
        .filter((walk) => walk.from === from)
        .map((walk) => ({
          text: walk.text,
          few: costOf(by, few, walk)?.statements,
          many: costOf(by, many, walk)?.statements,
        }));
      expect(told.filter((walk) => walk.few !== walk.many)).toEqual([]);
    },
  );
});

test('the fast path reads all of this', () => {
  expect([...fallbacks]).toEqual([]);
});
