import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import type { Parts } from '../../gateway/app.ts';
import { schema } from '../../schema/index.ts';
import { startFake } from './support.ts';

let store: Awaited<ReturnType<typeof startFake>>;
let asked = 0;

beforeAll(async () => {
  // an accepted request fails at once, with another status
  const db = new Proxy({} as Parts['db'], {
    get: (_target, key) => {
      // the pool of the clients
      if (typeof key === 'symbol') return undefined;
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
    'fragments in a circle',
    invalid,
    `{ ...F0 } ${times(200, (at) => `fragment F${String(at)} on Query { ...F${String((at + 1) % 200)} }`)}`,
  ],
  [
    'fragments that spread each of the others',
    tooLarge,
    `{ orders { nodes { ...F0 } } } ${times(60, (at) => `fragment F${String(at)} on Order { ${times(Math.min(14, 59 - at), (next) => `...F${String(at + next + 1)}`)} shipments { order { id } } }`)}`,
  ],
  [
    'a directive on each of many fields',
    tooLarge,
    `{ ${'__typename @include(if: true) @skip(if: false) '.repeat(160)} }`,
  ],
  [
    'a deep list in an argument',
    tooLarge,
    `{ orders(filter: ${'{ and: ['.repeat(600)}${'] }'.repeat(600)}) { count } }`,
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
    'safety 9: patterns on long texts in every alias',
    tooLarge,
    `{ ${times(15, (at) => `a${String(at)}: orders(perPage: 1, filter: { or: [${times(20, () => '{ specialInstructions: { cont: "aaaaaaaaab" } }')}] }) { count }`)} }`,
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

interface Told {
  readonly errors?: readonly { readonly extensions: { readonly code: string } }[];
}

/** Sends an attack and returns the response. */
async function attack(query: string, variables: object = {}) {
  const answer = await store.call('/graphql', {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', ...headers },
    body: JSON.stringify({ query, variables }),
  });
  expect(answer.text).not.toContain('Did you mean');
  expect(answer.text.length).toBeLessThan(20_000);
  return [answer.status, (answer.json as Told).errors?.[0]?.extensions.code];
}

describe('a query that would cost too much is refused without the database (A43, P40)', () => {
  test.each(attacks)('%s', async (_title, code, query) => {
    const before = asked;
    expect(await attack(query)).toEqual([400, code]);
    expect(asked).toBe(before);
  });

  const list = 'query ($ids: [ID!]) { orders(filter: { id: { in: $ids } }) { count } }';
  const ids = (count: number): object => ({ ids: Array.from({ length: count }, (_, at) => at) });
  const records = (count: number): object => ({ ids: Array.from({ length: count }, () => ({})) });
  test.each([
    ['20,000 ids', 400, 'BAD_USER_INPUT', list, ids(20_000)],
    ['60,000 records', 400, 'BAD_USER_INPUT', list, records(60_000)],
    ['15,000 ids', 400, tooLarge, list, ids(15_000)],
    ['lists in lists', 400, tooLarge, list, { ids: Array.from({ length: 180 }, () => ids(100)) }],
    ['as many ids as fit', 200, 'INVALID', list, ids(4_998)],
    [
      'a million bytes that nothing asks for',
      200,
      'INVALID',
      list,
      { ...ids(501), x: 'x'.repeat(1_000_000) },
    ],
  ])('in variables: %s', async (_title, status, code, query, variables) => {
    const before = asked;
    expect(await attack(query, variables)).toEqual([status, code]);
    expect(asked).toBe(before);
  });
});

test('a page size that is none costs what the usual one does, and is refused', async () => {
  const answer = await store.query('{ orders(perPage: -1) { nodes { id } } }');
  expect(answer.json).toMatchObject({
    errors: [
      { extensions: { code: 'INVALID', fields: { perPage: ['must be between 1 and 500'] } } },
    ],
    extensions: { cost: { requested: 26, actual: expect.any(Number), limit: 5_000 } },
  });
});
