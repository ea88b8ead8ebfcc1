import { readPayloads } from '../support/graphql.ts';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import type { Database } from '../../prisma/database.ts';
import type { Client, Reply } from '../support/clients.ts';
import { countOf, expectSound, movementsOf } from '../support/dispatch.ts';
import { openTestDatabase } from '../support/database.ts';
import { makeVariant } from '../support/records.ts';
import { openStore, type Store } from '../support/store.ts';
import { inStoredWords } from '../support/stored-words.ts';

let database: Database;
let store: Store;
let newer: Client;
let older: Client;

beforeAll(async () => {
  database = await openTestDatabase();
  store = await openStore({ database, settings: { taxRate: '0.19' } });
  const admin = await store.account('admin', ['admin']);
  newer = store.newer(admin);
  older = store.older(admin);
});
afterAll(async () => {
  await expectSound(database);
  await store.close();
  await database.close();
});

type Body = Readonly<Record<string, unknown>>;

interface Order extends Body {
  readonly number: string;
  readonly line_items: readonly Body[];
  readonly shipments: readonly Body[];
}

/** The record in a successful response; the older format names what it holds. */
function recordOf(reply: Reply, name: string): Body {
  if (reply.status >= 300) throw new Error(`${String(reply.status)}: ${reply.text}`);
  const body = reply.body as Body;
  return (body[name] ?? body) as Body;
}

async function ask(query: string, variables: Body): Promise<Body> {
  const { body } = await newer.post('/graphql', { body: { query, variables } });
  const { data, errors } = body as { data: unknown; errors?: unknown };
  const told = readPayloads(data);
  if (errors !== undefined || told.errors.length > 0) throw new Error(JSON.stringify(body));
  return told.data as Body;
}

/** What a merchant does to an order, one way of saying it. */
interface Till {
  readonly sell: (lines: readonly Body[]) => Promise<string>;
  readonly setQuantity: (number: string, line: unknown, quantity: number) => Promise<void>;
  readonly split: (number: string, units: readonly unknown[]) => Promise<unknown>;
  readonly send: (shipment: unknown) => Promise<void>;
  readonly cancel: (shipment: unknown) => Promise<void>;
  readonly takeBackBroken: (unit: unknown) => Promise<void>;
  readonly charge: (number: string, amount: string) => Promise<unknown>;
  readonly refund: (number: string, payment: unknown, amount?: string) => Promise<void>;
}

/** The till of a program that speaks REST. */
function restTill(client: () => Client, ending: string): Till {
  const at = (path: string): string => `/api/${path}${ending}`;
  return {
    sell: async (lines) => {
      const body = { order: { line_items: lines } };
      const { number } = recordOf(await client().post(at('orders'), { body }), 'order') as Order;
      recordOf(await client().put(at(`orders/${number}/complete`)), 'order');
      return number;
    },
    setQuantity: async (number, line, quantity) => {
      const path = at(`orders/${number}/line_items/${String(line)}`);
      recordOf(await client().put(path, { body: { line_item: { quantity } } }), 'line_item');
    },
    split: async (number, units) => {
      const body = { shipment: { inventory_unit_ids: units } };
      const reply = await client().post(at(`orders/${number}/shipments`), { body });
      return recordOf(reply, 'shipment')['id'];
    },
    send: async (shipment) => {
      for (const event of ['ready', 'ship']) {
        recordOf(await client().put(at(`shipments/${String(shipment)}/${event}`)), 'shipment');
      }
    },
    cancel: async (shipment) => {
      recordOf(await client().put(at(`shipments/${String(shipment)}/cancel`)), 'shipment');
    },
    takeBackBroken: async (unit) => {
      const path = `${at(`inventory_units/${String(unit)}/return`)}?restock=false`;
      recordOf(await client().put(path), 'inventory_unit');
    },
    charge: async (number, amount) => {
      const { paymentMethods } = await ask('{ paymentMethods { id name } }', {});
      const [method] = paymentMethods as readonly Body[];
      const body = { payment: { amount, payment_method_id: method?.['id'] } };
      const reply = await client().post(at(`orders/${number}/payments`), { body });
      const { id } = recordOf(reply, 'payment');
      recordOf(
        await client().put(at(`orders/${number}/payments/${String(id)}/capture`)),
        'payment',
      );
      return id;
    },
    refund: async (number, payment, amount) => {
      const path = at(`orders/${number}/payments/${String(payment)}/credit`);
      recordOf(
        await client().put(path, { body: amount === undefined ? {} : { amount } }),
        'payment',
      );
    },
  };
}

const graphqlTill: Till = {
  sell: async (lines) => {
    const lineItems = lines.map(({ variant_id, quantity }) => ({
      variantId: variant_id,
      quantity,
    }));
    const made = await ask(
      'mutation ($input: CreateOrderInput!) { createOrder(input: $input) { order { number } userErrors { code field message allowed lockVersion } } }',
      { input: { lineItems } },
    );
    const { number } = made['createOrder'] as Order;
    await ask(
      'mutation ($by: OrderBy!) { fireOrderEvent(by: $by, event: COMPLETE) { order { id } userErrors { code field message allowed lockVersion } } }',
      {
        by: { number },
      },
    );
    return number;
  },
  setQuantity: async (order, id, quantity) => {
    await ask(
      `mutation ($order: OrderBy!, $id: ID!, $input: UpdateLineItemInput!) {
        updateLineItem(order: $order, id: $id, input: $input) { lineItem { id } userErrors { code field message allowed lockVersion } } }`,
      { order: { number: order }, id, input: { quantity } },
    );
  },
  split: async (order, inventoryUnitIds) => {
    const made = await ask(
      `mutation ($order: OrderBy!, $input: CreateShipmentInput!) {
        createShipment(order: $order, input: $input) { shipment { id } userErrors { code field message allowed lockVersion } } }`,
      { order: { number: order }, input: { inventoryUnitIds } },
    );
    return (made['createShipment'] as Body)['id'];
  },
  send: async (shipment) => {
    for (const event of ['READY', 'SHIP']) await fireShipment(shipment, event);
  },
  cancel: (shipment) => fireShipment(shipment, 'CANCEL'),
  takeBackBroken: async (id) => {
    await ask(
      'mutation ($id: ID!) { fireInventoryUnitEvent(id: $id, event: RETURN, restock: false) { inventoryUnit { id } userErrors { code field message allowed lockVersion } } }',
      { id },
    );
  },
  charge: async (order, amount) => {
    const made = await ask(
      `mutation ($order: OrderBy!, $input: CreatePaymentInput!) {
        createPayment(order: $order, input: $input) { payment { id } userErrors { code field message allowed lockVersion } } }`,
      { order: { number: order }, input: { amount, paymentMethod: { name: 'Check' } } },
    );
    const { id } = made['createPayment'] as Body;
    await ask(
      `mutation ($order: OrderBy!, $id: ID!) {
        firePaymentEvent(order: $order, id: $id, event: CAPTURE) { payment { id } userErrors { code field message allowed lockVersion } } }`,
      { order: { number: order }, id },
    );
    return id;
  },
  refund: async (order, id, amount) => {
    await ask(
      `mutation ($order: OrderBy!, $id: ID!, $amount: Money) {
        creditPayment(order: $order, id: $id, amount: $amount) { refund { amount } order { paymentState } userErrors { code field message allowed lockVersion } } }`,
      { order: { number: order }, id, amount },
    );
  },
};

async function fireShipment(shipment: unknown, event: string): Promise<void> {
  await ask(
    'mutation ($by: ShipmentBy!, $event: ShipmentEvent!) { fireShipmentEvent(by: $by, event: $event) { shipment { id } userErrors { code field message allowed lockVersion } } }',
    { by: { id: String(shipment) }, event },
  );
}

const readOrder = async (client: Client, path: string): Promise<Order> =>
  recordOf(await client.get(path), 'order') as Order;

/** The figures of an order, as the newer format writes them; the other ways must say the same. */
async function figuresOf(number: string) {
  const order = await readOrder(newer, `/api/orders/${number}`);
  const inOlder = await readOrder(older, `/api/orders/${number}.json`);
  for (const name of ['item_total', 'adjustment_total', 'total']) {
    expect([name, inOlder[name]]).toEqual([name, Number(order[name])]);
  }
  const { order: inGraph } = await ask(
    `query ($by: OrderBy!) { order(by: $by) {
      itemTotal adjustmentTotal taxTotal total paymentTotal paymentState shipmentState } }`,
    { by: { number } },
  );
  expect(inStoredWords(inGraph)).toEqual({
    itemTotal: order['item_total'],
    adjustmentTotal: order['adjustment_total'],
    taxTotal: order['tax_total'],
    total: order['total'],
    paymentTotal: order['payment_total'],
    paymentState: order['payment_state'],
    shipmentState: order['shipment_state'],
  });
  const { item_total, tax_total, total, payment_total, payment_state, shipment_state } = order;
  return [item_total, tax_total, total, payment_total, payment_state, shipment_state];
}

const tills: readonly (readonly [string, Till])[] = [
  ['the newer format', restTill(() => newer, '')],
  ['the older format', restTill(() => older, '.json')],
  ['GraphQL', graphqlTill],
];

describe.each(tills)('a merchant’s day in %s', (_name, till) => {
  test('sells, edits, splits, sends, cancels, takes back, refunds, and every figure is right', async () => {
    const mug = await makeVariant(database.client, { price: '32.00', count: 9 });
    const pot = await makeVariant(database.client, { price: '24.50', count: 9 });
    const number = await till.sell([
      { variant_id: String(mug), quantity: 3 },
      { variant_id: String(pot), quantity: 1 },
    ]);
    // 18.24 and 4.66 of tax
    expect(await figuresOf(number)).toEqual([
      ...['120.5', '22.9', '143.4', '0.0'],
      ...['balance_due', 'pending'],
    ]);

    const { line_items: lines } = await readOrder(newer, `/api/orders/${number}`);
    await till.setQuantity(number, lines[1]?.['id'], 2);
    // 18.24 and 9.31
    expect(await figuresOf(number)).toEqual([
      ...['145.0', '27.55', '172.55', '0.0'],
      ...['balance_due', 'pending'],
    ]);

    const input = { amount: '-14.50', label: 'Regular customer' };
    await ask(
      'mutation ($order: OrderBy!, $input: CreateAdjustmentInput!) { createAdjustment(order: $order, input: $input) { adjustment { id } userErrors { code field message allowed lockVersion } } }',
      { order: { number }, input },
    );
    // the mugs cost 86.40 and 16.42 of tax, the pots 44.10 and 8.38
    expect(await figuresOf(number)).toEqual([
      ...['145.0', '24.8', '155.3', '0.0'],
      ...['balance_due', 'pending'],
    ]);

    const payment = await till.charge(number, '155.30');
    const [box] = (await readOrder(newer, `/api/orders/${number}`)).shipments;
    const units = await unitsOf(box?.['id']);
    const pots = units.filter(({ variant }) => variant.id === String(pot));
    const second = await till.split(
      number,
      pots.map(({ id }) => id),
    );
    await till.send(box?.['id']);
    expect(await figuresOf(number)).toEqual([
      ...['145.0', '24.8', '155.3', '155.3'],
      ...['paid', 'partial'],
    ]);

    await till.cancel(second);
    expect(await figuresOf(number)).toEqual([
      ...['145.0', '24.8', '102.82', '155.3'],
      ...['credit_owed', 'partial'],
    ]);
    expect(await countOf(database, pot)).toBe(9);

    const broken = units.find(({ variant }) => variant.id === String(mug));
    await till.takeBackBroken(broken?.id);
    // a third of 102.82
    expect(await figuresOf(number)).toEqual([
      ...['145.0', '24.8', '68.55', '155.3'],
      ...['credit_owed', 'partial'],
    ]);
    expect(await countOf(database, mug)).toBe(6);
    expect(await movementsOf(database, mug)).toEqual(['sale -3', 'return 1', 'damaged -1']);

    await till.refund(number, payment, '6.75');
    // what is still owed: 80.00
    await till.refund(number, payment);
    expect(await figuresOf(number)).toEqual([
      ...['145.0', '24.8', '68.55', '68.55'],
      ...['paid', 'partial'],
    ]);
  });
});

async function unitsOf(
  shipment: unknown,
): Promise<readonly { id: unknown; variant: { id: unknown } }[]> {
  const { shipment: found } = await ask(
    'query ($by: ShipmentBy!) { shipment(by: $by) { inventoryUnits { id variant { id } } } }',
    { by: { id: String(shipment) } },
  );
  return (found as { inventoryUnits: { id: unknown; variant: { id: unknown } }[] }).inventoryUnits;
}
