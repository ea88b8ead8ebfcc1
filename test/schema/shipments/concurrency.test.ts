import { afterAll, afterEach, beforeAll, describe, expect, test } from '@jest/globals';
import type { Database } from '../../../prisma/database.ts';
import {
  countOf,
  type Dispatch,
  dispatchOf,
  expectSound,
  movementsOf,
} from '../../support/dispatch.ts';
import { openTestDatabase } from '../../support/database.ts';
import { adminViewer } from '../../support/graphql.ts';
import { type Desk, deskOf, type ReadOrder } from '../../support/orders.ts';
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

async function completed(variantId: bigint, quantity: number): Promise<ReadOrder> {
  const { number } = await desk.cartOf([variantId, quantity]);
  return desk.fire(number, 'complete');
}

const shipmentOf = (order: ReadOrder): string => order.shipments[0]?.id ?? '';

/** How many of the results have no error. */
const accepted = (answers: readonly { readonly errors: readonly unknown[] }[]): number =>
  answers.filter(({ errors }) => errors.length === 0).length;

describe('Decision T53: writes at the same moment', () => {
  test('of the firings of one event one succeeds, and stock moves once', async () => {
    const variantId = await makeVariant(database.client, { count: 2 });
    const ref = shipmentOf(await completed(variantId, 2));
    const answers = await Promise.all(
      Array.from({ length: 4 }, () => dispatch.ask('fireShipmentEvent', { ref, event: 'cancel' })),
    );
    expect(accepted(answers)).toBe(1);
    const refusals = answers.flatMap(({ errors }) => errors.map(({ code }) => code));
    expect(refusals).toEqual(['EVENT_REFUSED', 'EVENT_REFUSED', 'EVENT_REFUSED']);
    expect(await movementsOf(database, variantId)).toEqual(['sale -2', 'restock 2']);
  });

  test('the last units of a shipment, fired at once, ship it once', async () => {
    const variantId = await makeVariant(database.client, { count: 4 });
    const order = await completed(variantId, 4);
    const units = order.shipments[0]?.inventoryUnits ?? [];
    const answers = await Promise.all(
      units.map(({ id }) => dispatch.ask('fireInventoryUnitEvent', { id, event: 'ship' })),
    );
    expect(accepted(answers)).toBe(4);
    const shipment = await dispatch.act('shipment', { ref: shipmentOf(order) });
    expect(shipment.state).toBe('shipped');
    const where = { statefulType: 'Shipment', statefulId: BigInt(shipment.id) };
    expect(await database.client.stateChange.count({ where })).toBe(1);
  });

  test('cancels that fill the backorders of many orders all succeed', async () => {
    const variantId = await makeVariant(database.client, { count: 3 });
    const holding = [];
    for (let place = 0; place < 3; place += 1) holding.push(await completed(variantId, 1));
    const waiting = [];
    for (let place = 0; place < 3; place += 1) waiting.push(await completed(variantId, 1));
    const answers = await Promise.all(
      holding.map((order) =>
        dispatch.ask('fireShipmentEvent', { ref: shipmentOf(order), event: 'cancel' }),
      ),
    );
    expect(answers.flatMap(({ errors }) => errors)).toEqual([]);
    expect(await countOf(database, variantId)).toBe(0);
    const states = await Promise.all(waiting.map(({ number }) => desk.read(number)));
    expect(states.map(({ shipmentState }) => shipmentState)).toEqual([
      'pending',
      'pending',
      'pending',
    ]);
  });

  test('of the resumes that want the last units one succeeds', async () => {
    const variantId = await makeVariant(database.client, { count: 2, backorderable: false });
    const first = await completed(variantId, 2);
    await dispatch.send(shipmentOf(first), 'cancel');
    const second = await completed(variantId, 2);
    await dispatch.send(shipmentOf(second), 'cancel');
    const answers = await Promise.all(
      [first, second].map((order) =>
        dispatch.ask('fireShipmentEvent', { ref: shipmentOf(order), event: 'resume' }),
      ),
    );
    expect(accepted(answers)).toBe(1);
    expect(answers.flatMap(({ errors }) => errors)).toMatchObject([
      {
        code: 'EVENT_REFUSED',
        fields: { quantity: [expect.any(String)] },
      },
    ]);
    expect(await countOf(database, variantId)).toBe(0);
  });

  test('credits never give back more than was paid', async () => {
    const order = (await completed(await makeVariant(database.client, { count: 1 }), 1)).number;
    const input = { paymentMethod: { name: 'Check' } };
    const { id } = await dispatch.act('createPayment', { order, input });
    await dispatch.act('firePaymentEvent', { order, id, event: 'capture' });
    const answers = await Promise.all(
      Array.from({ length: 4 }, () =>
        dispatch.ask('firePaymentEvent', { order, id, event: 'credit', amount: '4.00' }),
      ),
    );
    expect(accepted(answers)).toBe(2);
    expect((await desk.read(order)).paymentTotal).toBe('2.0');
  });
});
