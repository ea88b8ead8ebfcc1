import { afterAll, afterEach, beforeAll, describe, expect, test } from '@jest/globals';
import type { Database } from '../../../prisma/database.ts';
import {
  countOf,
  type Dispatch,
  dispatchOf,
  expectSound,
  movementsOf,
  notNow,
  refusedBy,
} from '../../support/dispatch.ts';
import { openTestDatabase } from '../../support/database.ts';
import { adminViewer, run } from '../../support/graphql.ts';
import { type Desk, deskOf, maineAddress, statesOf } from '../../support/orders.ts';
import { makeVariant } from '../../support/records.ts';

let database: Database;
let desk: Desk;
let dispatch: Dispatch;

beforeAll(async () => {
  database = await openTestDatabase();
  desk = deskOf(database.client, adminViewer);
  dispatch = dispatchOf(database, adminViewer);
});
afterEach(() => expectSound(database));
afterAll(() => database.close());

/** Changes a count as an admin. */
async function adjustStock(variantId: bigint, quantity: number): Promise<void> {
  const { errors } = await run(
    database.client,
    adminViewer,
    'mutation ($input: AdjustStockInput!) { adjustStock(input: $input) { stockItem { id } userErrors { code field message allowed lockVersion } } }',
    { input: { variantId: String(variantId), quantity } },
  );
  expect(errors).toEqual([]);
}

/** A completed order of so many units, directly from the cart. */
async function completed(variantId: bigint, quantity: number): Promise<string> {
  const { number } = await desk.cartOf([variantId, quantity]);
  await desk.fire(number, 'complete');
  return number;
}

describe('T60: from cart to returned', () => {
  test('the states, counts and totals of the table follow step by step', async () => {
    const variantId = await makeVariant(database.client, { price: '20.00', count: 5 });
    const { number } = await desk.cartOf([variantId, 2]);
    await desk.checkout(number, {});
    await desk.checkout(number, {
      email: 'ada@harbour.test',
      billAddress: maineAddress,
      useBilling: true,
    });
    const inDelivery = await desk.read(number);
    const express = inDelivery.shipments[0]?.shippingRates.find(({ name }) => name === 'Express');
    const shipmentId = inDelivery.shipments[0]?.id ?? '';
    await desk.checkout(number, {
      shipments: [{ id: shipmentId, selectedShippingRateId: express?.id }],
    });
    const placed = await desk.checkout(number, {
      payments: [{ paymentMethod: { name: 'Check' } }],
    });

    const stands = async () => {
      const order = await desk.read(number);
      const { itemTotal, adjustmentTotal, total, paymentTotal } = order;
      const count = await countOf(database, variantId);
      return { ...statesOf(order), count, itemTotal, adjustmentTotal, total, paymentTotal };
    };
    const money = { itemTotal: '40.0', adjustmentTotal: '15.0', total: '55.0' };
    const six = {
      state: 'complete',
      shipments: ['pending'],
      units: ['sold', 'sold'],
      count: 3,
      ...money,
      paymentTotal: '0.0',
      paymentState: 'balance_due',
      shipmentState: 'pending',
    };
    expect(await stands()).toEqual(six);
    expect(placed.payments).toMatchObject([{ state: 'pending', amount: '55.0' }]);
    const paymentId = placed.payments[0]?.id;

    await dispatch.act('firePaymentEvent', { order: number, id: paymentId, event: 'capture' });
    const seven = { ...six, paymentTotal: '55.0', paymentState: 'paid' };
    expect(await stands()).toEqual(seven);

    await dispatch.send(shipmentId, 'ready');
    const eight = { ...seven, shipments: ['ready_to_ship'], shipmentState: 'ready' };
    expect(await stands()).toEqual(eight);

    await dispatch.send(shipmentId, 'ship');
    const nine = {
      ...eight,
      shipments: ['shipped'],
      units: ['shipped', 'shipped'],
      shipmentState: 'shipped',
    };
    expect(await stands()).toEqual(nine);

    const { errors } = await desk.try.fire(number, 'cancel');
    expect(errors).toEqual(
      notNow('cancel', ['authorize_return', 'approve'], {
        base: ['The order cannot be canceled because something has shipped.'],
      }),
    );
    expect(await stands()).toEqual(nine);

    await desk.fire(number, 'authorize_return');
    const eleven = { ...nine, state: 'awaiting_return' };
    expect(await stands()).toEqual(eleven);

    const [first] = (await dispatch.act('shipment', { ref: shipmentId })).inventoryUnits;
    await dispatch.treat(first?.id ?? '', 'return');
    const twelve = {
      ...eleven,
      units: ['returned', 'shipped'],
      count: 4,
      adjustmentTotal: '-5.0',
      total: '35.0',
      paymentState: 'credit_owed',
    };
    expect(await stands()).toEqual(twelve);

    await desk.fire(number, 'return');
    const thirteen = {
      ...twelve,
      state: 'returned',
      units: ['returned', 'returned'],
      count: 5,
      adjustmentTotal: '-25.0',
      total: '15.0',
    };
    expect(await stands()).toEqual(thirteen);

    await dispatch.act('firePaymentEvent', {
      order: number,
      id: paymentId,
      event: 'credit',
      amount: '40.00',
    });
    expect(await stands()).toEqual({ ...thirteen, paymentTotal: '15.0', paymentState: 'paid' });

    expect(await movementsOf(database, variantId)).toEqual(['sale -2', 'return 1', 'return 1']);
    const { payments } = await desk.read(number);
    expect(payments.map(({ amount, state }) => [amount, state])).toEqual([
      ['55.0', 'completed'],
      ['-40.0', 'completed'],
    ]);
  });
});

describe('T61: cancel and resume', () => {
  test.each([
    ['backorderable: resumed with a debt', true],
    ['not backorderable: refused', false],
  ])('%s', async (_what, backorderable) => {
    const variantId = await makeVariant(database.client, { name: 'B', count: 4, backorderable });
    const number = await completed(variantId, 3);
    const stands = async () => {
      const order = await desk.read(number);
      return { ...statesOf(order), count: await countOf(database, variantId), total: order.total };
    };
    expect(await stands()).toEqual({
      state: 'complete',
      shipments: ['pending'],
      units: ['sold', 'sold', 'sold'],
      count: 1,
      total: '30.0',
      paymentState: 'balance_due',
      shipmentState: 'pending',
    });
    await desk.fire(number, 'cancel');
    const canceled = {
      state: 'canceled',
      shipments: ['canceled'],
      units: ['on_hand', 'on_hand', 'on_hand'],
      count: 4,
      total: '30.0',
      paymentState: 'void',
      shipmentState: 'canceled',
    };
    expect(await stands()).toEqual(canceled);
    const again = await desk.try.fire(number, 'cancel');
    expect(again.errors).toEqual(notNow('cancel', ['resume']));
    await completed(variantId, 2);
    expect(await stands()).toEqual({ ...canceled, count: 2 });

    const { errors } = await desk.try.fire(number, 'resume');
    if (backorderable) {
      expect(errors).toEqual([]);
      expect(await stands()).toEqual({
        state: 'resumed',
        shipments: ['pending'],
        units: ['sold', 'sold', 'backordered'],
        count: -1,
        total: '30.0',
        paymentState: 'balance_due',
        shipmentState: 'backorder',
      });
      expect(await movementsOf(database, variantId)).toEqual([
        'sale -3',
        'restock 3',
        'sale -2',
        'sale -3',
      ]);
    } else {
      expect(errors).toEqual(
        notNow('resume', [], {
          quantity: ['Selected quantity of "B" is not available.'],
        }),
      );
      expect(await stands()).toEqual({ ...canceled, count: 2 });
    }
  });
});

describe('T62: backorder', () => {
  test('new units go to the oldest order, returned debts to nobody', async () => {
    const variantId = await makeVariant(database.client, { count: 1 });
    const p = await completed(variantId, 3);
    const stands = async () => {
      const { units, shipmentState } = statesOf(await desk.read(p));
      return { count: await countOf(database, variantId), units, shipmentState };
    };
    expect(await stands()).toEqual({
      count: -2,
      units: ['sold', 'backordered', 'backordered'],
      shipmentState: 'backorder',
    });
    const shipmentId = (await desk.read(p)).shipments[0]?.id ?? '';
    const errors = await refusedBy(database, dispatch, 'fireShipmentEvent', {
      ref: shipmentId,
      event: 'ready',
    });
    expect(errors).toEqual(
      notNow('ready', ['cancel'], { base: ['The shipment has backordered units.'] }),
    );

    const q = await completed(variantId, 1);
    const unitsOfQ = async () => statesOf(await desk.read(q)).units;
    expect(await unitsOfQ()).toEqual(['backordered']);
    expect(await countOf(database, variantId)).toBe(-3);

    await adjustStock(variantId, 1);
    expect(await stands()).toEqual({
      count: -2,
      units: ['sold', 'sold', 'backordered'],
      shipmentState: 'backorder',
    });

    const line = (await desk.read(p)).lineItems[0]?.id ?? '';
    await desk.set(p, line, { quantity: 2 });
    expect(await stands()).toEqual({
      count: -1,
      units: ['sold', 'sold'],
      shipmentState: 'pending',
    });
    expect(await unitsOfQ()).toEqual(['backordered']);

    await desk.set(p, line, { quantity: 1 });
    expect(await stands()).toEqual({ count: 0, units: ['sold'], shipmentState: 'pending' });
    expect(await unitsOfQ()).toEqual(['sold']);

    await adjustStock(variantId, 6);
    await desk.empty(q);
    expect(await stands()).toEqual({ count: 7, units: ['sold'], shipmentState: 'pending' });
    expect(await movementsOf(database, variantId)).toEqual([
      'sale -3',
      'sale -1',
      'adjust 1',
      'restock 1',
      'restock 1',
      'adjust 6',
      'restock 1',
    ]);
  });
});
