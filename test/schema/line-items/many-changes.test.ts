import { afterAll, afterEach, beforeAll, expect, jest, test } from '@jest/globals';
import { Decimal } from 'decimal.js';
import type { Database } from '../../../prisma/database.ts';
import { openTestDatabase } from '../../support/database.ts';
import { expectSound } from '../../support/dispatch.ts';
import { adminViewer, settings } from '../../support/graphql.ts';
import { deskOf } from '../../support/orders.ts';
import { makeVariant } from '../../support/records.ts';

let database: Database;

beforeAll(async () => {
  database = await openTestDatabase();
});
afterEach(() => expectSound(database));
afterAll(() => database.close());

const operations = ['plus', 'minus', 'times', 'div', 'toDecimalPlaces'] as const;

/** How many operations on amounts a write needs that changes so many lines, of which one of two pieces was sent. */
async function countOperations(lines: number, change: object): Promise<number> {
  const desk = deskOf(database.client, adminViewer, { settings: { ...settings, taxRate: '0.19' } });
  const variantId = await makeVariant(database.client, { price: '10.00', count: 2 * lines });
  const entries = Array.from({ length: lines }, () => ({
    variantId: String(variantId),
    quantity: 2,
  }));
  const { number } = await desk.create({ lineItems: entries }, false);
  const { shipments, lineItems } = await desk.fire(number, 'complete');
  const units = shipments[0]?.inventoryUnits ?? [];
  const first = new Map(units.map(({ id, lineItem }) => [lineItem.id, id]));
  const box = await desk.pack(number, { inventoryUnitIds: [...first.values()] });
  await desk.fireShipment(box.id, 'ready');
  await desk.fireShipment(box.id, 'ship');
  await desk.try.adjustOrder(number, { amount: '-10.00', label: 'Sorry' });
  return countDuring(() =>
    desk.update(number, { lineItems: lineItems.map(({ id }) => ({ id, ...change })) }),
  );
}

async function countDuring(work: () => Promise<unknown>): Promise<number> {
  const spies = operations.map((name) => jest.spyOn(Decimal.prototype, name));
  try {
    await work();
    return spies.reduce((sum, { mock }) => sum + mock.calls.length, 0);
  } finally {
    for (const spy of spies) spy.mockRestore();
  }
}

test.each([
  ['the prices', { price: '5.00' }],
  ['the prices and numbers', { price: '5.00', quantity: 1 }],
])(
  '%s of twice as many lines take twice as many operations on amounts (C26)',
  async (_what, change) => {
    const [few, many] = [await countOperations(20, change), await countOperations(40, change)];
    expect(few).toBeGreaterThan(20);
    expect(many).toBeLessThan(2.2 * few);
  },
);

/**
 * The adjustments of an order with so many lines after a write that changes each of them, of which two of three units
 * were canceled, and how many operations on amounts that write needs.
 */
async function changeCredited(lines: number, changes: readonly object[]) {
  const desk = deskOf(database.client, adminViewer, { settings: { ...settings, taxRate: '0.19' } });
  const variantId = String(await makeVariant(database.client, { price: '9.99', count: 3 * lines }));
  const entries = Array.from({ length: lines }, () => ({ variantId, quantity: 3 }));
  const { number } = await desk.create({ lineItems: entries }, false);
  const { shipments, lineItems } = await desk.fire(number, 'complete');
  const units = shipments[0]?.inventoryUnits ?? [];
  const first = new Map(units.map(({ id, lineItem }) => [lineItem.id, id]));
  const stays = new Set(first.values());
  await desk.try.adjustOrder(number, { amount: '-10.00', label: 'Sorry' });
  const box = await desk.pack(number, {
    inventoryUnitIds: units.flatMap(({ id }) => (stays.has(id) ? [] : [id])),
  });
  await desk.fireShipment(box.id, 'cancel');
  const ofLines = lineItems.flatMap(({ id }) => changes.map((change) => ({ id, ...change })));
  const operations = await countDuring(() => desk.update(number, { lineItems: ofLines }));
  const { adjustments } = await desk.read(number);
  return { operations, adjustments };
}

test.each([
  ['all canceled units', { quantity: 1 }],
  ['one of two canceled units', { quantity: 2 }],
])(
  'taking %s off twice as many lines takes twice as many operations on amounts (C42)',
  async (_what, change) => {
    const few = await changeCredited(20, [change]);
    const many = await changeCredited(40, [change]);
    expect(few.operations).toBeGreaterThan(20);
    expect(many.operations).toBeLessThan(2.2 * few.operations);
  },
);

test('units that several entries take off a line leave what they leave one by one (C42, T44)', async () => {
  const { adjustments } = await changeCredited(3, [{ quantity: 2 }, { quantity: 1 }]);
  expect(adjustments).toEqual((await changeCredited(3, [{ quantity: 1 }])).adjustments);
});

test('50 payments of one write take hardly more operations on amounts than one (T39)', async () => {
  const desk = deskOf(database.client, adminViewer, { settings: { ...settings, taxRate: '0.19' } });
  const variantId = String(await makeVariant(database.client, { count: 80 }));
  const method = await database.client.paymentMethod.findFirstOrThrow({ where: { active: true } });
  const countOf = async (payments: number): Promise<number> => {
    const lineItems = Array.from({ length: 40 }, () => ({ variantId, quantity: 1 }));
    const { number } = await desk.create({ lineItems }, false);
    const entries = Array.from({ length: payments }, () => ({
      paymentMethodId: String(method.id),
    }));
    return countDuring(() => desk.update(number, { payments: entries }));
  };
  const [one, many] = [await countOf(1), await countOf(50)];
  expect(one).toBeGreaterThan(40);
  expect(many).toBeLessThan(3 * one);
});
