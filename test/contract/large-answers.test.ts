import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { testedKinds } from '../support/database.ts';
import { openStore } from '../support/store.ts';
import type { Account, Store } from '../support/store.ts';
import { crowd } from './crowded-store.ts';
import { readState } from './database-state.ts';

let store: Store;
let admin: Account;

beforeAll(async () => {
  store = await openStore();
  admin = await store.account('admin', ['admin']);
  // as full as writes allow (P75), which no catalogue is
  await crowd(store.db, {
    products: 8,
    variants: 500,
    images: 20,
    optionTypes: 10,
    description: 1_000,
    orders: 6,
    lines: 500,
    shipments: 20,
    userId: admin.id,
  });
}, 300_000);

afterAll(() => store.close());

/** Of an answer, in bytes. */
const largest = 48 * 1_048_576;
/** Of CPU, in milliseconds: client and server together, and the database where it is embedded. */
const longest = testedKinds.includes('embedded') ? 12_000 : 5_000;

interface Asked {
  readonly statuses: unknown[];
  readonly bytes: number;
  readonly least: number;
}

/** Asks several times, and tells the CPU time of the one that the machine disturbed least. */
async function measure(ask: () => Promise<{ status: number; text: string }>): Promise<Asked> {
  const took: number[] = [];
  const statuses: unknown[] = [];
  let bytes = 0;
  for (let attempt = 0; attempt < 2; attempt += 1) {
    const startedAt = process.cpuUsage();
    const { status, text } = await ask();
    const { user, system } = process.cpuUsage(startedAt);
    took.push((user + system) / 1_000);
    bytes = Math.max(bytes, Buffer.byteLength(text));
    const code = /"code":"(\w+)"/.exec(text.slice(-2_000))?.[1];
    statuses.push(code ?? status);
  }
  return { statuses: [...new Set(statuses)], bytes, least: Math.min(...took) };
}

interface Told {
  readonly data: unknown;
  readonly errors?: readonly { readonly extensions: { readonly code: string } }[];
}

const tooLarge = 'ANSWER_TOO_LARGE';
const picture = 'images { id alt attachmentFileName miniUrl smallUrl productUrl largeUrl }';
const option = 'optionValues { id name presentation optionTypeName optionTypePresentation }';
const variant = `variant { description optionsText ${picture} ${option} }`;
const times = (count: number, text: (at: number) => string): string =>
  Array.from({ length: count }, (_, at) => text(at)).join(' ');

describe('P74: no request makes the service read more than one answer may hold', () => {
  const documents: readonly [what: string, told: unknown, query: string][] = [
    [
      'as many orders as cost allows',
      200,
      '{ orders(perPage: 238) { nodes { id lineItems { id variant { id description } } } } }',
    ],
    [
      'a page of orders with all of their lines',
      tooLarge,
      `{ orders(perPage: 20) { nodes { lineItems { id ${variant} } } } }`,
    ],
    ['the lines of one order', 200, `{ order(ref: "1") { lineItems { id ${variant} } } }`],
    [
      'the shipments of one order',
      tooLarge,
      `{ order(ref: "1") { shipments { manifest { ${variant} } } } }`,
    ],
    [
      'the pieces of its shipments',
      tooLarge,
      `{ order(ref: "1") { shipments { inventoryUnits { ${variant} } } } }`,
    ],
    ['the pieces of one shipment', 200, `{ shipment(ref: "1") { inventoryUnits { ${variant} } } }`],
    [
      'a product with everything',
      200,
      `{ product(ref: "1") { variants { description ${picture} ${option} } } }`,
    ],
    [
      'one text many times',
      tooLarge,
      `{ orders(perPage: 20) { nodes { lineItems { variant { ${times(15, (at) => `d${String(at)}: description`)} } } } } }`,
    ],
    [
      'the lines of one order under fifteen names',
      tooLarge,
      `{ order(ref: "1") { ${times(15, (at) => `l${String(at)}: lineItems { id ${variant} }`)} } }`,
    ],
    [
      'an order fifteen times',
      tooLarge,
      `{ ${times(15, (at) => `o${String(at)}: order(ref: "${String((at % 6) + 1)}") { lineItems { id variant { description } } }`)} }`,
    ],
    [
      'several lists beside each other',
      200,
      `{ variants(perPage: 100) { nodes { description ${picture} } } products(perPage: 1) { nodes { variants { ${picture} } } } myOrders(perPage: 1) { nodes { lineItems { ${variant} } } } }`,
    ],
  ];
  test.each(documents)('GraphQL: %s', async (_what, told, query) => {
    const { statuses, bytes, least } = await measure(() =>
      store.newer(admin).post('/graphql', { body: { query } }),
    );
    expect(statuses).toEqual([told]);
    expect(bytes).toBeLessThan(largest);
    expect(least).toBeLessThan(longest);
  });

  const paths: readonly [path: string, newer: number, older: number][] = [
    ['/api/orders?per_page=500', 422, 422],
    ['/api/orders/mine?per_page=500', 422, 422],
    ['/api/orders/R500000001', 422, 200],
    ['/api/orders/R500000001/line_items?per_page=500', 200, 200],
    ['/api/orders/R500000001/shipments', 422, 422],
    ['/api/shipments?per_page=500', 422, 422],
    ['/api/shipments/1', 200, 200],
    ['/api/products?per_page=500', 422, 422],
    ['/api/products/linen-apron-1', 200, 200],
    ['/api/variants?per_page=500', 200, 200],
  ];
  test.each(paths)('GET %s', async (path, newer, older) => {
    for (const [client, status] of [
      [store.newer(admin), newer],
      [store.older(admin), older],
    ] as const) {
      const told = await measure(() => client.get(path));
      expect(told.statuses).toEqual([status]);
      expect(told.bytes).toBeLessThan(largest);
      expect(told.least).toBeLessThan(longest);
    }
  });
});

describe('P74: a refused answer says what to do', () => {
  test('in both forms', async () => {
    const error = 'The answer would be too large. Please ask for less at once.';
    for (const client of [store.newer(admin), store.older(admin)]) {
      const { status, body } = await client.get('/api/orders?per_page=500');
      expect([status, body]).toEqual([422, { error }]);
    }
  });

  test('a write whose answer would be too large changes nothing', async () => {
    const before = await readState(store.db);
    const rest = await store
      .newer(admin)
      .put('/api/orders/R500000001', { body: { order: { special_instructions: 'Ring twice.' } } });
    expect(rest.status).toBe(422);
    const query = `mutation { updateOrder(ref: "1", input: { specialInstructions: "Ring twice." }) {
      shipments { manifest { ${variant} } } } }`;
    const { body } = await store.newer(admin).post('/graphql', { body: { query } });
    const { data, errors = [] } = body as Told;
    expect(errors.map(({ extensions }) => extensions.code)).toEqual([tooLarge]);
    expect(data).toBeNull();
    expect(await readState(store.db)).toEqual(before);
  });

  test('what is asked for in smaller parts is told', async () => {
    const { body } = await store.newer(admin).get('/api/variants?per_page=100&page=5');
    expect(body).toMatchObject({ count: 100, current_page: 5 });
  });
});
