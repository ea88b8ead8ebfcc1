import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import type { Database } from '../../prisma/database.ts';
import type { Client } from '../support/clients.ts';
import { expectSound, makeLocation, putStock } from '../support/dispatch.ts';
import { openTestDatabase } from '../support/database.ts';
import { makeVariant } from '../support/records.ts';
import { openStore, type Store } from '../support/store.ts';

let database: Database;
let store: Store;
let newer: Client;
let older: Client;
let graphql: Client;
/** A variant whose stored counts come to less than a count can hold, and one with four units. */
let lowest: bigint;
let other: bigint;

beforeAll(async () => {
  database = await openTestDatabase();
  store = await openStore({ database });
  const admin = await store.account('admin', ['admin']);
  newer = store.newer(admin);
  older = store.older(admin);
  graphql = store.client({ 'x-serviceapikey': admin.key });
  lowest = await makeVariant(database.client, { count: -2_147_483_648 });
  await putStock(database, lowest, await makeLocation(database), -2_147_483_648);
  other = await makeVariant(database.client, { count: 4 });
});
afterAll(async () => {
  await expectSound(database);
  await store.close();
  await database.close();
});

interface Shown {
  readonly id: number;
  readonly count_on_hand: number;
}

/** The ids of a list, with their counts. */
async function listed(path: string): Promise<readonly (readonly [id: number, count: number])[]> {
  const { status, body } = await newer.get(path);
  expect(status).toBe(200);
  const [list = []] = Object.values(body as Readonly<Record<string, readonly Shown[]>>);
  return list.map(({ id, count_on_hand: count }) => [id, count]);
}

describe('R34: A variant with stored counts beyond the bounds', () => {
  test('is shown with the lowest count in lists of both formats, beside all others', async () => {
    const all = [
      [Number(lowest), -2_147_483_648],
      [Number(other), 4],
    ];
    expect(await listed('/api/variants')).toEqual(all);
    const { status, body } = await older.get('/api/variants.json');
    expect(status).toBe(200);
    expect((body as readonly { variant: Shown }[]).map(({ variant }) => variant.id)).toEqual(
      expect.arrayContaining([Number(lowest), Number(other)]),
    );
    const products = await listed('/api/products');
    expect(products.map(([, count]) => count)).toEqual([-2_147_483_648, 4]);
  });

  test.each([
    ['q[count_on_hand_lt]=5', () => [lowest, other]],
    ['q[count_on_hand_gt]=0', () => [other]],
    ['q[in_stock_eq]=false', () => [lowest]],
    ['q[s]=count_on_hand%20desc', () => [other, lowest]],
  ])('is met by a search: %s', async (query, expected) => {
    const found = await listed(`/api/variants?${query}`);
    expect(found.map(([id]) => id)).toEqual(expected().map(Number));
  });

  test('keeps its counts when what is shown is sent back', async () => {
    const product = await database.client.product.findFirstOrThrow({ where: { masterId: lowest } });
    const path = `/api/products/${product.permalink}/variants/${String(lowest)}`;
    const variant = { count_on_hand: -2_147_483_648, weight: 1.5 };
    const { status, body } = await newer.put(path, { body: { variant } });
    expect([status, body]).toEqual([201, expect.objectContaining(variant)]);
    const items = await database.client.stockItem.findMany({ where: { variantId: lowest } });
    expect(items.map(({ countOnHand }) => countOnHand)).toEqual([-2_147_483_648, -2_147_483_648]);
  });

  test('is shown in an order', async () => {
    const line_items = [{ variant_id: Number(lowest), quantity: 1 }];
    const { status } = await newer.post('/api/orders', { body: { order: { line_items } } });
    expect(status).toBe(201);
    const query = `{ orders { nodes { lineItems { variant { countOnHand inStock } } } } }`;
    const { body } = await graphql.post('/graphql', { body: { query } });
    expect(body).toMatchObject({
      data: {
        orders: {
          nodes: [{ lineItems: [{ variant: { countOnHand: -2_147_483_648, inStock: false } }] }],
        },
      },
    });
  });
});
