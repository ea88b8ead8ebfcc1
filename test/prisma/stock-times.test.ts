import { readFile } from 'node:fs/promises';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import type { Database } from '../../prisma/database.ts';
import { openTestDatabase } from '../support/database.ts';
import { makeLocation } from '../support/dispatch.ts';
import { makeVariant } from '../support/records.ts';

let database: Database;

beforeAll(async () => {
  database = await openTestDatabase();
});
afterAll(() => database.close());

test('the migration of stock times finds the last movement of each count, and of each variant where it shows its stock', async () => {
  const moved = await makeVariant(database.client);
  const untouched = await makeVariant(database.client);
  const other = await makeLocation(database);
  await database.script(`
    UPDATE stock_items SET created_at = '2026-01-01T00:00:00Z';
    INSERT INTO stock_items (variant_id, stock_location_id, created_at)
      VALUES (${String(moved)}, ${String(other)}, '2026-01-02T00:00:00Z');
    INSERT INTO stock_movements (stock_item_id, kind, quantity, count_after, created_at)
      SELECT i.id, 'adjust', n, n, at::timestamptz
      FROM stock_items i JOIN stock_locations l ON l.id = i.stock_location_id
      JOIN (VALUES (true, 1, '2026-02-03T00:00:00Z'), (true, 2, '2026-02-01T00:00:00Z'),
                   (false, 3, '2026-02-02T00:00:00Z'), (false, 4, '2026-02-05T00:00:00Z')) AS m (is_default, n, at)
        ON m.is_default = l.is_default
      WHERE i.variant_id = ${String(moved)};
    ALTER TABLE stock_items DROP COLUMN moved_at;`);
  await database.script(
    await readFile('prisma/migrations/20261123110000_stock_times/migration.sql', 'utf8'),
  );
  const rows = await database.client.stockItem.findMany({
    where: { variantId: { in: [moved, untouched] } },
    orderBy: [{ variantId: 'asc' }, { id: 'asc' }],
    select: { variantId: true, movedAt: true },
  });
  expect(rows).toEqual([
    { variantId: moved, movedAt: new Date('2026-02-05T00:00:00Z') },
    { variantId: moved, movedAt: new Date('2026-02-05T00:00:00Z') },
    { variantId: untouched, movedAt: new Date('2026-01-01T00:00:00Z') },
  ]);
});
