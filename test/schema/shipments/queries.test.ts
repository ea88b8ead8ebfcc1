import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import type { Database } from '../../../prisma/database.ts';
import type { Viewer } from '../../../schema/index.ts';
import { type DispatchOperation, dispatchOf, type ReadShipment } from '../../support/dispatch.ts';
import { openTestDatabase } from '../../support/database.ts';
import {
  adminViewer,
  badKeyViewer,
  customerViewer,
  nobody,
  run,
  viewerWith,
} from '../../support/graphql.ts';
import { type Desk, deskOf, maineAddress, type ReadOrder } from '../../support/orders.ts';
import { makeUser, makeVariant } from '../../support/records.ts';

let database: Database;
let desk: Desk;
let orders: ReadOrder[];
let shipments: ReadShipment[];
let viewers: Record<string, Viewer>;

const readerPermissions = [
  'shipments.index',
  'shipments.read',
  'inventory_units.index',
  'inventory_units.read',
];

beforeAll(async () => {
  database = await openTestDatabase();
  desk = deskOf(database.client, adminViewer);
  const owner = await makeUser(database.client, 'owner@harbour.test');
  const stranger = await makeUser(database.client, 'stranger@harbour.test');
  const variantId = await makeVariant(database.client, { sku: 'OAR-1', name: 'Oar', count: 3 });
  const other = await makeVariant(database.client, { sku: 'BELL-1', name: 'Bell', count: 0 });
  const numbers = [];
  for (const [variant, quantity] of [
    [variantId, 2],
    [other, 1],
  ] as const) {
    const { number } = await desk.cartOf([variant, quantity]);
    numbers.push(number);
    await desk.update(number, {
      email: `${number}@harbour.test`,
      userId: String(owner.id),
      billAddress: maineAddress,
      useBilling: true,
    });
    await desk.next(number);
    await desk.next(number);
    await desk.fire(number, 'complete');
  }
  const admin = dispatchOf(database, adminViewer);
  orders = await Promise.all(numbers.map((number) => desk.read(number)));
  const [first, second] = orders.map((order) => order.shipments[0]?.id ?? '');
  await admin.send(first ?? '', 'ready');
  await admin.act('updateShipment', {
    ref: String(second),
    input: { tracking: '1Z9', cost: '9.00', address: { city: 'Bangor' } },
  });
  shipments = (await admin.act('shipments', {})).nodes;
  viewers = {
    none: nobody,
    'bad key': badKeyViewer,
    token: { ...nobody, orderToken: orders[0]?.token ?? '' },
    'bad key with token': { ...badKeyViewer, orderToken: orders[0]?.token ?? '' },
    'wrong token': { ...nobody, orderToken: orders[1]?.token ?? '' },
    stranger: customerViewer(stranger),
    owner: customerViewer(owner),
    reader: viewerWith(stranger, ...readerPermissions),
    admin: adminViewer,
  };
});
afterAll(() => database.close());

const missing = 'NOT_FOUND';
const noKey = 'UNAUTHENTICATED missing_key';
const badKey = 'UNAUTHENTICATED invalid_key';
const noRight = 'UNAUTHORIZED insufficient_rights';

/** What each viewer gets: `ok`, or the code and reason of the only error. */
async function answers(
  name: DispatchOperation,
  variables: Readonly<Record<string, unknown>>,
): Promise<Record<string, string>> {
  const told: Record<string, string> = {};
  for (const [who, viewer] of Object.entries(viewers)) {
    const { errors } = await dispatchOf(database, viewer).ask(name, variables);
    const [error] = errors;
    const reason = error?.['reason'];
    told[who] =
      error === undefined
        ? 'ok'
        : [error['code'], ...(typeof reason === 'string' ? [reason] : [])].join(' ');
  }
  return told;
}

describe('Decision A18: who sees shipments and units', () => {
  test('row 9: the lists over all orders', async () => {
    const row = {
      none: noKey,
      'bad key': badKey,
      token: noKey,
      'bad key with token': badKey,
      'wrong token': noKey,
      stranger: noRight,
      owner: noRight,
      reader: 'ok',
      admin: 'ok',
    };
    expect(await answers('shipments', {})).toEqual(row);
    expect(await answers('inventoryUnits', {})).toEqual(row);
  });

  test('row 4: below the order', async () => {
    const row = {
      none: noKey,
      'bad key': badKey,
      token: 'ok',
      'bad key with token': 'ok',
      'wrong token': noRight,
      stranger: noRight,
      owner: 'ok',
      reader: 'ok',
      admin: 'ok',
    };
    const order = orders[0]?.number;
    const ref = shipments[0]?.number;
    expect(await answers('shipments', { order })).toEqual(row);
    expect(await answers('shipment', { order, ref })).toEqual(row);
    expect(await answers('inventoryUnits', { order })).toEqual(row);
  });

  test('row 10: one at its own address', async () => {
    const row = {
      none: noKey,
      'bad key': badKey,
      token: 'ok',
      'bad key with token': 'ok',
      'wrong token': noRight,
      stranger: noRight,
      owner: noRight,
      reader: 'ok',
      admin: 'ok',
    };
    const id = shipments[0]?.inventoryUnits[0]?.id;
    expect(await answers('shipment', { ref: String(shipments[0]?.id) })).toEqual(row);
    expect(await answers('inventoryUnits', { shipment: shipments[0]?.number })).toEqual(row);
    expect(await answers('inventoryUnit', { id })).toEqual(row);
  });

  test('A20: callers who may see all learn that one is missing', async () => {
    const row = {
      none: noKey,
      'bad key': badKey,
      token: noRight,
      'bad key with token': badKey,
      'wrong token': noRight,
      stranger: noRight,
      owner: noRight,
      reader: missing,
      admin: missing,
    };
    for (const ref of ['999999', 'H0', '0']) {
      expect(await answers('shipment', { ref })).toEqual(row);
      expect(await answers('inventoryUnits', { shipment: ref })).toEqual(row);
    }
    for (const id of ['999999', '0', 'x', '9999999999999999999']) {
      expect(await answers('inventoryUnit', { id })).toEqual(row);
    }
  });

  test('A19, A22: a missing order, and a shipment of another one', async () => {
    const { reader, owner } = await answers('shipments', { order: 'R0' });
    expect([reader, owner]).toEqual([missing, missing]);
    const other = await answers('shipment', {
      order: orders[0]?.number,
      ref: String(shipments[1]?.id),
    });
    expect([other['owner'], other['admin']]).toEqual([missing, missing]);
  });
});

describe('Decision S20: shipments are searched', () => {
  const find = async (filter: Readonly<Record<string, unknown>>): Promise<number[]> => {
    const { nodes } = await dispatchOf(database, adminViewer).act('shipments', { filter });
    return nodes.map(({ id }) => shipments.findIndex((shipment) => shipment.id === id));
  };

  test.each([
    [{ state: { eq: 'READY_TO_SHIP' } }, [0]],
    [{ tracking: { cont: 'z9' } }, [1]],
    [{ cost: { gteq: '9' } }, [1]],
    [{ stockLocationName: { eq: 'default' } }, [0, 1]],
    [{ shippingMethod: { name: { eq: 'Standard' } } }, [0, 1]],
    [{ order: { shipmentState: { eq: 'BACKORDER' } } }, [1]],
    [{ order: { user: { email: { eq: 'OWNER@harbour.test' } } } }, [0, 1]],
    [{ address: { city: { eq: 'Bangor' } } }, [1]],
    [{ address: { city: { eq: 'Portland' }, state: { abbr: { eq: 'ME' } } } }, [0]],
    [{ inventoryUnits: { variant: { sku: { eq: 'OAR-1' } } } }, [0]],
    [{ inventoryUnits: { state: { eq: 'BACKORDERED' } } }, [1]],
  ])('%j', async (filter, expected) => {
    expect(await find(filter)).toEqual(expected);
  });

  test('by the number of the order as its id', async () => {
    expect(await find({ orderId: { eq: orders[1]?.number.toLowerCase() } })).toEqual([1]);
  });

  test('and sorted, by id unless told otherwise', async () => {
    const admin = dispatchOf(database, adminViewer);
    for (const [sort, expected] of [
      [undefined, [0, 1]],
      [[{ field: 'COST', direction: 'DESC' }], [1, 0]],
      [[{ field: 'STATE' }], [1, 0]],
      [[{ field: 'ORDER_CREATED_AT', direction: 'DESC' }], [1, 0]],
      [
        [{ field: 'SHIPPING_METHOD_NAME' }, { field: 'ID', direction: 'DESC' }],
        [1, 0],
      ],
    ] as const) {
      const { nodes } = await admin.act('shipments', { sort });
      expect(nodes.map(({ id }) => shipments.findIndex((one) => one.id === id))).toEqual(expected);
    }
  });

  test('a list below an order holds its own only', async () => {
    const page = await dispatchOf(database, adminViewer).act('shipments', {
      order: String(orders[1]?.id),
    });
    expect(page).toEqual({ nodes: [shipments[1]], totalCount: 1 });
  });
});

describe('Decision S20: inventory units are searched', () => {
  const find = async (variables: Readonly<Record<string, unknown>>): Promise<string[]> => {
    const { nodes } = await dispatchOf(database, adminViewer).act('inventoryUnits', variables);
    return nodes.map(({ shipmentId, state }) => {
      const place = shipments.findIndex(({ id }) => id === shipmentId);
      return `${String(place)} ${state}`;
    });
  };

  test.each([
    [{}, ['0 sold', '0 sold', '1 backordered']],
    [{ filter: { state: { eq: 'SOLD' } } }, ['0 sold', '0 sold']],
    [{ filter: { shipment: { state: { eq: 'READY_TO_SHIP' } } } }, ['0 sold', '0 sold']],
    [{ filter: { variant: { product: { name: { start: 'be' } } } } }, ['1 backordered']],
    [{ filter: { order: { state: { eq: 'COMPLETE' } } } }, ['0 sold', '0 sold', '1 backordered']],
    [{ sort: [{ field: 'VARIANT_PRODUCT_NAME' }] }, ['1 backordered', '0 sold', '0 sold']],
    [{ sort: [{ field: 'SHIPMENT_STATE' }] }, ['1 backordered', '0 sold', '0 sold']],
  ])('%j', async (variables, expected) => {
    expect(await find(variables)).toEqual(expected);
  });

  test('of a shipment, below its order too', async () => {
    const shipment = shipments[1]?.number;
    expect(await find({ shipment })).toEqual(['1 backordered']);
    expect(await find({ shipment, order: orders[1]?.number })).toEqual(['1 backordered']);
    expect(await find({ order: orders[0]?.number })).toEqual(['0 sold', '0 sold']);
  });
});

describe('Decision R33: what is in a shipment', () => {
  test.each([
    ['quantities alone', 'quantity', { quantity: 2 }],
    ['states alone', 'states { state count }', { states: [{ state: 'ON_HAND', count: 2 }] }],
    ['variants alone', 'variant { sku }', { variant: { sku: 'OAR-1' } }],
  ])('is told by %s', async (_what, fields, entry) => {
    const { data, errors } = await run(
      database.client,
      adminViewer,
      `query ($ref: ShipmentBy!) { shipment(by: $ref) { manifest { ${fields} } } }`,
      { ref: { number: shipments[0]?.number } },
    );
    expect([data, errors]).toEqual([{ shipment: { manifest: [entry] } }, []]);
  });
});
