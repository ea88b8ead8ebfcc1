import { readFile } from 'node:fs/promises';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import type { Database } from '../../prisma/database.ts';
import { findViolations } from '../../prisma/invariants.ts';
import { openTestDatabase } from '../support/database.ts';
import { adminViewer, settings } from '../support/graphql.ts';
import { deskOf } from '../support/orders.ts';
import { makeVariant } from '../support/records.ts';

let database: Database;

beforeAll(async () => {
  database = await openTestDatabase();
});
afterAll(() => database.close());

const desk = (currency: string) =>
  deskOf(database.client, adminViewer, { settings: { ...settings, taxRate: '0.19', currency } });

type Goods = readonly (readonly [price: string, quantity: number])[];

/** The number of a cart with so many pieces at these prices, and a discount. */
async function fill(currency: string, amount: string, goods: Goods): Promise<string> {
  const lineItems = [];
  for (const [price, quantity] of goods) {
    const variantId = String(await makeVariant(database.client, { price, count: 9 }));
    lineItems.push({ variantId, quantity });
  }
  const { id, number } = await desk(currency).create({ lineItems });
  await desk(currency).try.adjustOrder(id, { amount, label: 'Sorry' });
  return number;
}

/** Completes an order and cancels the last piece of it. */
async function cancelLast(number: string): Promise<void> {
  await desk('USD').fire(number, 'complete');
  const [parcel] = (await desk('USD').read(number)).shipments;
  const inventoryUnitIds = (parcel?.inventoryUnits ?? []).slice(-1).map(({ id }) => id);
  const { record } = await desk('USD').try.pack(number, { inventoryUnitIds });
  await desk('USD').try.fireShipment(record.id, 'cancel');
}

const sharesOf = async (number: string) =>
  (
    await database.client.lineItem.findMany({
      where: { order: { number } },
      orderBy: { id: 'asc' },
    })
  ).map(({ discount }) => Number(discount));

test('C26: the migration gives each line the share that it had, to the cent, and no order changes', async () => {
  const orders: [number: string, shares: readonly number[]][] = [
    // the cent that is left goes to the first of the largest
    [
      await fill('USD', '-10.00', [
        ['10.00', 1],
        ['10.00', 1],
        ['10.00', 1],
      ]),
      [3.34, 3.33, 3.33],
    ],
    // a cent too much is taken from it
    [
      await fill('USD', '-0.02', [
        ['0.05', 1],
        ['0.05', 1],
        ['0.05', 1],
      ]),
      [0, 0.01, 0.01],
    ],
    // more than all goods
    [
      await fill('USD', '-25.00', [
        ['10.00', 1],
        ['2.50', 2],
      ]),
      [10, 5],
    ],
    [
      await fill('JPY', '-100', [
        ['500', 1],
        ['100', 1],
      ]),
      [83, 17],
    ],
    [
      await fill('KWD', '-0.100', [
        ['0.500', 1],
        ['0.100', 1],
      ]),
      [0.083, 0.017],
    ],
    [await fill('USD', '5.00', [['10.00', 1]]), [0]],
  ];
  const credited = await fill('USD', '-3.31', [
    ['9.99', 1],
    ['7.77', 4],
  ]);
  await cancelLast(credited);
  // 63 cents are in the credit, the other 268 are 80 and 188
  orders.push([credited, [0.8, 2.51]]);
  const expectAll = async () => {
    for (const [number, shares] of orders) {
      expect({ number, shares: await sharesOf(number) }).toEqual({ number, shares });
    }
  };
  await expectAll();
  const before = await database.client.order.findMany({ orderBy: { id: 'asc' } });
  await database.script('ALTER TABLE line_items DROP COLUMN discount');
  const file = 'prisma/migrations/20261128090000_discounts_of_lines/migration.sql';
  await database.script(`BEGIN; ${await readFile(file, 'utf8')} COMMIT`);
  await expectAll();
  expect(await findViolations(database)).toEqual([]);
  expect(await database.client.order.findMany({ orderBy: { id: 'asc' } })).toEqual(before);
});
