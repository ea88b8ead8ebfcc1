import { afterAll, beforeAll } from '@jest/globals';
import fc from 'fast-check';
import type { Database } from '../../prisma/database.ts';
import { openTestDatabase } from '../support/database.ts';
import { longProperty, shareOf } from '../support/property.ts';
import { closeBooks } from './shop-days/closing.ts';
import { anyDay, carryOut } from './shop-days/day.ts';
import { openShop } from './shop-days/shop.ts';

let database: Database;
let locations: readonly bigint[];

beforeAll(async () => {
  database = await openTestDatabase();
  await database.client.stockLocation.create({ data: { name: 'Annex', isDefault: false } });
  const rows = await database.client.stockLocation.findMany({ orderBy: { id: 'asc' } });
  locations = rows.map(({ id }) => id);
});
afterAll(() => database.close());

let days = 0;

/** A few days at a time are checked quickly; a day that failed leaves nothing behind. */
async function clearAway(isBroken: boolean): Promise<void> {
  days += 1;
  if (!isBroken && days % 20 !== 0) return;
  await database.query(
    'TRUNCATE orders, products, state_changes, outbox_events RESTART IDENTITY CASCADE',
  );
}

longProperty(
  shareOf(1_000),
  'whatever is done to orders on a day, every invariant holds and the model agrees (T50)',
  anyDay,
  fc.record({
    requirePaymentToShip: fc.boolean(),
    taxRate: fc.constantFrom('0', '0.19'),
    taxShipping: fc.boolean(),
    cartPrices: fc.constantFrom('follow', 'follow', 'keep'),
  }),
  async (day, chosen) => {
    let isBroken = true;
    try {
      const shop = await openShop(database.client, locations, chosen);
      for (const command of day) await carryOut(shop, command);
      await closeBooks(database, shop);
      isBroken = false;
    } finally {
      await clearAway(isBroken);
    }
  },
);
