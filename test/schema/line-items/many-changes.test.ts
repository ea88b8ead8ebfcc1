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
