import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import type { Client } from '../support/clients.ts';
import { openStore, type Store } from '../support/store.ts';
import { type Cart, type Scene, setScene } from './scene.ts';

let store: Store;
let scene: Scene;
let admin: Client;

beforeAll(async () => {
  store = await openStore();
  scene = await setScene(store);
  admin = store.newer(scene.admin);
});
afterAll(() => store.close());

/** The quantities of an order's lines, and the number of units in each of its shipments. */
async function look({ number }: Cart): Promise<unknown> {
  const { body } = await admin.get(`/api/orders/${number}`);
  const { line_items: lines, item_total: total } = body as {
    line_items: { quantity: number; price: string }[];
    item_total: string;
  };
  const { inventoryUnits } = (await store.ask(
    'query ($order: OrderBy!) { inventoryUnits(order: $order) { nodes { lineItemId shipmentId } } }',
    { order: { number } },
  )) as { inventoryUnits: { nodes: { lineItemId: number; shipmentId: number }[] } };
  const pairs = new Map<string, number>();
  for (const { lineItemId, shipmentId } of inventoryUnits.nodes) {
    const pair = `${String(lineItemId)} in ${String(shipmentId)}`;
    pairs.set(pair, (pairs.get(pair) ?? 0) + 1);
  }
  return {
    lines: lines.map(({ quantity }) => quantity),
    total,
    units: [...pairs.values()].toSorted((a, b) => a - b),
  };
}

/** Adds three units of the variant that the order has, in a new shipment. */
const add = (client: Client, { number, goods }: Cart) =>
  client.post(`/api/orders/${number}/shipments`, {
    body: { shipment: { variant_id: goods.variantId, quantity: 3 } },
  });

describe.each([
  ['a completed order', ['complete'], [2, 3]],
  ['a cart', [], [3]],
] as const)('A shipment of %s with a variant that it has (T29, T43)', (_what, events, units) => {
  const made = () => scene.ordered(...events);

  test('adds to the line in the newer format', async () => {
    const order = await made();
    expect((await add(admin, order)).status).toBe(201);
    expect(await look(order)).toEqual({ lines: [5], total: '99.5', units });
  });

  test('makes a second line in the older format', async () => {
    const order = await made();
    expect((await add(store.older(scene.admin), order)).status).toBe(201);
    expect(await look(order)).toEqual({ lines: [2, 3], total: '99.5', units });
  });
});

test('a second line of the older format is refused as a whole if there is too little stock', async () => {
  const order = await scene.sold([], { onHand: 4, backorderable: false });
  const before = await look(order);
  const { status, body } = await add(store.older(scene.admin), order);
  expect(status).toBe(500);
  expect(JSON.stringify(body)).toMatch(/is not available/);
  expect(await look(order)).toEqual(before);
});
