import { afterAll, afterEach, beforeAll, describe, expect, test } from '@jest/globals';
import type { Database } from '../../../prisma/database.ts';
import { sellBoxed } from '../../support/boxed-orders.ts';
import { openTestDatabase } from '../../support/database.ts';
import { expectSound } from '../../support/dispatch.ts';

let database: Database;

beforeAll(async () => {
  database = await openTestDatabase();
});
afterEach(() => expectSound(database));
afterAll(() => database.close());

/** A line of pieces at 10.00 with 1.90 of tax each: the first was sent, one more is open, and others are canceled. */
async function partlySent(canceled = 0) {
  const sold = await sellBoxed(
    database,
    { taxRate: '0.19' },
    {
      price: '10.00',
      boxes: [[1, '0.00'], [1, '0.00'], ...(canceled > 0 ? [[canceled, '0.00'] as const] : [])],
    },
  );
  await sold.send(0);
  if (canceled > 0) await sold.cancel(2);
  const { desk, number } = sold;
  const line = (await desk.read(number)).lineItems[0]?.id ?? '';
  return { ...sold, line };
}

type Sent = Awaited<ReturnType<typeof partlySent>>;
type Entry = Readonly<Record<string, unknown>>;

/** The same changes of the line in one request, and in one request each. */
const ways: readonly (readonly [
  string,
  (order: Sent, entries: readonly Entry[]) => Promise<unknown>,
])[] = [
  [
    'in one request',
    ({ desk, number, line: id }, entries) =>
      desk.update(number, { lineItems: entries.map((entry) => ({ id, ...entry })) }),
  ],
  [
    'one after the other',
    async ({ desk, number, line }, entries) => {
      for (const entry of entries) await desk.set(number, line, entry);
    },
  ],
];

describe.each(ways)('The price and the last open piece of a line, %s (C26)', (_way, write) => {
  test.each([
    // 1000 cents with 190 of tax were sent: they are at the new price while another piece is open
    ['change together', [{ price: '5.00', quantity: 1 }], '5.95'],
    ['change, the price first', [{ price: '5.00' }, { quantity: 1 }], '5.95'],
    ['change twice', [{ price: '7.00' }, { price: '5.00', quantity: 1 }], '5.95'],
    ['change after more were added', [{ price: '5.00', quantity: 4 }, { quantity: 1 }], '5.95'],
    // once all of the line was sent its tax stays
    ['change, the piece first', [{ quantity: 1 }, { price: '5.00' }], '6.9'],
  ])('%s', async (_what, entries, total) => {
    const order = await partlySent();
    await write(order, entries);
    expect(await order.total()).toBe(total);
  });

  test('change together with the pieces that were canceled, which leave at what they cost', async () => {
    const order = await partlySent(2);
    expect(await order.total()).toBe('23.8');
    await write(order, [{ price: '5.00', quantity: 1 }]);
    expect(await order.total()).toBe('5.95');
    expect(await order.credits()).toEqual([['shipping', 0, 0]]);
  });
});

test('a line of which all was sent or canceled keeps its tax when its price changes (C26)', async () => {
  const order = await partlySent();
  await order.cancel(1);
  await order.desk.set(order.number, order.line, { price: '5.00', quantity: 1 });
  expect(await order.total()).toBe('6.9');
});
