import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import type { Parts } from '../../gateway/app.ts';
import { schema } from '../../schema/index.ts';
import { startFake } from './support.ts';

let store: Awaited<ReturnType<typeof startFake>>;
let asked = 0;

beforeAll(async () => {
  // whatever is let through fails at once, and is told apart by its status
  const db = new Proxy({} as Parts['db'], {
    get: () => {
      asked += 1;
      throw new Error('The database was asked.');
    },
  });
  store = await startFake({ schema, db });
  await store.query('{ __typename }');
});
afterAll(() => store.stop());

const headers = {
  'X-ServiceAPIKey': 'good-key',
  Accept: 'application/graphql-response+json',
};

const times = (count: number, text: (index: number) => string): string =>
  Array.from({ length: count }, (_, index) => text(index)).join(' ');

/** Twelve fragments, each spreading the next inside two lists. */
const bomb = [
  '{orders{nodes{...A}}}',
  ...Array.from({ length: 12 }, (_, index) => {
    const [name, next] = [index, index + 1].map((at) => String.fromCharCode(65 + at));
    const inside = index === 11 ? 'id' : `shipments{order{...${String(next)}}}`;
    return `fragment ${String(name)} on Order{${inside}}`;
  }),
].join('');

const tooLarge = 'QUERY_TOO_COMPLEX';
const invalid = 'GRAPHQL_VALIDATION_FAILED';

const attacks: readonly [title: string, code: string, query: string][] = [
  ['chained fragments in 510 bytes', tooLarge, bomb],
  [
    'fourteen levels',
    tooLarge,
    `{ orders { nodes { ${'shipments { order { '.repeat(6)} id ${'} }'.repeat(6)} } } }`,
  ],
  ['a hundred aliases', tooLarge, `{ ${times(100, (at) => `a${String(at)}: viewer { id }`)} }`],
  ['20,000 tokens', tooLarge, `{ ${'__typename '.repeat(20_000)} }`],
  ['500 directives', tooLarge, `{ __typename ${'@skip(if: false) '.repeat(500)} }`],
  ['as many unknown directives as fit', invalid, `{ __typename ${'@x '.repeat(990)} }`],
  [
    'as many unknown fields as fit, each worth a guess',
    invalid,
    `{ ${times(1_990, (at) => `order${String(at)}`)} }`,
  ],
  ['one name a thousand times', invalid, `{ ${'__typename '.repeat(1_990)} }`],
  ['overlapping fields', tooLarge, `{ ${'orders { nodes { id } } '.repeat(280)} }`],
  [
    'fragments inside themselves',
    invalid,
    `{ ...F } fragment F on Query { ${'...F '.repeat(900)} }`,
  ],
  [
    'unused variables',
    invalid,
    `query (${times(480, (at) => `$v${String(at)}: Int`)}) { __typename }`,
  ],
  [
    'a page of a million rows with pages inside',
    tooLarge,
    '{ orders(perPage: 1000000) { nodes { lineItems { variant { images { id } } } } } }',
  ],
  [
    'introspection inside introspection',
    tooLarge,
    `{ __schema { types { ${'fields { type { '.repeat(4)} name ${'} }'.repeat(4)} } } }`,
  ],
  [
    'mutations by the dozen',
    tooLarge,
    `mutation { ${times(11, (at) => `a${String(at)}: revokeApiKey(userId: ${String(at)}) { id }`)} }`,
  ],
  [
    'mutations by the dozen in a fragment',
    tooLarge,
    `mutation { ...F ...F } fragment F on Mutation { ${times(6, (at) => `a${String(at)}: revokeApiKey(userId: 1) { id }`)} }`,
  ],
];

describe('a query that would cost too much is refused, soon, and without the database (A43, P40)', () => {
  test.each(attacks)('%s', async (_title, code, query) => {
    const before = asked;
    const took: number[] = [];
    for (let attempt = 0; attempt < 4; attempt += 1) {
      const startedAt = process.cpuUsage();
      // another text each time: a document that is known is not looked at again
      const answer = await store.query(`${query} #${String(attempt)}`, headers);
      const { user, system } = process.cpuUsage(startedAt);
      took.push((user + system) / 1_000);
      const { errors } = answer.json as { errors?: { extensions: { code: string } }[] };
      expect([answer.status, errors?.[0]?.extensions.code]).toEqual([400, code]);
      expect(answer.text).not.toContain('Did you mean');
      expect(answer.text.length).toBeLessThan(20_000);
    }
    expect(asked).toBe(before);
    // 50 ms is promised; client and server together, on a busy machine, get some more
    expect(Math.min(...took)).toBeLessThan(200);
  });
});

test('a page size that is none becomes the usual one', async () => {
  const answer = await store.query('{ orders(perPage: -1) { nodes { id } } }');
  expect(answer.json).toMatchObject({ extensions: { cost: { requested: 26, limit: 5_000 } } });
});
