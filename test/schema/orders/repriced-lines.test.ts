import { afterAll, afterEach, beforeAll, describe, expect, test } from '@jest/globals';
import type { Database } from '../../../prisma/database.ts';
import { sellBoxed } from '../../support/boxed-orders.ts';
import { openTestDatabase } from '../../support/database.ts';
import { expectSound } from '../../support/dispatch.ts';
import { makeVariant } from '../../support/records.ts';

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

describe('The price and the last open piece of a line, the piece first (C26)', () => {
  test.each([
    // all prices of a request come first
    ['in one request', '5.95'],
    // once all of the line was sent its tax stays
    ['one after the other', '6.9'],
  ])('%s', async (way, total) => {
    const order = await partlySent();
    const write = ways.find(([name]) => name === way)?.[1];
    await write?.(order, [{ quantity: 1 }, { price: '5.00' }]);
    expect(await order.total()).toBe(total);
  });
});

/**
 * A completed order less 10.00, taxed with a tenth: of the first line one piece was sent and one is open, at 10.00 each;
 * the second is one open piece at 20.00.
 */
async function twoLines() {
  const sold = await sellBoxed(
    database,
    { taxRate: '0.1' },
    {
      price: '10.00',
      boxes: [
        [1, '0.00'],
        [1, '0.00'],
      ],
    },
  );
  const { desk, number } = sold;
  const variantId = String(await makeVariant(database.client, { price: '20.00', count: 9 }));
  await desk.add(number, { variantId, quantity: 1 });
  await sold.adjust('-10.00');
  await sold.send(0);
  const [first = '', second = ''] = (await desk.read(number)).lineItems.map(({ id }) => id);
  const taxes = async (): Promise<number[]> => {
    const lines = await database.client.lineItem.findMany({
      where: { order: { number } },
      orderBy: { id: 'asc' },
    });
    return lines.map(({ tax }) => Number(tax.times(100)));
  };
  return { ...sold, first, second, taxes };
}

describe('The tax that a line keeps while others change in the same request (C26)', () => {
  test.each([
    // 4000 cents of each line, less 500: 175 for each of the two pieces that were at 2000; the other line has 750 off
    ['a price', { price: '20.00', quantity: 1 }, { price: '40.00' }, [175, 325]],
    // 4000 and 2000 cents, less 667 and 333: half of 333; the other line has 666 off
    ['a number', { price: '20.00', quantity: 1 }, { quantity: 3 }, [167, 533]],
    // 2000 and 6000 cents, less 250 and 750: half of 175; the other line has 875 off
    ['only its number', { quantity: 1 }, { price: '60.00' }, [88, 513]],
    // 4000 and 2000 cents, as if it were still there
    ['a line that goes', { price: '20.00', quantity: 1 }, { quantity: 0 }, [167]],
  ])('%s', async (_what, one, other, taxes) => {
    for (const isReversed of [false, true]) {
      const { desk, number, first, second, taxes: read } = await twoLines();
      const entries = [
        { id: first, ...one },
        { id: second, ...other },
      ];
      await desk.update(number, { lineItems: isReversed ? entries.toReversed() : entries });
      expect(await read()).toEqual(taxes);
    }
  });

  test('is what it is if all prices change in a request before the others', async () => {
    const [once, twice] = [await twoLines(), await twoLines()];
    await once.desk.update(once.number, {
      lineItems: [
        { id: once.second, price: '40.00', quantity: 2 },
        { id: once.first, price: '20.00', quantity: 1 },
      ],
    });
    const prices = [
      { id: twice.first, price: '20.00' },
      { id: twice.second, price: '40.00' },
    ];
    await twice.desk.update(twice.number, { lineItems: prices });
    await twice.desk.update(twice.number, {
      lineItems: [
        { id: twice.first, quantity: 1 },
        { id: twice.second, quantity: 2 },
      ],
    });
    expect(await once.taxes()).toEqual(await twice.taxes());
    expect(await once.total()).toBe(await twice.total());
  });
});
