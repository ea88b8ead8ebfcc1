import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { Decimal } from 'decimal.js';
import { classifyDatabaseError, constraintOf } from '../../prisma/database-errors.ts';
import type { Database } from '../../prisma/database.ts';
import { openDatabase } from '../../prisma/open-database.ts';
import { refuseUnfit } from '../../prisma/server/server-database.ts';
import { openTestDatabase, patientLimits, testedKinds, urlOf } from '../support/database.ts';

describe.each(testedKinds)('The %s database', (kind) => {
  let database: Database;
  let statements: string[] = [];
  beforeAll(async () => {
    database = await openTestDatabase({ kind, onStatement: (sql) => statements.push(sql) });
  });
  afterAll(() => database.close());

  let made = 0;
  /** A text that no other record of this file has. */
  function unique(word: string): string {
    made += 1;
    return `${word}${String(made)}`;
  }

  async function makeVariant(price = '19.99'): Promise<bigint> {
    const category = await database.client.shippingCategory.findFirstOrThrow();
    const product = await database.client.product.create({
      data: {
        name: 'Apron',
        permalink: unique('apron-'),
        shippingCategoryId: category.id,
        variants: { create: { isMaster: true, position: 1, price } },
      },
      select: { variants: { select: { id: true } } },
    });
    const [variant] = product.variants;
    if (variant === undefined) throw new Error('The product was made without its variant.');
    return variant.id;
  }

  test('It says what it is.', () => {
    expect(database.kind).toBe(kind);
  });

  test('It answers.', async () => {
    await expect(database.ping()).resolves.toBeUndefined();
  });

  test('Its sessions are in UTC.', async () => {
    expect(await database.query('SHOW TimeZone')).toEqual([{ TimeZone: 'UTC' }]);
  });

  test('Statements that a transaction asks for at once are sent one after the other.', async () => {
    const warnings: string[] = [];
    const note = ({ message }: Error): number => warnings.push(message);
    process.on('warning', note);
    const answers = await database.client.$transaction((tx) =>
      Promise.all([1, 2, 3].map((number) => tx.$queryRaw`SELECT ${number}::int AS number`)),
    );
    await new Promise((resolve) => setImmediate(resolve));
    process.off('warning', note);
    expect(answers).toEqual([[{ number: 1 }], [{ number: 2 }], [{ number: 3 }]]);
    expect(warnings).toEqual([]);
  });

  test('A raw query gives ids as bigint, amounts as text, times as Date.', async () => {
    const rows = await database.query(
      "SELECT 9007199254740993::bigint AS id, 19.90::numeric(12,2) AS price, '2024-02-06T15:04:05.120Z'::timestamptz AS at, $1::int AS count",
      [3],
    );
    expect(rows).toEqual([
      { id: 9007199254740993n, price: '19.90', at: new Date('2024-02-06T15:04:05.120Z'), count: 3 },
    ]);
  });

  test('Times keep their milliseconds, whatever the machine’s time zone.', async () => {
    const at = new Date('2024-07-06T23:59:59.987Z');
    const number = unique('R');
    await database.client.order.create({ data: { number, createdAt: at } });
    const order = await database.client.order.findUniqueOrThrow({ where: { number } });
    const [row] = await database.query(
      'SELECT to_char(created_at, \'YYYY-MM-DD HH24:MI:SS.MS\') AS stored FROM "orders" WHERE "number" = $1',
      [number],
    );
    expect({ read: order.createdAt, stored: row?.stored }).toEqual({
      read: at,
      stored: '2024-07-06 23:59:59.987',
    });
  });

  test('Amounts stay exact.', async () => {
    const number = unique('R');
    const amount = new Decimal('9999999999999.99');
    await database.client.order.create({ data: { number, itemTotal: amount, total: amount } });
    const order = await database.client.order.findUniqueOrThrow({ where: { number } });
    expect(order.total.toFixed(2)).toBe('9999999999999.99');
  });

  test('Amounts stay exact when they come with another record.', async () => {
    const id = await makeVariant('99999999.99');
    const product = await database.client.product.findFirstOrThrow({
      where: { variants: { some: { id } } },
      include: { variants: true },
    });
    expect(product.variants.map((variant) => variant.price.toFixed(2))).toEqual(['99999999.99']);
  });

  test('A record and all that belongs to it is one statement.', async () => {
    statements = [];
    await database.client.order.findMany({
      include: { lineItems: { include: { variant: { include: { product: true } } } }, user: true },
    });
    expect(statements).toHaveLength(1);
  });

  test('A transaction is reported with its BEGIN and COMMIT.', async () => {
    statements = [];
    await database.client.$transaction(async (tx) => {
      await tx.order.count();
    });
    expect([statements.length, statements[0], statements[2]]).toEqual([3, 'BEGIN', 'COMMIT']);
  });

  test('A transaction that throws leaves nothing and is reported with its ROLLBACK.', async () => {
    const number = unique('R');
    statements = [];
    await expect(
      database.client.$transaction(async (tx) => {
        await tx.order.create({ data: { number } });
        throw new Error('changed my mind');
      }),
    ).rejects.toThrow('changed my mind');
    const told = statements.at(-1);
    const left = await database.client.order.count({ where: { number } });
    expect({ told, left }).toEqual({ told: 'ROLLBACK', left: 0 });
  });

  test.each(['client', 'prisma'] as const)(
    'An isolation level holds inside its transaction, and is told with its BEGIN (%s).',
    async (name) => {
      statements = [];
      const level = await database[name].$transaction(
        (tx) => tx.$queryRaw`SHOW transaction_isolation`,
        { isolationLevel: 'RepeatableRead' },
      );
      expect(level).toEqual([{ transaction_isolation: 'repeatable read' }]);
      expect(statements).toEqual([
        'BEGIN ISOLATION LEVEL REPEATABLE READ',
        'SHOW transaction_isolation',
        'COMMIT',
      ]);
    },
  );

  test('The database still works after a transaction that took too long.', async () => {
    const number = unique('R');
    await expect(
      database.client.$transaction(
        async (tx) => {
          await tx.order.create({ data: { number } });
          await new Promise((resolve) => setTimeout(resolve, 300));
          await tx.order.count();
        },
        { timeout: 100 },
      ),
    ).rejects.toMatchObject({ code: 'P2028' });
    expect(await database.client.order.count({ where: { number } })).toBe(0);
  });

  test('Increments that run at the same time are all counted.', async () => {
    const { id } = await database.client.order.create({ data: { number: unique('R') } });
    await Promise.all(
      Array.from({ length: 10 }, () =>
        database.client.$transaction(async (tx) => {
          await tx.$queryRaw`SELECT id FROM orders WHERE id = ${id} FOR UPDATE`;
          const { lockVersion } = await tx.order.findUniqueOrThrow({ where: { id } });
          await tx.order.update({ where: { id }, data: { lockVersion: lockVersion + 1 } });
        }),
      ),
    );
    const { lockVersion } = await database.client.order.findUniqueOrThrow({ where: { id } });
    expect(lockVersion).toBe(10);
  });

  test('A script is all or nothing.', async () => {
    await expect(
      database.script('CREATE TABLE half (id INT); SELECT * FROM nowhere'),
    ).rejects.toThrow('relation "nowhere" does not exist');
    expect(await database.query("SELECT to_regclass('half') AS half")).toEqual([{ half: null }]);
  });

  test.each([
    [null, 'ann@shop.test', 'ann@shop.test'],
    ['', 'ben@shop.test', 'ben@shop.test'],
    ['Cleo', 'cleo@shop.test', 'Cleo'],
  ])('A user named %j with e-mail %s is shown as %s.', async (name, email, shown) => {
    const user = await database.client.user.create({ data: { name, email } });
    expect(user.displayName).toBe(shown);
  });

  describe('refuses what breaks a rule', () => {
    test.each([
      [
        'a negative count that may not be backordered',
        'stock_items_count_on_hand_check',
        'UPDATE stock_items SET count_on_hand = -1, backorderable = false',
      ],
      ['a line of no pieces', 'line_items_quantity_check', 'UPDATE line_items SET quantity = 0'],
      ['an unknown order state', 'orders_state_check', "UPDATE orders SET state = 'lost'"],
      [
        'a completed order without its time',
        'orders_completed_at_check',
        "UPDATE orders SET state = 'complete'",
      ],
      [
        'a cart with a completion time',
        'orders_completed_at_check',
        'UPDATE orders SET completed_at = now()',
      ],
      ['a total that is no sum', 'orders_total_check', 'UPDATE orders SET total = total + 1'],
      [
        'a shipment shipped at no time',
        'shipments_shipped_at_check',
        "UPDATE shipments SET state = 'shipped'",
      ],
      ['an unknown shipment state', 'shipments_state_check', "UPDATE shipments SET state = 'lost'"],
      [
        'an unknown unit state',
        'inventory_units_state_check',
        "UPDATE inventory_units SET state = 'lost'",
      ],
      [
        'a backordered unit that does not tell since when it waits',
        'inventory_units_waiting_check',
        "UPDATE inventory_units SET state = 'backordered'",
      ],
      [
        'a unit that waits though it is not backordered',
        'inventory_units_waiting_check',
        'UPDATE inventory_units SET waiting_since = now(), waiting_location_id = 1',
      ],
      [
        'fewer than no units that wait',
        'stock_items_backordered_check',
        'UPDATE stock_items SET backordered = -1',
      ],
      ['an unknown payment state', 'payments_state_check', "UPDATE payments SET state = 'lost'"],
      [
        'an adjustment of shipping without shipment',
        'adjustments_shipment_id_check',
        "UPDATE adjustments SET kind = 'shipping'",
      ],
      [
        'an address with a state and a state’s name',
        'addresses_state_check',
        "UPDATE addresses SET state_id = 1, state_name = 'Elsewhere'",
      ],
      [
        'a movement of nothing',
        'stock_movements_quantity_check',
        'UPDATE stock_movements SET quantity = 0',
      ],
      ['a negative price', 'variants_prices_check', 'UPDATE variants SET price = -1'],
      [
        'a permalink of digits',
        'products_permalink_check',
        "UPDATE products SET permalink = '1984'",
      ],
      [
        'a key hash of another length',
        'api_keys_key_hash_check',
        "UPDATE api_keys SET key_hash = 'short'",
      ],
      [
        'a permission that is no word',
        'role_permissions_permission_check',
        "UPDATE role_permissions SET permission = 'everything'",
      ],
      [
        'a second default location',
        'stock_locations_default_key',
        "INSERT INTO stock_locations (name, is_default) VALUES ('other', true)",
      ],
      [
        'a country’s code in lower case',
        'countries_codes_check',
        'UPDATE countries SET iso = lower(iso)',
      ],
    ])('%s (%s)', async (_what, constraint, sql) => {
      await expect(inUndoneTransaction(sql)).rejects.toThrow(`"${constraint}"`);
    });

    /** Creates one row in every table concerned, runs the statement, and rolls back. */
    function inUndoneTransaction(sql: string): Promise<void> {
      return database.session(async (session) => {
        await session.script('BEGIN');
        try {
          await session.script(oneOfEach);
          await session.script(sql);
        } finally {
          await session.script('ROLLBACK');
        }
      });
    }
  });

  test('Deleted products leave their permalink and sku to others.', async () => {
    const category = await database.client.shippingCategory.findFirstOrThrow();
    const [permalink, sku] = [unique('mug-'), unique('MUG-')];
    const data = {
      name: 'Mug',
      permalink,
      shippingCategoryId: category.id,
      variants: { create: { isMaster: true, position: 1, price: '5', sku } },
    };
    const deleted = { deletedAt: new Date() };
    const { id } = await database.client.product.create({ data });
    await database.client.product.update({
      where: { id },
      data: { ...deleted, variants: { updateMany: { where: {}, data: deleted } } },
    });
    await database.client.product.create({ data });
    expect(await database.client.product.count({ where: { permalink } })).toBe(2);
  });

  test.each([
    [
      'unique',
      'users_email_lower_key',
      (db: Database) =>
        db.client.user.createMany({
          data: [{ email: 'dora@shop.test' }, { email: 'Dora@shop.test' }],
        }),
    ],
    [
      'unique',
      'roles_name_key',
      (db: Database) => db.client.role.create({ data: { name: 'admin' } }),
    ],
    [
      'check',
      'orders_state_check',
      (db: Database) => db.client.order.create({ data: { number: 'R0', state: 'lost' } }),
    ],
    [
      'foreignKey',
      'line_items_order_id_fkey',
      (db: Database) =>
        db.client
          .$executeRaw`INSERT INTO line_items (order_id, variant_id, quantity, price) SELECT 0, min(id), 1, 1 FROM variants`,
    ],
  ])('A broken rule (%s) is told by its name, %s.', async (kindOfRule, constraint, write) => {
    await makeVariant();
    const failure = await write(database).then(
      () => undefined,
      (error: unknown) => ({ kind: classifyDatabaseError(error), constraint: constraintOf(error) }),
    );
    expect(failure).toEqual({ kind: kindOfRule, constraint });
  });

  test('Any other failure breaks no rule.', () => {
    expect(constraintOf(new Error('unique constraint "users_email_lower_key"'))).toBe('');
  });

  if (kind === 'server') {
    test('A server whose sessions are in another time zone is refused.', async () => {
      const url = `${urlOf('postgres')}?options=-c%20TimeZone%3DAmerica/New_York`;
      await expect(openDatabase({ url })).rejects.toThrow(
        'The sessions of the database are in time zone America/New_York, not UTC',
      );
    });

    test.each(['Europe/London', 'Africa/Abidjan', '<X>-1'])(
      'So is one in %s, which has an offset at times.',
      async (zone) => {
        const url = `${urlOf('postgres')}?options=-c%20TimeZone%3D${encodeURIComponent(zone)}`;
        const opening = openDatabase({ url, limits: patientLimits });
        await expect(opening).rejects.toThrow(`in time zone ${zone}, not UTC`);
      },
    );

    test.each(['Etc/UTC', 'Etc/UCT', 'UCT', 'Zulu', 'GMT', 'Etc/Universal', 'Etc/GMT+0'])(
      'A server whose sessions are in %s, which is UTC, is accepted, and times are what they were.',
      async (zone) => {
        const [row] = await database.query('SELECT current_database() AS name');
        const url = `${urlOf(String(row?.name))}?options=-c%20TimeZone%3D${encodeURIComponent(zone)}`;
        const other = await openDatabase({ url, poolSize: 1, limits: patientLimits });
        const createdAt = new Date('1899-12-31T23:59:59.999Z');
        const { id } = await other.client.user.create({
          data: { email: `${unique('zone-')}@shop.test`, createdAt },
        });
        const read = await other.client.user.findUniqueOrThrow({ where: { id } });
        const zones = await other.query('SHOW TimeZone');
        await other.close();
        expect(zones).toEqual([{ TimeZone: zone }]);
        expect(read.createdAt).toEqual(createdAt);
        expect(await database.client.user.findUniqueOrThrow({ where: { id } })).toEqual(read);
      },
    );

    test('Statements are kept prepared.', async () => {
      const [row] = await database.query('SELECT current_database() AS name');
      const other = await openDatabase({ url: urlOf(String(row?.name)), poolSize: 1 });
      await other.client.order.count();
      await other.client.order.count();
      const [prepared] = await other.query(
        'SELECT count(*)::int AS count FROM pg_prepared_statements',
      );
      await other.close();
      expect(prepared?.count).toBe(1);
    });
  }
});

const oneOfEach = `
  INSERT INTO users (id, email) VALUES (-1, 'one@each.test');
  INSERT INTO api_keys (user_id, key_hash) VALUES (-1, decode(repeat('ab', 32), 'hex'));
  INSERT INTO products (id, name, permalink, shipping_category_id) SELECT -1, 'One', 'one-of-each', min(id) FROM shipping_categories;
  INSERT INTO variants (id, product_id, is_master, price, position) VALUES (-1, -1, true, 1, 1);
  INSERT INTO stock_items (id, variant_id, stock_location_id) SELECT -1, -1, min(id) FROM stock_locations;
  INSERT INTO stock_movements (stock_item_id, kind, quantity, count_after) VALUES (-1, 'set', 1, 1);
  INSERT INTO orders (id, number) VALUES (-1, 'R-ONE');
  INSERT INTO addresses (order_id, firstname, lastname, address1, city, zipcode, phone, country_id) VALUES (-1, 'A', 'B', 'C', 'D', 'E', 'F', 1);
  INSERT INTO line_items (id, order_id, variant_id, quantity, price) VALUES (-1, -1, -1, 1, 1);
  INSERT INTO shipments (id, number, order_id, stock_location_id) SELECT -1, 'H-ONE', -1, min(id) FROM stock_locations;
  INSERT INTO inventory_units (order_id, line_item_id, variant_id, shipment_id) VALUES (-1, -1, -1, -1);
  INSERT INTO adjustments (order_id, kind, amount, label, mandatory) VALUES (-1, 'manual', 1, 'One', false);
  INSERT INTO payments (order_id, payment_method_id, amount) SELECT -1, min(id), 1 FROM payment_methods;
`;

test('A server older than PostgreSQL 13 is refused.', () => {
  const fit = { zone: 'UTC', isUtc: true, version: 130_000, schema: 'public' };
  expect(() => {
    refuseUnfit({ ...fit, version: 120_022 });
  }).toThrow(
    'The database server is PostgreSQL 12: the store needs version 13 or newer. Upgrade the server or use another one.',
  );
  expect(() => {
    refuseUnfit(fit);
  }).not.toThrow();
});
