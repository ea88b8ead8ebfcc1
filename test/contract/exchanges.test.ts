import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import type { Database } from '../../prisma/database.ts';
import type { Client } from '../support/clients.ts';
import { openTestDatabase } from '../support/database.ts';
import { expectSound } from '../support/dispatch.ts';
import { makeVariant } from '../support/records.ts';
import { openStore, type Store } from '../support/store.ts';

let database: Database;
let store: Store;
let newer: Client;
let older: Client;

beforeAll(async () => {
  database = await openTestDatabase();
  store = await openStore({ database });
  const admin = await store.account('admin', ['admin']);
  newer = store.newer(admin);
  older = store.older(admin);
});
afterAll(async () => {
  await expectSound(database);
  await store.close();
  await database.close();
});

const variant = async () =>
  Number(await makeVariant(database.client, { price: '10.00', count: 5 }));

interface Sold {
  readonly number: string;
  readonly line_items: readonly { readonly id: number }[];
  readonly shipments: readonly { readonly number: string }[];
}

/** A completed order of one piece, whose box costs 5.00. */
async function sell(): Promise<Sold> {
  const line_items = [{ variant_id: await variant(), quantity: 1 }];
  const made = await newer.post('/api/orders', { body: { order: { line_items } } });
  const { number } = made.body as Sold;
  const { body } = await newer.put(`/api/orders/${number}/complete`);
  const [box] = (body as Sold).shipments;
  const cost = { body: { shipment: { cost: '5.00' } } };
  const { status } = await newer.put(`/api/shipments/${String(box?.number)}`, cost);
  expect(status).toBe(200);
  return body as Sold;
}

type Entry = Readonly<Record<string, unknown>>;

/** Changes the lines of an order, in one request. */
const ways: readonly (readonly [
  string,
  (number: string, entries: readonly Entry[]) => Promise<{ readonly status: number }>,
])[] = [
  [
    'the newer format',
    (number, line_items) => newer.put(`/api/orders/${number}`, { body: { order: { line_items } } }),
  ],
  [
    'the older format',
    (number, entries) =>
      older.put(`/api/orders/${number}.json`, {
        body: { order: { line_items_attributes: entries } },
      }),
  ],
  [
    'GraphQL',
    (number, entries) => {
      const lineItems = entries.map(({ variant_id: variantId, ...entry }) => ({
        ...entry,
        ...(variantId !== undefined && { variantId }),
      }));
      const query = `mutation ($input: UpdateOrderInput!, $order: OrderBy!) {
        updateOrder(by: $order, input: $input) { userErrors { message } } }`;
      const variables = { order: { number }, input: { lineItems } };
      return newer.post('/graphql', { body: { query, variables } });
    },
  ],
];

describe.each(ways)('A line exchanged for a new one in one request of %s (T45)', (_way, write) => {
  test('keeps its shipping charged, whichever entry comes first', async () => {
    for (const isOldFirst of [true, false]) {
      const { number, line_items: lines } = await sell();
      const entries = [
        { id: lines[0]?.id, quantity: 0 },
        { variant_id: await variant(), quantity: 2 },
      ];
      const { status } = await write(number, isOldFirst ? entries : entries.toReversed());
      expect(status).toBe(200);
      const { body } = await newer.get(`/api/orders/${number}`);
      expect(body).toMatchObject({ item_total: '20.0', ship_total: '5.0', total: '25.0' });
    }
  });
});

describe.each(['newer', 'older'] as const)(
  'All goods packed into a new box in the %s format',
  (form) => {
    test('keep their shipping charged, at once or unit by unit (T29)', async () => {
      for (const step of [1, 2]) {
        const { number, line_items: lines } = await sell();
        const line = `/api/orders/${number}/line_items/${String(lines[0]?.id)}`;
        expect((await newer.put(line, { body: { line_item: { quantity: 2 } } })).status).toBe(200);
        const [box] = ((await newer.get(`/api/orders/${number}`)).body as Sold).shipments;
        const { body: held } = await newer.get(`/shipments/${String(box?.number)}/inventory_units`);
        const ids = (held as readonly { inventory_unit: { id: number } }[]).map(
          ({ inventory_unit: unit }) => unit.id,
        );
        expect(ids).toHaveLength(2);
        for (let from = 0; from < ids.length; from += step) {
          const inventory_units = ids.slice(from, from + step).map((id) => ({ id }));
          const [client, end] = form === 'older' ? [older, '.json'] : [newer, ''];
          const path = `/api/orders/${number}/shipments${end}`;
          const { status } = await client.post(path, { body: { shipment: { inventory_units } } });
          expect(status).toBe(201);
        }
        const { body } = await newer.get(`/api/orders/${number}`);
        expect(body).toMatchObject({ item_total: '20.0', ship_total: '5.0', total: '25.0' });
        expect((body as Sold).shipments).toHaveLength(2 / step);
      }
    });
  },
);
