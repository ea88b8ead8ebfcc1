import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import type { Row } from '../../prisma/database.ts';
import { findViolations } from '../../prisma/invariants.ts';
import { basic, keyHeader } from '../support/clients.ts';
import type { Client, Reply } from '../support/clients.ts';
import { openStore } from '../support/store.ts';
import type { Store } from '../support/store.ts';
import { maine } from './scene.ts';

interface ReadOrder {
  readonly token: string;
  readonly id: number;
  readonly number: string;
  readonly state: string;
  readonly item_total: string;
  readonly adjustment_total: string;
  readonly total: string;
  readonly payment_total: string;
  readonly payment_state: string | null;
  readonly shipment_state: string | null;
  readonly shipments: readonly {
    readonly id: number;
    readonly state: string;
    readonly shipping_rates: readonly { readonly id: number; readonly name: string }[];
  }[];
  readonly payments: readonly { readonly id: number }[];
}

/** The staff of the store, each with their own key. */
interface People {
  readonly admin: Client;
  readonly ann: Client;
  readonly ben: Client;
  /** A program that uses the older format: HTTP Basic, `.json`, and only the permissions it needs. */
  readonly warehouse: Client;
}

let store: Store;
let people: People;

/** Ids of records created so far. */
const made = { blue: 0, red: 0, order: '', shipment: 0, other: '' };

/** Sends GraphQL over HTTP, as GraphiQL does. */
async function ask(client: Client, query: string, variables: unknown): Promise<unknown> {
  const { body } = await client.post('/graphql', { body: { query, variables } });
  return (body as { data: unknown }).data;
}

/** A new user with a key, created by the admin. */
async function employ(admin: Client, name: string, roles: readonly string[]): Promise<string> {
  const user = (await ask(
    admin,
    'mutation ($input: CreateUserInput!) { createUser(input: $input) { id } }',
    { input: { email: `${name}@harbour.example`, name, roles } },
  )) as { createUser: { id: string } };
  const key = (await ask(
    admin,
    'mutation ($userId: ID!) { generateApiKey(userId: $userId) { key } }',
    { userId: user.createUser.id },
  )) as { generateApiKey: { key: string } };
  return key.generateApiKey.key;
}

beforeAll(async () => {
  store = await openStore();
  const admin = store.newer(await store.account('admin', ['admin']));
  const permissions = ['orders.index', 'orders.read', 'shipments.*', 'inventory_units.*'];
  await ask(admin, 'mutation ($input: CreateRoleInput!) { createRole(input: $input) { id } }', {
    input: { name: 'warehouse', permissions },
  });
  people = {
    admin,
    ann: store.client(keyHeader(await employ(admin, 'ann', []))),
    ben: store.client(keyHeader(await employ(admin, 'ben', []))),
    warehouse: store.client(basic(await employ(admin, 'warehouse', ['warehouse']))),
  };
});

afterAll(() => store.close());

/** The body of a response that must have this status. */
function read(reply: Reply, status: number): unknown {
  if (reply.status !== status) throw new Error(`${String(reply.status)}: ${reply.text}`);
  return reply.body;
}

const readOrder = (reply: Reply, status: number): ReadOrder => read(reply, status) as ReadOrder;

/** The counts on hand of blue and red mugs. */
async function countOnHand(): Promise<readonly number[]> {
  const path = '/api/products/harbour-mug/variants?q[s]=id&q[is_master_eq]=false';
  const { variants } = read(await people.admin.get(path), 200) as {
    variants: { count_on_hand: number }[];
  };
  return variants.map((variant) => variant.count_on_hand);
}

/** Everything that must agree after a step: states, amounts, units and counts on hand. */
async function lookAt(number: string) {
  const order = readOrder(await people.admin.get(`/api/orders/${number}`), 200);
  const units = read(await people.admin.get(`/orders/${number}/inventory_units?q[s]=id`), 200) as {
    inventory_unit: { state: string };
  }[];
  return {
    state: order.state,
    amounts: [order.item_total, order.adjustment_total, order.total, order.payment_total],
    payment: order.payment_state,
    shipment: order.shipment_state,
    shipments: order.shipments.map(({ state }) => state),
    units: units.map(({ inventory_unit: unit }) => unit.state),
    onHand: await countOnHand(),
  };
}

const checkout = (): string => `/api/checkouts/${made.order}`;

describe('a day at the store', () => {
  test('the admin makes a product and its variants', async () => {
    const { admin } = people;
    const product = { name: 'Harbour Mug', description: 'Stoneware.', price: '12.00' };
    const created = await admin.post('/api/products', { body: { product } });
    expect([created.status, new URL(created.headers.get('location') ?? '').pathname]).toEqual([
      201,
      '/api/products/harbour-mug',
    ]);
    const variants = '/api/products/harbour-mug/variants';
    const blue = await admin.post(`${variants}?variant[sku]=MUG-BLUE&variant[price]=12.50`);
    const red = await admin.post(`${variants}?variant[sku]=MUG-RED&variant[price]=14`);
    made.blue = (read(blue, 201) as { id: number }).id;
    made.red = (read(red, 201) as { id: number }).id;
    expect(await countOnHand()).toEqual([0, 0]);
  });

  test('and puts five blue and two red mugs on the shelf', async () => {
    const variants = '/api/products/harbour-mug/variants';
    const { admin } = people;
    const set = (id: number, count: number): Promise<Reply> =>
      admin.put(`${variants}/${String(id)}?variant[count_on_hand]=${String(count)}`);
    expect([(await set(made.blue, 5)).status, (await set(made.red, 2)).status]).toEqual([201, 201]);
    expect(await countOnHand()).toEqual([5, 2]);
  });

  test('Ann fills a cart; a second blue mug joins the first', async () => {
    const { ann } = people;
    const order = readOrder(
      await ann.post('/api/orders', {
        body: { order: { line_items: [{ variant_id: made.blue, quantity: 1 }] } },
      }),
      201,
    );
    made.order = order.number;
    const lines = `/api/orders/${made.order}/line_items`;
    read(await ann.post(lines, { body: { line_item: { variant_id: made.blue } } }), 201);
    read(await ann.post(lines, { body: { line_item: { sku: 'MUG-RED', quantity: 1 } } }), 201);
    expect(await lookAt(made.order)).toEqual({
      state: 'cart',
      amounts: ['39.0', '0.0', '39.0', '0.0'],
      payment: null,
      shipment: null,
      shipments: [],
      units: [],
      onHand: [5, 2],
    });
  });

  test('says where it goes, and is offered two ways to send it', async () => {
    const { ann } = people;
    read(await ann.put(`${checkout()}/next`), 200);
    const order = readOrder(
      await ann.put(checkout(), { body: { order: { bill_address: maine, use_billing: true } } }),
      200,
    );
    const rates = order.shipments.flatMap((shipment) => shipment.shipping_rates);
    expect(rates.map(({ name }) => name)).toEqual(['Standard', 'Express']);
    expect(await lookAt(made.order)).toEqual({
      state: 'delivery',
      amounts: ['39.0', '5.0', '44.0', '0.0'],
      payment: null,
      shipment: null,
      shipments: ['pending'],
      units: ['on_hand', 'on_hand', 'on_hand'],
      onHand: [5, 2],
    });
  });

  test('chooses the express', async () => {
    const { ann } = people;
    const order = readOrder(await ann.get(`/api/orders/${made.order}`), 200);
    const [shipment] = order.shipments;
    made.shipment = shipment?.id ?? 0;
    const express = shipment?.shipping_rates.find(({ name }) => name === 'Express');
    const choice = { id: made.shipment, selected_shipping_rate_id: express?.id };
    read(
      await ann.put(checkout(), { body: { order: { shipments_attributes: { 0: choice } } } }),
      200,
    );
    expect(await lookAt(made.order)).toEqual({
      state: 'payment',
      amounts: ['39.0', '15.0', '54.0', '0.0'],
      payment: null,
      shipment: null,
      shipments: ['pending'],
      units: ['on_hand', 'on_hand', 'on_hand'],
      onHand: [5, 2],
    });
  });

  test('promises a check, and the mugs are hers', async () => {
    const payment = { payment_method_id: 1 };
    read(
      await people.ann.put(checkout(), { body: { order: { payments_attributes: [payment] } } }),
      200,
    );
    expect(await lookAt(made.order)).toEqual({
      state: 'complete',
      amounts: ['39.0', '15.0', '54.0', '0.0'],
      payment: 'balance_due',
      shipment: 'pending',
      shipments: ['pending'],
      units: ['sold', 'sold', 'sold'],
      onHand: [3, 1],
    });
  });

  test('the check arrives', async () => {
    const { admin } = people;
    const payments = `/api/orders/${made.order}/payments`;
    const [payment] = (read(await admin.get(payments), 200) as { payments: { id: number }[] })
      .payments;
    read(await admin.put(`${payments}/${String(payment?.id)}/capture`), 200);
    expect(await lookAt(made.order)).toMatchObject({
      amounts: ['39.0', '15.0', '54.0', '54.0'],
      payment: 'paid',
      onHand: [3, 1],
    });
  });

  test('the warehouse finds the new order with its older program', async () => {
    const found = await people.warehouse.get('/api/orders.json?search[state]=new');
    const orders = read(found, 200) as {
      order: { number: string; state: string; total: number };
    }[];
    expect(orders.map(({ order: { number, state, total } }) => [number, state, total])).toEqual([
      [made.order, 'new', 54],
    ]);
  });

  test('makes its shipment ready', async () => {
    const path = `/api/shipments/${String(made.shipment)}/ready.json`;
    read(await people.warehouse.put(path), 200);
    expect(await lookAt(made.order)).toMatchObject({
      shipment: 'ready',
      shipments: ['ready_to_ship'],
      units: ['sold', 'sold', 'sold'],
      onHand: [3, 1],
    });
  });

  test('and ships it with a tracking number', async () => {
    const fired = await people.warehouse.put(
      `/api/shipments/${String(made.shipment)}/event.json?e=ship`,
      { body: new URLSearchParams({ 'shipment[tracking]': '1Z9' }) },
    );
    const { shipment } = read(fired, 200) as { shipment: { state: string; tracking: string } };
    expect([shipment.state, shipment.tracking]).toEqual(['shipped', '1Z9']);
    expect(await lookAt(made.order)).toEqual({
      state: 'complete',
      amounts: ['39.0', '15.0', '54.0', '54.0'],
      payment: 'paid',
      shipment: 'shipped',
      shipments: ['shipped'],
      units: ['shipped', 'shipped', 'shipped'],
      onHand: [3, 1],
    });
  });

  test('a blue mug comes back', async () => {
    const { warehouse } = people;
    const units = read(
      await warehouse.get(
        `/shipments/${String(made.shipment)}/inventory_units.json?search[variant_sku]=MUG-BLUE&search[order]=ascend_by_id`,
      ),
      200,
    ) as { inventory_unit: { id: number } }[];
    const [first] = units.map(({ inventory_unit: unit }) => unit.id);
    const fired = await warehouse.put(`/inventory_units/${String(first)}/event.json`, {
      body: new URLSearchParams({ e: 'return' }),
    });
    expect((read(fired, 200) as { inventory_unit: { state: string } }).inventory_unit.state).toBe(
      'returned',
    );
    expect(await lookAt(made.order)).toEqual({
      state: 'complete',
      amounts: ['39.0', '2.5', '41.5', '54.0'],
      payment: 'credit_owed',
      shipment: 'shipped',
      shipments: ['shipped'],
      units: ['returned', 'shipped', 'shipped'],
      onHand: [4, 1],
    });
  });

  test('Ben orders two red mugs at once, of which one has to be made', async () => {
    const { ben } = people;
    const lines = [{ variant_id: made.red, quantity: 2 }];
    const order = readOrder(
      await ben.post('/api/orders', { body: { order: { line_items: lines } } }),
      201,
    );
    made.other = order.number;
    const complete = `/api/orders/${made.other}/complete`;
    // Without addresses only staff, or the holder of the token, can complete.
    expect((await ben.put(complete)).status).toBe(422);
    read(await ben.put(`${complete}?order_token=${order.token}`), 200);
    expect(await lookAt(made.other)).toEqual({
      state: 'complete',
      amounts: ['28.0', '0.0', '28.0', '0.0'],
      payment: 'balance_due',
      shipment: 'backorder',
      shipments: ['pending'],
      units: ['sold', 'backordered'],
      onHand: [4, -1],
    });
  });

  test('changes his mind, and all of it is back', async () => {
    read(await people.ben.put(`/api/orders/${made.other}/event?e=cancel`), 200);
    expect(await lookAt(made.other)).toEqual({
      state: 'canceled',
      amounts: ['28.0', '0.0', '28.0', '0.0'],
      payment: 'void',
      shipment: 'canceled',
      shipments: ['canceled'],
      units: ['on_hand', 'on_hand'],
      onHand: [4, 1],
    });
  });

  test('and Ann’s order is as it was', async () => {
    expect(await lookAt(made.order)).toMatchObject({
      amounts: ['39.0', '2.5', '41.5', '54.0'],
      units: ['returned', 'shipped', 'shipped'],
    });
  });

  test('T50: nothing in the store contradicts anything else', async () => {
    const query = (sql: string): Promise<Row[]> => store.db.$queryRawUnsafe<Row[]>(sql);
    expect(await findViolations({ query })).toEqual([]);
  });
});
