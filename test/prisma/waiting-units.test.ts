import { readFile } from 'node:fs/promises';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import type { Database } from '../../prisma/database.ts';
import { findViolations } from '../../prisma/invariants.ts';
import { openTestDatabase } from '../support/database.ts';
import { makeLocation, putStock } from '../support/dispatch.ts';
import { adminViewer } from '../support/graphql.ts';
import { deskOf } from '../support/orders.ts';
import { makeVariant } from '../support/records.ts';

let database: Database;

beforeAll(async () => {
  database = await openTestDatabase();
});
afterAll(() => database.close());

/** What units and stock items tell of what waits. */
const told = () =>
  database.query(`
    SELECT u.id, u.state, u.waiting_since, u.waiting_location_id, i.stock_location_id, i.backordered
    FROM inventory_units u JOIN stock_items i ON i.variant_id = u.variant_id ORDER BY u.id, i.id`);

test('the migration of waiting units tells of each since when and where it waits, and how many do', async () => {
  const desk = deskOf(database.client, adminViewer);
  const variantId = await makeVariant(database.client, { count: 1, price: '0' });
  const annex = await makeLocation(database);
  await putStock(database, variantId, annex, 1);
  await desk.fire((await desk.cartOf([variantId, 4])).number, 'complete');
  const { number } = await desk.fire((await desk.cartOf([variantId, 2])).number, 'complete');
  await database.client.inventoryUnit.updateMany({
    where: { order: { number } },
    data: { shipmentId: null },
  });
  const before = await told();
  expect(before.filter(({ state }) => state === 'backordered')).toHaveLength(8);
  await database.script(`
    ALTER TABLE inventory_units DROP COLUMN waiting_since, DROP COLUMN waiting_location_id;
    ALTER TABLE stock_items DROP COLUMN backordered;`);
  await database.script(
    await readFile('prisma/migrations/20261126213000_waiting_units/migration.sql', 'utf8'),
  );
  expect(await told()).toEqual(before);
  expect(await findViolations(database)).toEqual([]);
});
