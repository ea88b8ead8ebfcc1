import { afterAll, afterEach, beforeAll, describe, expect, test } from '@jest/globals';
import type { Database } from '../../prisma/database.ts';
import type { Client, Reply } from '../support/clients.ts';
import { openTestDatabase } from '../support/database.ts';
import { countOf, expectSound, movementsOf, snapshotOrders } from '../support/dispatch.ts';
import { adminViewer } from '../support/graphql.ts';
import { type Desk, deskOf, shipAll } from '../support/orders.ts';
import { makeVariant } from '../support/records.ts';
import { openStore, type Store } from '../support/store.ts';

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

interface Awaited {
  readonly variantId: bigint;
  readonly number: string;
}

/** An order of the last two units of a variant, at 10.00 each, which are on their way back. */
async function awaited(): Promise<Awaited> {
  const variantId = await makeVariant(database.client, { count: 2 });
  const { number } = await desk.cartOf([variantId, 2]);
  await shipAll(desk, await desk.fire(number, 'complete'));
  await desk.fire(number, 'authorize_return');
  return { variantId, number };
}

const path = ({ number }: Awaited): string => `/api/orders/${number}`;

/** An answer of GraphQL; refused data is 422. */
async function ask(field: string): Promise<Reply> {
  const reply = await newer.post('/graphql', { body: { query: `mutation { ${field} }` } });
  const { errors } = reply.body as { errors?: unknown };
  return { ...reply, status: errors === undefined ? 200 : 422 };
}

/** Every way to return an order in REST, with `restock` spelled in it. */
const ways: Readonly<Record<string, (of: Awaited, restock: unknown) => Promise<Reply>>> = {
  'the event, in the query': (of, restock) =>
    newer.put(`${path(of)}/event?e=return&restock=${String(restock)}`),
  'the event, in the body': (of, restock) =>
    newer.put(`${path(of)}/event`, { body: { e: 'return', restock } }),
  'the event of the older format, under its key': (of, restock) =>
    older.put(`${path(of)}/event.json?e=return`, { body: { order: { restock } } }),
  'the verb': (of, restock) => newer.put(`${path(of)}/return?restock=${String(restock)}`),
  'the verb of the older format': (of, restock) =>
    older.put(`${path(of)}/return.json`, { body: { restock } }),
};

const inGraphql: typeof ways = {
  'an event in GraphQL': ({ number }, restock) =>
    ask(
      `fireOrderEvent(by: { number: "${number}" }, event: RETURN, restock: ${String(restock)}) { order { id } userErrors { message } }`,
    ),
  'its mutation in GraphQL': ({ number }, restock) =>
    ask(
      `returnOrder(by: { number: "${number}" }, restock: ${String(restock)}) { order { id } userErrors { message } }`,
    ),
};

describe('A returned order that is not restocked (T19)', () => {
  const all = Object.entries({ ...ways, ...inGraphql });

  test.each(all)('by %s is booked as damaged, and credited all the same', async (_way, give) => {
    const of = await awaited();
    expect((await give(of, false)).status).toBe(200);
    expect(await desk.read(of.number)).toMatchObject({ state: 'returned', total: '0.0' });
    expect(await countOf(database, of.variantId)).toBe(0);
    expect(await movementsOf(database, of.variantId)).toEqual([
      'sale -2',
      'return 2',
      'damaged -2',
    ]);
  });

  test.each(all)('by %s is restocked if the client says so', async (_way, give) => {
    const of = await awaited();
    expect((await give(of, true)).status).toBe(200);
    expect(await movementsOf(database, of.variantId)).toEqual(['sale -2', 'return 2']);
  });

  test('leaves out what came back before, and puts back what had never left', async () => {
    const variantId = await makeVariant(database.client, { count: 3 });
    const { number } = await desk.cartOf([variantId, 3]);
    const { shipments } = await desk.fire(number, 'complete');
    const [first, second] = shipments[0]?.inventoryUnits ?? [];
    await desk.fireUnit(first?.id ?? '', 'ship');
    await desk.fireUnit(second?.id ?? '', 'ship');
    await desk.fireUnit(first?.id ?? '', 'return');
    await desk.fire(number, 'authorize_return');
    expect((await newer.put(`/api/orders/${number}/return?restock=false`)).status).toBe(200);
    expect(await movementsOf(database, variantId)).toEqual([
      'sale -3',
      'return 1',
      'return 1',
      'damaged -1',
      'restock 1',
    ]);
    expect(await countOf(database, variantId)).toBe(2);
  });
});

describe('A `restock` of an order that is neither true nor false', () => {
  test.each(Object.entries(ways))('by %s is refused, and nothing changes', async (_way, give) => {
    const of = await awaited();
    const before = await snapshotOrders(database);
    const { status, body } = await give(of, 'perhaps');
    expect(status).toBe(422);
    expect(JSON.stringify(body)).toMatch(/is not true or false/);
    expect(await snapshotOrders(database)).toBe(before);
  });

  test('is not told to whoever may not fire', async () => {
    const of = await awaited();
    const stranger = store.newer(await store.account('stranger'));
    expect((await stranger.put(`${path(of)}/return?restock=perhaps`)).status).toBe(401);
    const buyer = await store.account('buyer');
    await database.query(
      `UPDATE orders SET user_id = ${String(buyer.id)} WHERE number = '${of.number}'`,
    );
    const owner = store.newer(buyer);
    expect((await owner.put(`${path(of)}/return?restock=perhaps`)).status).toBe(401);
    expect((await owner.put(`${path(of)}/return`, { body: { order: 5 } })).status).toBe(401);
    expect((await newer.put('/api/orders/R0/return?restock=perhaps')).status).toBe(404);
  });
});

test('What is sent beside an event under the name `order` is ignored, unless it is a record (F36)', async () => {
  const of = await awaited();
  expect((await newer.put(`${path(of)}/event?e=approve&order=${of.number}`)).status).toBe(200);
  const body = new URLSearchParams({ e: 'authorize_return', order: of.number });
  expect((await older.put(`${path(of)}/event.json`, { body })).status).toBe(422);
  body.set('e', 'return');
  expect((await older.put(`${path(of)}/event.json`, { body })).status).toBe(200);
});

test('An event with a `lock_version` that is not that of the order is refused (F15)', async () => {
  const of = await awaited();
  const before = await snapshotOrders(database);
  for (const body of [{ lock_version: 0 }, { order: { lock_version: 0, restock: false } }]) {
    expect((await newer.put(`${path(of)}/return`, { body })).status).toBe(409);
  }
  expect(await snapshotOrders(database)).toBe(before);
});

test('`restock` with another event is refused in GraphQL, and ignored in REST (V30)', async () => {
  const of = await awaited();
  const field = `fireOrderEvent(by: { number: "${of.number}" }, event: APPROVE, restock: false) { userErrors { field message } }`;
  const { body } = await newer.post('/graphql', { body: { query: `mutation { ${field} }` } });
  expect(body).toMatchObject({
    data: {
      fireOrderEvent: { userErrors: [{ field: ['restock'], message: 'is only for return' }] },
    },
  });
  expect((await newer.put(`${path(of)}/event?e=approve&restock=false`)).status).toBe(200);
});
