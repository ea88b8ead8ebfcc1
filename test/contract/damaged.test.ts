import { afterAll, afterEach, beforeAll, describe, expect, test } from '@jest/globals';
import type { Database } from '../../prisma/database.ts';
import { countOf, expectSound, movementsOf, snapshotOrders } from '../support/dispatch.ts';
import { openTestDatabase } from '../support/database.ts';
import { adminViewer } from '../support/graphql.ts';
import { type Desk, deskOf, shipAll } from '../support/orders.ts';
import { makeVariant } from '../support/records.ts';
import { openStore, type Store } from '../support/store.ts';
import type { Client, Reply } from '../support/clients.ts';

let database: Database;
let store: Store;
let desk: Desk;
let newer: Client;
let older: Client;

beforeAll(async () => {
  database = await openTestDatabase();
  store = await openStore({ database });
  const admin = await store.account('admin', ['admin']);
  newer = store.newer(admin);
  older = store.older(admin);
  desk = deskOf(database.client, adminViewer);
});
afterEach(() => expectSound(database));
afterAll(async () => {
  await store.close();
  await database.close();
});

interface Shipped {
  readonly variantId: bigint;
  readonly shipmentId: string;
  readonly unit: string;
}

/** A shipped order of the last two units of a variant. */
async function shipped(): Promise<Shipped> {
  const variantId = await makeVariant(database.client, { count: 2 });
  const { number } = await desk.cartOf([variantId, 2]);
  const order = await desk.fire(number, 'complete');
  await shipAll(desk, order);
  const [shipment] = order.shipments;
  return {
    variantId,
    shipmentId: shipment?.id ?? '',
    unit: shipment?.inventoryUnits[0]?.id ?? '',
  };
}

const path = ({ unit }: Shipped): string => `/inventory_units/${unit}`;

/** An answer of GraphQL; refused data is 422. */
async function ask(field: string): Promise<Reply> {
  const reply = await newer.post('/graphql', { body: { query: `mutation { ${field} }` } });
  const { errors } = reply.body as { errors?: unknown };
  return { ...reply, status: errors === undefined ? 200 : 422 };
}

/** Every way to return a unit, with `restock` spelled in it. */
const ways: Readonly<Record<string, (of: Shipped, restock: unknown) => Promise<Reply>>> = {
  'the event, in the query': (of, restock) =>
    newer.put(`${path(of)}/event?e=return&restock=${String(restock)}`),
  'the event, in the body': (of, restock) =>
    newer.put(`${path(of)}/event`, { body: { e: 'return', restock } }),
  'the event, in a form': (of, restock) =>
    newer.put(`${path(of)}/event`, {
      body: new URLSearchParams({ e: 'return', restock: String(restock) }),
    }),
  'the event of the older format, under its key': (of, restock) =>
    older.put(`${path(of)}/event.json?e=return`, { body: { inventory_unit: { restock } } }),
  'the verb': (of, restock) => newer.put(`/api${path(of)}/return?restock=${String(restock)}`),
  'the verb of the older format': (of, restock) =>
    older.put(`${path(of)}/return`, { body: { restock } }),
  'an update that fires it': (of, restock) =>
    newer.put(path(of), { body: { inventory_unit: { restock }, fire: 'return' } }),
  'a new state': (of, restock) =>
    newer.put(path(of), { body: { inventory_unit: { state: 'returned', restock } } }),
  'a new state inside its shipment': ({ shipmentId, unit }, restock) =>
    newer.put(`/api/shipments/${shipmentId}`, {
      body: { shipment: { inventory_units: [{ id: unit, state: 'returned', restock }] } },
    }),
};

const inGraphql: Readonly<Record<string, (of: Shipped, restock: unknown) => Promise<Reply>>> = {
  'an event in GraphQL': ({ unit }, restock) =>
    ask(
      `fireInventoryUnitEvent(id: ${unit}, event: RETURN, restock: ${String(restock)}) { inventoryUnit { id } userErrors { code field message allowed lockVersion } }`,
    ),
  'an update in GraphQL': ({ unit }, restock) =>
    ask(
      `updateInventoryUnit(id: ${unit}, input: { restock: ${String(restock)} }, event: RETURN) { inventoryUnit { id } userErrors { code field message allowed lockVersion } }`,
    ),
};

describe('A returned unit that is not restocked (T36)', () => {
  const all = Object.entries({ ...ways, ...inGraphql });

  test.each(all)('by %s is booked as damaged, and the count stays', async (_way, give) => {
    const of = await shipped();
    expect((await give(of, false)).status).toBe(200);
    expect((await newer.get(path(of))).body).toMatchObject({
      inventory_unit: { state: 'returned' },
    });
    expect(await countOf(database, of.variantId)).toBe(0);
    expect(await movementsOf(database, of.variantId)).toEqual([
      'sale -2',
      'return 1',
      'damaged -1',
    ]);
  });

  test.each(all)('by %s is restocked if the client says so', async (_way, give) => {
    const of = await shipped();
    expect((await give(of, true)).status).toBe(200);
    expect(await movementsOf(database, of.variantId)).toEqual(['sale -2', 'return 1']);
  });

  test.each(['', null])('is restocked if the client says nothing: %p', async (restock) => {
    const of = await shipped();
    const { status } = await newer.put(`${path(of)}/event`, { body: { e: 'return', restock } });
    expect(status).toBe(200);
    expect(await countOf(database, of.variantId)).toBe(1);
  });

  test('fills no backorder, and a restocked one does', async () => {
    const of = await shipped();
    const waiting = await desk.cartOf([of.variantId, 1]);
    await desk.fire(waiting.number, 'complete');
    await newer.put(`${path(of)}/return?restock=0`);
    expect((await desk.read(waiting.number)).shipmentState).toBe('backorder');
    const other = { ...of, unit: String(Number(of.unit) + 1) };
    await newer.put(`${path(other)}/return?restock=1`);
    expect((await desk.read(waiting.number)).shipmentState).toBe('pending');
  });

  test('of an untracked variant moves no stock', async () => {
    const of = await shipped();
    await database.client.variant.update({
      where: { id: of.variantId },
      data: { trackInventory: false },
    });
    const { number } = await desk.cartOf([of.variantId, 1]);
    const order = await desk.fire(number, 'complete');
    await shipAll(desk, order);
    const unit = order.shipments[0]?.inventoryUnits[0]?.id ?? '';
    expect((await newer.put(`${path({ ...of, unit })}/return?restock=false`)).status).toBe(200);
    expect(await movementsOf(database, of.variantId)).toEqual(['sale -2']);
  });
});

describe('A `restock` that is neither true nor false', () => {
  test.each(Object.entries(ways))('by %s is refused, and nothing changes', async (_way, give) => {
    const of = await shipped();
    const before = await snapshotOrders(database);
    const { status, body } = await give(of, 'perhaps');
    expect(status).toBe(422);
    expect(JSON.stringify(body)).toMatch(/is not true or false/);
    expect(await snapshotOrders(database)).toBe(before);
  });

  test('is not told to whoever may not fire', async () => {
    const of = await shipped();
    const stranger = store.newer(await store.account('stranger'));
    expect((await stranger.put(`${path(of)}/return?restock=perhaps`)).status).toBe(401);
    expect((await newer.put('/inventory_units/0/return?restock=perhaps')).status).toBe(404);
  });

  test('does not hide that the event is refused', async () => {
    const { variantId } = await shipped();
    const { number } = await desk.cartOf([variantId, 1]);
    const { shipments } = await desk.fire(number, 'complete');
    const unit = String(shipments[0]?.inventoryUnits[0]?.id);
    const { status, body } = await newer.put(`/inventory_units/${unit}/return?restock=false`);
    expect(status).toBe(422);
    expect(body).toMatchObject({ errors: { state: ['cannot transition via "return"'] } });
  });
});
