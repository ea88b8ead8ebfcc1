import { readFile } from 'node:fs/promises';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import type { Database } from '../../prisma/database.ts';
import { openTestDatabase } from '../support/database.ts';

let database: Database;
let lines: string[];
beforeAll(async () => {
  database = await openTestDatabase();
  const schema = await readFile(new URL('../../prisma/schema.prisma', import.meta.url), 'utf8');
  lines = schema.split('\n');
});
afterAll(() => database.close());

/** The store's columns for which the condition holds, as `table.column`. */
async function columnsWhere(condition: string): Promise<unknown[]> {
  const rows = await database.query(
    `SELECT table_name || '.' || column_name AS name FROM information_schema.columns
      WHERE table_schema = 'public' AND table_name <> '_prisma_migrations' AND ${condition} ORDER BY 1`,
  );
  return rows.map((row) => row.name);
}

describe('schema.prisma', () => {
  // GraphQL's own test asks for those of relations that it shows
  test('Every model has a description, and every column whose name does not say all.', () => {
    const models = lines.flatMap((line) => /^model (\w+) \{$/.exec(line)?.[1] ?? []);
    const bare = lines.filter((line, index) => {
      const [, column = '', type = ''] = /^ {2}([a-z]\w*) +(\w+)/.exec(line) ?? [];
      const isUsual = /^(id|\w+Id|createdAt|updatedAt|lockVersion)$/.test(column);
      const isToldOf =
        column === '' ? line.startsWith('model ') : !isUsual && !models.includes(type);
      return isToldOf && !/^ *\/\/\/ \S.*\.$/.test(lines[index - 1] ?? '');
    });
    expect(models.length).toBeGreaterThan(30);
    expect(bare).toEqual([]);
  });
});

describe('The tables', () => {
  test('Every time has a zone and milliseconds (C30).', async () => {
    expect(
      await columnsWhere(
        "data_type LIKE 'time%' AND NOT (data_type = 'timestamp with time zone' AND datetime_precision = 3)",
      ),
    ).toEqual([]);
  });

  test('Nothing is a floating point number (R1).', async () => {
    expect(await columnsWhere("data_type IN ('real', 'double precision')")).toEqual([]);
  });

  test('Every id is a BIGINT.', async () => {
    expect(
      await columnsWhere(
        "(column_name = 'id' OR column_name LIKE '%\\_id') AND data_type <> 'bigint'",
      ),
    ).toEqual([]);
  });

  test('Every created_at and updated_at is made by the database when it is not given.', async () => {
    expect(
      await columnsWhere("column_name IN ('created_at', 'updated_at') AND column_default IS NULL"),
    ).toEqual([]);
  });

  test.each([
    ['orders', 'orders_email_lower_idx', 'lower((email)::text)'],
    ['orders', 'orders_completed_at_desc_idx', '(completed_at DESC NULLS LAST, id)'],
    ['users', 'users_email_lower_key', 'lower((email)::text)'],
    ['users', 'users_display_name_trgm', 'gin (display_name gin_trgm_ops)'],
    [
      'variants',
      'variants_live_sku_key',
      "(sku) WHERE ((deleted_at IS NULL) AND ((sku)::text <> ''::text))",
    ],
    ['products', 'products_live_permalink_key', '(permalink) WHERE (deleted_at IS NULL)'],
    [
      'inventory_units',
      'inventory_units_waiting_idx',
      "(variant_id, waiting_location_id, waiting_since, order_id, id) WHERE ((state)::text = 'backordered'::text)",
    ],
    [
      'outbox_events',
      'outbox_events_waiting_idx',
      '(next_attempt_at, id) WHERE (published_at IS NULL)',
    ],
  ])(
    '%s has the index %s, which schema.prisma cannot fully say.',
    async (table, index, definition) => {
      const rows = await database.query(
        'SELECT indexdef FROM pg_indexes WHERE tablename = $1 AND indexname = $2',
        [table, index],
      );
      expect(rows).toEqual([{ indexdef: expect.stringContaining(definition) }]);
    },
  );
});

describe('A new store', () => {
  test('All 249 countries are there, numbered from 1, and there is room for more (C19).', async () => {
    const countries = 'SELECT count(*)::int AS number, min(id) AS first, max(id) AS last';
    expect(await database.query(`${countries} FROM countries`)).toEqual([
      { number: 249, first: 1n, last: 249n },
    ]);
    const { id } = await database.client.country.create({
      data: { name: 'Nowhere', isoName: 'NOWHERE', iso: 'XX', iso3: 'XXX' },
    });
    await database.client.country.delete({ where: { id } });
    expect(id).toBe(250n);
  });

  test('Exactly the countries that require states have them (C20).', async () => {
    const states = await database.query(
      `SELECT c.iso, c.states_required AS required, count(s.id)::int AS states
       FROM countries c LEFT JOIN states s ON s.country_id = c.id
       GROUP BY c.id HAVING c.states_required OR count(s.id) > 0 ORDER BY c.iso`,
    );
    expect(states).toEqual([
      { iso: 'AU', required: true, states: 8 },
      { iso: 'BR', required: true, states: 27 },
      { iso: 'CA', required: true, states: 13 },
      { iso: 'IN', required: true, states: 36 },
      { iso: 'MX', required: true, states: 32 },
      { iso: 'US', required: true, states: 51 },
    ]);
  });

  test('It has two built-in roles with their permissions (A13).', async () => {
    const roles = await database.query(
      `SELECT r.name, r.built_in, string_agg(p.permission, ' ' ORDER BY p.permission COLLATE "C") AS may
       FROM roles r JOIN role_permissions p ON p.role_id = r.id GROUP BY r.id ORDER BY r.name`,
    );
    const read =
      'addresses.read inventory_units.index inventory_units.read line_items.index line_items.read ' +
      'orders.index orders.read payments.index payments.read shipments.index shipments.read';
    expect(roles).toEqual([
      { name: 'admin', built_in: true, may: '*' },
      { name: 'orders_read', built_in: true, may: read },
    ]);
  });

  test('It ships from one location, by two methods, to everywhere, and takes checks (C39, T23).', async () => {
    const methods = await database.query(
      `SELECT m.name, m.base_cost::text AS base, m.item_cost::text AS item, m.active, z.name AS zone,
              c.name AS category, c.is_default
       FROM shipping_methods m JOIN zones z ON z.id = m.zone_id
       JOIN shipping_categories c ON c.id = m.shipping_category_id ORDER BY m.id`,
    );
    const offered = { active: true, zone: 'Everywhere', category: 'Default', is_default: true };
    expect(methods).toEqual([
      { name: 'Standard', base: '5.00', item: '0.00', ...offered },
      { name: 'Express', base: '15.00', item: '0.00', ...offered },
    ]);
    expect(await database.query('SELECT name, is_default, active FROM stock_locations')).toEqual([
      { name: 'default', is_default: true, active: true },
    ]);
    expect(
      await database.query('SELECT name, kind, active, position FROM payment_methods'),
    ).toEqual([{ name: 'Check', kind: 'check', active: true, position: 1 }]);
    expect(await database.query('SELECT id FROM zone_members')).toEqual([]);
  });
});
