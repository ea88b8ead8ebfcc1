import { readFile } from 'node:fs/promises';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import type { Database } from '../../prisma/database.ts';
import { openTestDatabase } from '../support/database.ts';
import { adminViewer, settings } from '../support/graphql.ts';
import { deskOf } from '../support/orders.ts';
import { makeVariant } from '../support/records.ts';

let database: Database;

beforeAll(async () => {
  database = await openTestDatabase();
});
afterAll(() => database.close());

test('C42: the migration of discounts finds the share in each credit that was booked before, to the cent of its rounded tax', async () => {
  const desk = deskOf(database.client, adminViewer, { settings: { ...settings, taxRate: '0.19' } });
  const shares = async () =>
    (
      await database.client.adjustment.findMany({
        where: { pieces: { not: null } },
        orderBy: { id: 'asc' },
      })
    ).map((row) => [row.amount.toFixed(), row.discount.toFixed()]);
  for (const discount of ['-6.00', undefined]) {
    const variantId = String(await makeVariant(database.client, { price: '9.99', count: 3 }));
    const { id, number } = await desk.create({ lineItems: [{ variantId, quantity: 3 }] });
    await desk.fire(number, 'complete');
    if (discount) await desk.try.adjustOrder(id, { amount: discount, label: 'Sorry' });
    const [parcel] = (await desk.read(number)).shipments;
    const inventoryUnitIds = (parcel?.inventoryUnits ?? []).slice(1).map((unit) => unit.id);
    const { record } = await desk.try.pack(number, { inventoryUnitIds });
    await desk.try.fireShipment(record.id, 'cancel');
  }
  // two of three pieces: 1998 - 400 + 303 cents (455 of tax), and 1998 + 379 (569)
  expect(await shares()).toEqual([
    ['-19.01', '4'],
    ['-23.77', '0'],
  ]);
  await database.script('ALTER TABLE adjustments DROP COLUMN discount');
  const file = 'prisma/migrations/20261123160000_discounts_in_credits/migration.sql';
  await database.script(await readFile(file, 'utf8'));
  // 1998 - 1901 / 1.19 cents
  expect(await shares()).toEqual([
    ['-19.01', '4.01'],
    ['-23.77', '0'],
  ]);
});
