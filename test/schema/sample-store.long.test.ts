import { readFile, writeFile } from 'node:fs/promises';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { validate } from 'graphql';
import type { Database, Row } from '../../prisma/database.ts';
import { findViolations } from '../../prisma/invariants.ts';
import { loadSampleStore, schema, setUpAdmin } from '../../schema/index.ts';
import { inventoryUnitStates } from '../../schema/domain/inventory-unit-machine.ts';
import { wordsOf } from '../../schema/domain/meanings.ts';
import { orderStates } from '../../schema/domain/order-states.ts';
import { paymentStates } from '../../schema/domain/payment-machine.ts';
import { adjustmentKinds } from '../../schema/domain/totals.ts';
import { orderPaymentStates } from '../../schema/domain/payment-state.ts';
import { shipmentStates } from '../../schema/domain/shipment-states.ts';
import { orderShipmentStates } from '../../schema/domain/shipment-state.ts';
import { readStoredRows, rowsFile } from '../../schema/sample-store/stored-rows.ts';
import { makeSampleRows, textOf } from '../sample-store/make.ts';
import * as operations from '../sample-store/operations.ts';
import { openTestDatabase } from '../support/database.ts';

/** A store that loaded the rows. */
let database: Database;
/** A store in which the operations were carried out. */
let made: Database;
/** What they left, as the text of the file: `npm run generate:sample` writes it. */
let left: string;
/** A store without the sample data. */
let taken: Database;
let loaded: boolean;
const progress: string[] = [];

beforeAll(async () => {
  [database, made, taken] = [
    await openTestDatabase(),
    await openTestDatabase(),
    await openTestDatabase(),
  ];
  for (const { client } of [database, made, taken]) await setUpAdmin(client, undefined);
  left = textOf(await makeSampleRows(schema, made.client));
  if (process.env['WRITE_SAMPLE'] === '1') await writeFile(rowsFile, left);
  loaded = await loadSampleStore(database.client, (line) => progress.push(line));
});
afterAll(async () => {
  await database.close();
  await made.close();
  await taken.close();
});

const rows = (sql: string): Promise<Row[]> => database.query(sql);

/** The values of the only column, in order. */
const column = async (sql: string): Promise<unknown[]> =>
  (await rows(sql)).map((row) => Object.values(row)[0]);

/** Every row of the tables as a text, without what differs in every store. */
async function contentsOf(store: Database, tables: readonly string[]): Promise<unknown> {
  const contents = tables.map(async (table) => {
    const found = await store.query(
      `SELECT (to_jsonb(kept) - 'token')::text AS row FROM "${table}" kept
       WHERE NOT to_jsonb(kept) @> '{"name": "Admin"}' ORDER BY 1`,
    );
    return [table, found.map(({ row }) => row)] as const;
  });
  return Object.fromEntries(await Promise.all(contents));
}

/** The tables that have rows in a store without the sample, and what tells their rows apart. */
const tellingApart: Readonly<Record<string, string>> = {
  payment_methods: 'name',
  roles: 'name',
  shipping_categories: 'name',
  shipping_methods: "concat(name, ' ', base_cost)",
  stock_locations: 'name',
  users: 'coalesce(name, email)',
  zones: 'name',
};

/** For every foreign key to these tables: to which row how many rows refer, but for a shipping method of the store's own. */
async function referencesOf(store: Database): Promise<unknown> {
  const keys = await store.query(`
    SELECT k.conrelid::regclass::text AS source, a.attname AS column, k.confrelid::regclass::text AS target
    FROM pg_constraint k JOIN pg_attribute a ON a.attrelid = k.conrelid AND a.attnum = k.conkey[1]
    WHERE k.contype = 'f' AND k.conrelid <> 'api_keys'::regclass`);
  const counts = keys
    .map((key) => key as Record<'source' | 'column' | 'target', string>)
    .filter(({ target }) => target in tellingApart)
    .map(
      ({ source, column: name, target }) => `
        SELECT '${source}.${name}' AS key, ${tellingApart[target] ?? ''} AS target, count(*) AS rows
        FROM (SELECT "${name}" AS target_id FROM "${source}" kept
              WHERE NOT to_jsonb(kept) @> '{"name": "Sledge"}') s JOIN "${target}" t ON t.id = s.target_id
        GROUP BY 1, 2`,
    );
  return store.query(`${counts.join(' UNION ALL ')} ORDER BY 1, 2`);
}

const sorted = (words: readonly string[]): string[] => [...words].sort();

describe('loading', () => {
  test('fills an empty store and reports its progress', () => {
    expect(loaded).toBe(true);
    expect(progress).toEqual(['Loading the sample store']);
  });

  test('inserts what the operations leave, row by row; orders get tokens of their own (Q45)', async () => {
    expect(left).toBe(await readFile(rowsFile, 'utf8'));
    const tables = Object.keys(await readStoredRows());
    expect(await contentsOf(database, tables)).toEqual(await contentsOf(made, tables));
    const token = 'SELECT count(DISTINCT token) AS tokens FROM orders WHERE length(token) = 22';
    expect(await database.query(token)).toEqual([{ tokens: 59n }]);
  });

  test.each([
    ['an admin whose id is not 1', 'ALTER TABLE users ALTER COLUMN id RESTART WITH 3'],
    ['roles of its own', "INSERT INTO roles (name) VALUES ('packer'), ('picker')"],
    [
      'methods, locations and categories of its own',
      `WITH a AS (INSERT INTO payment_methods (name, kind, position) VALUES ('Cash', 'check', 9)),
            b AS (INSERT INTO stock_locations (name, is_default) VALUES ('Attic', false)),
            c AS (INSERT INTO shipping_categories (name, is_default) VALUES ('Frozen', false) RETURNING id)
       INSERT INTO shipping_methods (name, zone_id, shipping_category_id)
       SELECT 'Sledge', zones.id, c.id FROM zones, c`,
    ],
    [
      'ids that a broken start used up',
      `SELECT nextval(pg_get_serial_sequence(name, 'id')) FROM (VALUES ('zones'), ('orders'), ('variants')) t (name)`,
    ],
    [
      'other ids, because a migration was tried again',
      `WITH a AS (UPDATE payment_methods SET id = id + 5), b AS (UPDATE roles SET id = id + 5),
            c AS (UPDATE stock_locations SET id = id + 5), d AS (UPDATE zones SET id = id + 5),
            e AS (UPDATE shipping_methods SET id = id + 5)
       UPDATE shipping_categories SET id = id + 5`,
    ],
  ])('gives a store with %s the whole sample', async (_title, sql) => {
    const other = await openTestDatabase();
    try {
      await other.query(sql);
      await setUpAdmin(other.client, undefined);
      expect(await loadSampleStore(other.client)).toBe(true);
      const owners = `SELECT o.number, u.email FROM orders o LEFT JOIN users u ON u.id = o.user_id ORDER BY 1`;
      expect(await other.query(owners)).toEqual(await made.query(owners));
      expect(await referencesOf(other)).toEqual(await referencesOf(made));
      const changed = "SELECT FROM shipping_methods WHERE name = 'Sledge' AND NOT active";
      expect(await other.query(changed)).toEqual([]);
      const places = ['addresses', 'line_items', 'outbox_events', 'variants'];
      expect(await contentsOf(other, places)).toEqual(await contentsOf(made, places));
      expect(await findViolations(other)).toEqual([]);
      await other.query("INSERT INTO users (email) VALUES ('next@example.test')");
    } finally {
      await other.close();
    }
  });

  test('leaves room for further records', async () => {
    await database.query(
      `INSERT INTO option_types (name, presentation, position) VALUES ('weave', 'Weave', 9)`,
    );
    const [row] = await database.query(
      `DELETE FROM option_types WHERE name = 'weave' RETURNING id`,
    );
    const [known] = await database.query('SELECT max(id) AS id FROM option_types');
    expect(Number(row?.['id'])).toBeGreaterThan(Number(known?.['id']));
  });

  test('again does nothing', async () => {
    const count = `SELECT (SELECT count(*) FROM orders) AS orders, (SELECT count(*) FROM products) AS products,
      (SELECT count(*) FROM users) AS users, (SELECT count(*) FROM zones) AS zones`;
    const before = await rows(count);
    expect(await loadSampleStore(database.client)).toBe(false);
    expect(await rows(count)).toEqual(before);
  });

  test('leaves no invariant broken', async () => {
    expect(await findViolations(database)).toEqual([]);
  });

  test.each([
    ['users', "INSERT INTO users (email) VALUES ('somebody@example.test') RETURNING id"],
    ['orders', "INSERT INTO orders (number) VALUES ('R1') RETURNING id"],
    [
      'products',
      "INSERT INTO products (name, permalink, shipping_category_id) SELECT 'Jug', 'jug', id FROM shipping_categories RETURNING id",
    ],
    ['zones', "INSERT INTO zones (name) VALUES ('Near') RETURNING id"],
    [
      'zone_members',
      'INSERT INTO zone_members (zone_id, country_id) SELECT id, 14 FROM zones RETURNING id',
    ],
  ])('does nothing where there are %s already', loadsNothingBeside);

  test.each([
    ['roles', "INSERT INTO roles (name) VALUES ('shipping_clerk') RETURNING id"],
    [
      'stock_locations',
      "INSERT INTO stock_locations (name, is_default) VALUES ('East Warehouse', false) RETURNING id",
    ],
    [
      'shipping_categories',
      "INSERT INTO shipping_categories (name, is_default) VALUES ('BULKY', false) RETURNING id",
    ],
  ])('does nothing where one of the %s has a name of the sample (C39)', loadsNothingBeside);

  test.each([
    ['stock_locations', 'is_default = NOT is_default'],
    ['shipping_categories', 'is_default = NOT is_default'],
    ['roles', "name = CASE name WHEN 'orders_read' THEN 'readers' ELSE 'orders_read' END"],
    ['payment_methods', "name = CASE name WHEN 'Check' THEN 'Cheque' ELSE 'Check' END"],
  ])('does nothing where the one of %s that it refers to is gone (C39)', async (table, change) => {
    const turn = `UPDATE ${table} SET ${change} WHERE ${table === 'roles' ? "name <> 'admin'" : 'true'}`;
    await taken.query(turn);
    const outcome = await loadSampleStore(taken.client).catch(String);
    const orders = await taken.query('SELECT count(*) AS number FROM orders');
    await taken.query(turn);
    expect({ outcome, orders }).toEqual({ outcome: false, orders: [{ number: 0n }] });
  });

  test('does nothing where the admin has an address of the sample (C39)', async () => {
    const own = "UPDATE users SET email = 'mira.holt@harbour.test' WHERE is_start_admin";
    await taken.query(own);
    const outcome = await loadSampleStore(taken.client).catch(String);
    await taken.query("UPDATE users SET email = 'admin@example.test' WHERE is_start_admin");
    expect(outcome).toBe(false);
  });

  async function loadsNothingBeside(table: string, sql: string): Promise<void> {
    const [row] = await taken.query(sql);
    const outcome = await loadSampleStore(taken.client).catch(String);
    const methods = await taken.query('SELECT count(*) AS number FROM shipping_methods');
    await taken.query(`DELETE FROM ${table} WHERE id = $1`, [row?.['id']]);
    expect({ outcome, methods }).toEqual({ outcome: false, methods: [{ number: 2n }] });
  }

  test.each(Object.entries(operations))('%s is an operation of the schema', (_name, operation) => {
    expect(validate(schema, operation)).toEqual([]);
  });
});

describe('the contents (C40)', () => {
  test('users: the admin, two customers, a reader of orders, a clerk, one without a name', async () => {
    const users = await rows(`
      SELECT u.email, u.name, array_to_string(array_agg(r.name), ' ') AS roles,
             (SELECT count(*) FROM orders WHERE user_id = u.id) > 0 AS has_orders
      FROM users u LEFT JOIN user_roles ur ON ur.user_id = u.id LEFT JOIN roles r ON r.id = ur.role_id
      GROUP BY u.id ORDER BY u.id`);
    expect(users).toEqual([
      { email: 'admin@example.test', name: 'Admin', roles: 'admin', has_orders: false },
      { email: 'mira.holt@harbour.test', name: 'Mira Holt', roles: '', has_orders: true },
      { email: 'jonas.feld@harbour.test', name: 'Jonas Feld', roles: '', has_orders: true },
      {
        email: 'petra.lind@store.test',
        name: 'Petra Lind',
        roles: 'orders_read',
        has_orders: false,
      },
      {
        email: 'tom.quay@store.test',
        name: 'Tom Quay',
        roles: 'shipping_clerk',
        has_orders: false,
      },
      { email: 'newcomer@harbour.test', name: null, roles: '', has_orders: false },
    ]);
  });

  test('the clerk may read and fire shipments and inventory units, and nothing else', async () => {
    const permissions = await column(`
      SELECT p.permission FROM role_permissions p JOIN roles r ON r.id = p.role_id
      WHERE r.name = 'shipping_clerk' ORDER BY p.permission`);
    expect(permissions).toEqual([
      'inventory_units.fire',
      'inventory_units.index',
      'inventory_units.read',
      'shipments.fire',
      'shipments.index',
      'shipments.read',
    ]);
  });

  test('no keys are made for sample users', async () => {
    expect(
      await column('SELECT DISTINCT u.email FROM api_keys k JOIN users u ON u.id = k.user_id'),
    ).toEqual(['admin@example.test']);
  });

  test('products: twelve visible, one hidden, one of the future, one deleted', async () => {
    const products = await rows(`
      SELECT p.permalink,
             CASE WHEN p.deleted_at IS NOT NULL THEN 'deleted' WHEN p.available_on IS NULL THEN 'hidden'
                  WHEN p.available_on > now() THEN 'future' ELSE 'visible' END AS is,
             (SELECT count(*)::int FROM product_option_types WHERE product_id = p.id) AS types,
             (SELECT count(*)::int FROM variants WHERE product_id = p.id AND NOT is_master AND deleted_at IS NULL) AS variants
      FROM products p ORDER BY p.id`);
    expect(products).toEqual([
      { permalink: 'linen-apron', is: 'visible', types: 2, variants: 8 },
      { permalink: 'work-shirt', is: 'visible', types: 3, variants: 6 },
      { permalink: 'enamel-mug', is: 'visible', types: 0, variants: 0 },
      { permalink: 'canvas-tote', is: 'visible', types: 1, variants: 3 },
      { permalink: 'canvas-tote-1', is: 'visible', types: 0, variants: 0 },
      { permalink: 'wool-socks', is: 'visible', types: 1, variants: 3 },
      { permalink: 'oak-stool', is: 'visible', types: 1, variants: 2 },
      { permalink: 'field-notebook', is: 'visible', types: 1, variants: 3 },
      { permalink: 'gift-card', is: 'visible', types: 1, variants: 2 },
      { permalink: 'beeswax-candle', is: 'visible', types: 0, variants: 0 },
      { permalink: 'steel-kettle', is: 'visible', types: 0, variants: 0 },
      { permalink: 'cotton-towel', is: 'visible', types: 1, variants: 3 },
      { permalink: 'rain-cape', is: 'hidden', types: 0, variants: 0 },
      { permalink: 'harvest-basket', is: 'future', types: 0, variants: 0 },
      { permalink: 'clay-teapot', is: 'deleted', types: 0, variants: 0 },
    ]);
  });

  test('variants: thirty live ones beside the masters, and one deleted', async () => {
    expect(
      await rows(`SELECT count(*) FILTER (WHERE v.deleted_at IS NULL)::int AS live,
          string_agg(v.sku, ' ') FILTER (WHERE v.deleted_at IS NOT NULL) AS deleted
        FROM variants v WHERE NOT v.is_master`),
    ).toEqual([{ live: 30, deleted: 'NOT-SQU' }]);
  });

  test.each([
    ['untracked', 'NOT v.track_inventory', ['GIF', 'GIF-25', 'GIF-50']],
    [
      'without stock, backorderable, tracked, on sale',
      "i.count_on_hand = 0 AND i.backorderable AND v.track_inventory AND v.sku LIKE 'SOC%'",
      ['SOC', 'SOC-L'],
    ],
    ['with a negative count', 'i.count_on_hand < 0', ['SOC-M']],
    ['without stock and not backorderable', 'i.count_on_hand = 0 AND NOT i.backorderable', ['CAN']],
    ['with a blank sku', "v.sku = ''", ['']],
    [
      'with cost_price, weight and sizes',
      'v.cost_price IS NOT NULL AND v.weight IS NOT NULL AND v.height IS NOT NULL AND v.width IS NOT NULL AND v.depth IS NOT NULL',
      ['KET', 'MUG'],
    ],
    [
      'with cost_price and without weight',
      "v.cost_price IS NOT NULL AND v.weight IS NULL AND v.sku LIKE 'TOW%'",
      ['TOW', 'TOW-L', 'TOW-M', 'TOW-S'],
    ],
    [
      'with stock in the second location',
      "EXISTS (SELECT FROM stock_items e JOIN stock_locations l ON l.id = e.stock_location_id WHERE e.variant_id = v.id AND l.name = 'East Warehouse' AND e.count_on_hand > 0)",
      ['APR-L-CHA', 'KET', 'MUG'],
    ],
  ])('variants %s', async (_what, condition, skus) => {
    expect(
      await column(`SELECT v.sku FROM variants v JOIN stock_items i ON i.id = v.stock_item_id
        WHERE ${condition} ORDER BY v.sku COLLATE "C"`),
    ).toEqual(skus);
  });

  test('images: two on a variant, one on a master, one with alt, one without its time', async () => {
    expect(
      await rows(`SELECT v.sku, v.is_master, i.attachment_file_name AS file, i.position,
          i.alt IS NOT NULL AS has_alt, i.attachment_updated_at IS NOT NULL AS is_dated
        FROM images i JOIN variants v ON v.id = i.variant_id ORDER BY i.id`),
    ).toEqual([
      {
        sku: 'APR-M-NAT',
        is_master: false,
        file: 'apron-m.png',
        position: 1,
        has_alt: true,
        is_dated: true,
      },
      {
        sku: 'APR-M-NAT',
        is_master: false,
        file: 'apron-m-pocket.png',
        position: 2,
        has_alt: false,
        is_dated: true,
      },
      { sku: 'MUG', is_master: true, file: 'mug.jpg', position: 1, has_alt: false, is_dated: true },
      {
        sku: 'STO-OIL',
        is_master: false,
        file: 'stool.jpg',
        position: 1,
        has_alt: true,
        is_dated: false,
      },
    ]);
  });

  test('zones by country and by state', async () => {
    expect(
      await rows(`SELECT z.name, count(m.country_id)::int AS countries, count(m.state_id)::int AS states,
          string_agg(COALESCE(c.iso, s.abbr), ' ' ORDER BY m.id) FILTER (WHERE z.name <> 'Overseas') AS members
        FROM zones z LEFT JOIN zone_members m ON m.zone_id = z.id
        LEFT JOIN countries c ON c.id = m.country_id LEFT JOIN states s ON s.id = m.state_id
        GROUP BY z.id ORDER BY z.id`),
    ).toEqual([
      { name: 'Everywhere', countries: 0, states: 0, members: null },
      { name: 'United States', countries: 1, states: 0, members: 'US' },
      { name: 'Canada and Mexico', countries: 2, states: 0, members: 'CA MX' },
      { name: 'Overseas', countries: 246, states: 0, members: null },
      { name: 'Alaska and Hawaii', countries: 0, states: 2, members: 'AK HI' },
    ]);
  });

  test('shipping methods: Ground, Express, International; the default ones are off', async () => {
    expect(
      await column(`SELECT DISTINCT concat_ws(' / ', m.name, c.name, CASE WHEN m.active THEN 'on' ELSE 'off' END) COLLATE "C" AS method
        FROM shipping_methods m JOIN shipping_categories c ON c.id = m.shipping_category_id ORDER BY method`),
    ).toEqual([
      'Express / Bulky / on',
      'Express / Default / off',
      'Express / Default / on',
      'Ground / Bulky / on',
      'Ground / Default / on',
      'International / Bulky / on',
      'International / Default / on',
      'Standard / Default / off',
    ]);
  });

  test('stock locations and payment methods', async () => {
    expect(await column('SELECT name FROM stock_locations ORDER BY id')).toEqual([
      'default',
      'East Warehouse',
    ]);
    expect(await rows('SELECT name, kind, active FROM payment_methods ORDER BY position')).toEqual([
      { name: 'Check', kind: 'check', active: true },
      { name: 'Card (manual)', kind: 'card', active: true },
      { name: 'Money order', kind: 'check', active: false },
    ]);
  });
});

/** The rows of C41, with the number of the order that demonstrates each. */
const shown: readonly (readonly [
  number: string,
  state: string,
  payment: string | null,
  shipment: string | null,
])[] = [
  ['R100000041', 'cart', null, null],
  ['R100000042', 'cart', null, null],
  ['R100000043', 'address', null, null],
  ['R100000044', 'delivery', null, null],
  ['R100000045', 'payment', null, null],
  ['R100000046', 'confirm', null, null],
  ['R100000047', 'complete', 'balance_due', 'pending'],
  ['R100000048', 'complete', 'paid', 'ready'],
  ['R100000049', 'complete', 'paid', 'shipped'],
  ['R100000050', 'complete', 'paid', 'partial'],
  ['R100000051', 'complete', 'balance_due', 'backorder'],
  ['R100000052', 'complete', 'failed', 'pending'],
  ['R100000053', 'complete', 'credit_owed', 'shipped'],
  ['R100000054', 'complete', 'paid', 'ready'],
  ['R100000055', 'canceled', 'void', 'canceled'],
  ['R100000056', 'resumed', 'paid', 'ready'],
  ['R100000057', 'awaiting_return', 'credit_owed', 'shipped'],
  ['R100000058', 'returned', 'credit_owed', 'shipped'],
  ['R100000059', 'complete', 'paid', 'pending'],
];

/** The states of the units of an order, counted: `2 sold`. */
const unitsOf = (number: string): Promise<unknown[]> =>
  column(`SELECT count(*) || ' ' || u.state FROM inventory_units u JOIN orders o ON o.id = u.order_id
    WHERE o.number = '${number}' GROUP BY u.state ORDER BY u.state`);

const shipmentsOf = (number: string): Promise<Row[]> =>
  rows(`SELECT s.state, l.name AS location, s.tracking, s.shipped_at IS NOT NULL AS has_left,
      (SELECT count(*)::int FROM shipping_rates WHERE shipment_id = s.id) AS rates
    FROM shipments s JOIN orders o ON o.id = s.order_id JOIN stock_locations l ON l.id = s.stock_location_id
    WHERE o.number = '${number}' ORDER BY s.id`);

const paymentsOf = (number: string): Promise<unknown[]> =>
  column(`SELECT p.state FROM payments p JOIN orders o ON o.id = p.order_id
    WHERE o.number = '${number}' ORDER BY p.id`);

const orderOf = async (number: string, columns: string): Promise<Row | undefined> =>
  (await rows(`SELECT ${columns} FROM orders o WHERE o.number = '${number}'`))[0];

describe('the sample orders (C41)', () => {
  test.each(shown)(
    '%s is %s, payment_state %s, shipment_state %s',
    async (number, state, payment, shipment) => {
      expect(await orderOf(number, 'state, payment_state, shipment_state')).toEqual({
        state,
        payment_state: payment,
        shipment_state: shipment,
      });
    },
  );

  test('a cart has two lines; another is empty and nobody is known of', async () => {
    const lines =
      '(SELECT count(*)::int FROM line_items WHERE order_id = o.id) AS lines, user_id IS NULL AS is_guest, email';
    expect(await orderOf('R100000041', lines)).toEqual({
      lines: 2,
      is_guest: false,
      email: 'mira.holt@harbour.test',
    });
    expect(await orderOf('R100000042', lines)).toEqual({ lines: 0, is_guest: true, email: null });
  });

  test('the order in address has an e-mail and no address', async () => {
    expect(await orderOf('R100000043', 'email, bill_address_id, ship_address_id')).toEqual({
      email: 'ines.moor@lakeside.test',
      bill_address_id: null,
      ship_address_id: null,
    });
  });

  test('the order in delivery has addresses and a pending shipment with two rates and its units', async () => {
    expect(
      await orderOf(
        'R100000044',
        'bill_address_id IS NOT NULL AND ship_address_id IS NOT NULL AS has_addresses',
      ),
    ).toEqual({ has_addresses: true });
    expect(await shipmentsOf('R100000044')).toEqual([
      { state: 'pending', location: 'default', tracking: null, has_left: false, rates: 2 },
    ]);
    expect(await unitsOf('R100000044')).toEqual(['3 on_hand']);
  });

  test('the orders in payment and confirm have a payment in checkout', async () => {
    expect(await paymentsOf('R100000045')).toEqual(['invalid', 'checkout']);
    expect(await paymentsOf('R100000046')).toEqual(['checkout']);
  });

  test('a paid order is ready', async () => {
    expect(await shipmentsOf('R100000048')).toEqual([
      { state: 'ready_to_ship', location: 'default', tracking: null, has_left: false, rates: 1 },
    ]);
  });

  test('a shipped order has tracking, a time, and shipped units', async () => {
    expect(await shipmentsOf('R100000049')).toEqual([
      {
        state: 'shipped',
        location: 'default',
        tracking: 'TRK-100000049-1',
        has_left: true,
        rates: 1,
      },
    ]);
    expect(await unitsOf('R100000049')).toEqual(['2 shipped']);
  });

  test('a partly shipped order has two shipments from two locations', async () => {
    expect(await shipmentsOf('R100000050')).toEqual([
      {
        state: 'shipped',
        location: 'default',
        tracking: 'TRK-100000050-1',
        has_left: true,
        rates: 2,
      },
      { state: 'pending', location: 'East Warehouse', tracking: null, has_left: false, rates: 2 },
    ]);
    expect(await unitsOf('R100000050')).toEqual(['1 shipped', '1 sold']);
  });

  test('an order waits for stock', async () => {
    expect(await unitsOf('R100000051')).toEqual(['2 backordered', '2 sold']);
  });

  test('the last payment of an order failed', async () => {
    expect(await paymentsOf('R100000052')).toEqual(['failed']);
  });

  test('an order has a discount by hand and instructions', async () => {
    expect(await orderOf('R100000053', 'credit_total, special_instructions')).toEqual({
      credit_total: '5',
      special_instructions: 'Please ring twice.\nThe bell is loud.',
    });
    expect(
      await rows(`SELECT a.kind, a.amount, a.label FROM adjustments a JOIN orders o ON o.id = a.order_id
        WHERE o.number = 'R100000053' AND a.amount < 0`),
    ).toEqual([{ kind: 'manual', amount: '-5', label: 'Goodwill' }]);
  });

  test('an order goes to a state known by name only, with a variant that was deleted later', async () => {
    expect(
      await rows(`SELECT a.state_id, a.state_name, c.states_required FROM orders o
        JOIN addresses a ON a.id = o.ship_address_id JOIN countries c ON c.id = a.country_id
        WHERE o.number = 'R100000054'`),
    ).toEqual([{ state_id: null, state_name: 'Hamburg', states_required: false }]);
    expect(
      await rows(`SELECT v.sku, v.deleted_at IS NOT NULL AS is_deleted FROM line_items l
        JOIN orders o ON o.id = l.order_id JOIN variants v ON v.id = l.variant_id WHERE o.number = 'R100000054'`),
    ).toEqual([{ sku: 'NOT-SQU', is_deleted: true }]);
  });

  test('a canceled order gave its stock back', async () => {
    expect(await unitsOf('R100000055')).toEqual(['3 on_hand']);
    expect(await paymentsOf('R100000055')).toEqual(['void']);
    expect(
      await rows(`SELECT m.kind, m.quantity FROM stock_movements m JOIN orders o ON o.id = m.order_id
        WHERE o.number = 'R100000055' ORDER BY m.id`),
    ).toEqual([
      { kind: 'sale', quantity: -3 },
      { kind: 'restock', quantity: 3 },
    ]);
  });

  test('one unit came back of the order that awaits its return, all of the returned one', async () => {
    expect(await unitsOf('R100000057')).toEqual(['1 returned', '1 shipped']);
    expect(await unitsOf('R100000058')).toEqual(['1 returned']);
  });

  test('forty completed orders lie before them, in twelve months', async () => {
    expect(
      await rows(`SELECT count(*)::int AS orders, count(DISTINCT date_trunc('month', completed_at))::int AS months,
          bool_and(state = 'complete') AS all_complete, min(number) AS first, max(number) AS last,
          min(completed_at) AS begin, max(completed_at) AS end
        FROM orders WHERE number <= 'R100000040'`),
    ).toEqual([
      {
        orders: 40,
        months: 12,
        all_complete: true,
        first: 'R100000001',
        last: 'R100000040',
        begin: new Date('2025-02-03T10:15:00Z'),
        end: new Date('2026-01-27T15:35:00Z'),
      },
    ]);
  });

  test('there are no other orders, and their tokens differ', async () => {
    expect(
      await rows(
        'SELECT count(*)::int AS orders, count(DISTINCT token)::int AS tokens FROM orders',
      ),
    ).toEqual([{ orders: 59, tokens: 59 }]);
  });

  test('shipments are numbered in their order', async () => {
    const numbers = await column('SELECT number FROM shipments ORDER BY id');
    expect(numbers).toEqual(numbers.map((_number, index) => `H${10_000_000_001 + index}`));
  });
});

describe('everything occurs', () => {
  test.each([
    ['orders.state', wordsOf(orderStates)],
    ['orders.payment_state', wordsOf(orderPaymentStates)],
    ['orders.shipment_state', wordsOf(orderShipmentStates)],
    ['shipments.state', wordsOf(shipmentStates)],
    ['inventory_units.state', wordsOf(inventoryUnitStates)],
    ['payments.state', wordsOf(paymentStates)],
    ['adjustments.kind', wordsOf(adjustmentKinds)],
    ['stock_movements.kind', ['set', 'adjust', 'sale', 'restock', 'return']],
    ['state_changes.stateful_type', ['Order', 'Shipment', 'InventoryUnit', 'Payment']],
  ])('each word of %s', async (name, words) => {
    const [table = '', word = ''] = name.split('.');
    expect(
      await column(
        `SELECT DISTINCT ${word} COLLATE "C" AS word FROM ${table} WHERE ${word} IS NOT NULL ORDER BY word`,
      ),
    ).toEqual(sorted(words));
  });

  test('each nullable field with a value and without, but for those that have only one', async () => {
    const nullable = await rows(`
      SELECT table_name AS table, column_name AS column FROM information_schema.columns
      WHERE table_schema = 'public' AND is_nullable = 'YES'
        AND table_name NOT IN ('_prisma_migrations', 'api_keys', 'audit_entries', 'idempotency_keys', 'outbox_events',
          'rate_limits', 'stock_fills')`);
    const counts = nullable.map(
      ({ table, column: name }) =>
        `SELECT '${String(table)}.${String(name)}' AS field, count(${String(name)}) AS set, count(*) AS all FROM ${String(table)}`,
    );
    const found = await rows(counts.join(' UNION ALL ') + ' ORDER BY field');
    expect(nullable.length).toBeGreaterThan(40);
    expect(found.filter(({ set }) => set === 0n).map(({ field }) => field)).toEqual([
      'line_items.left_discount', // nobody is shown these three
      'line_items.left_pieces',
      'line_items.left_tax',
      'payments.source_id', // always null (R24)
      'payments.source_type', // always null (R24)
      'stock_movements.shipment_id', // nothing writes it
      'users.disabled_at', // nobody is disabled
    ]);
    expect(found.filter((row) => row['set'] === row['all']).map(({ field }) => field)).toEqual([
      'countries.numcode',
      'orders.token', // null for imported orders only
      'products.master_id', // null only while a product is made
      'shipments.shipping_method_id', // null only where no method delivers
      'states.abbr',
      'users.display_name', // generated, never null
      'variants.cost_price', // the contract does not say that it may be null (R6)
      'variants.stock_item_id', // null only while a variant is made
    ]);
  });
});
