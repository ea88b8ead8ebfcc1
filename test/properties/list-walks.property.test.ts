import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { isEnumType } from 'graphql';
import type { Database } from '../../prisma/database.ts';
import { schema } from '../../schema/index.ts';
import { openTestDatabase } from '../support/database.ts';
import { Draws } from '../support/draws.ts';
import { adminViewer, run } from '../support/graphql.ts';
import { sampleOf } from '../support/property.ts';
import { makeVariant } from '../support/records.ts';
import { makeSearchRows } from '../support/search-rows.ts';

/**
 * Every list is walked by cursors, under 8 of its sort fields (FC_RUNS: so many) in both directions and as many sorts of
 * several fields, from both ends, while rows are added and changed between the pages; `npm test` does a quarter.
 * FC_SEED repeats a run.
 */
interface List {
  readonly field: string;
  readonly table: string;
  /** The name of its sort inputs; undefined for lists that are not sorted. */
  readonly sorts: string | undefined;
  /** Further arguments. */
  readonly given?: string;
  /** What is written between the pages. Rows are added where nothing else must exist for them. */
  readonly writes: readonly ('adds' | 'changes')[];
}

const both = ['adds', 'changes'] as const;
const order = 'order: { number: "R101" }';

const lists: readonly List[] = [
  { field: 'myOrders', table: 'orders', sorts: 'Order', writes: both },
  { field: 'orders', table: 'orders', sorts: 'Order', writes: both },
  { field: 'lineItems', table: 'line_items', sorts: 'LineItem', given: order, writes: both },
  { field: 'payments', table: 'payments', sorts: 'Payment', given: order, writes: both },
  { field: 'shipments', table: 'shipments', sorts: 'Shipment', writes: both },
  { field: 'inventoryUnits', table: 'inventory_units', sorts: 'InventoryUnit', writes: both },
  { field: 'products', table: 'products', sorts: 'Product', writes: both },
  { field: 'variants', table: 'variants', sorts: 'Variant', writes: ['changes'] },
  { field: 'users', table: 'users', sorts: 'User', writes: both },
  { field: 'auditLog', table: 'audit_entries', sorts: 'AuditEntry', writes: ['adds'] },
  { field: 'countries', table: 'countries', sorts: 'Country', writes: ['changes'] },
  { field: 'states', table: 'states', sorts: 'CountryState', writes: ['changes'] },
  { field: 'roles', table: 'roles', sorts: undefined, writes: ['changes'] },
];

/** Values of unique columns in added rows. */
const fresh: Readonly<Record<string, string>> = {
  number: 'upper(md5(random()::text))',
  token: 'NULL',
  email: "md5(random()::text) || '@shop.test'",
  permalink: "'p' || md5(random()::text)",
  master_id: 'NULL',
};

const seed = Number(process.env['FC_SEED'] ?? Math.floor(Math.random() * 2 ** 31));
const users = 20;
const mostFields = Number(process.env['FC_RUNS'] ?? sampleOf(8));

let database: Database;
let viewer = adminViewer;

beforeAll(async () => {
  process.stdout.write(`FC_SEED=${String(seed)} walks through lists\n`);
  database = await openTestDatabase();
  const { client } = database;
  await makeSearchRows(client);
  for (let place = 0; place < 10; place += 1) {
    await makeVariant(client, { price: String(place % 3), count: place % 4 });
  }
  const few = `generate_series(1, 25) n`;
  const moment = `'2026-01-01'::timestamptz + n % 4 * interval '1 millisecond'`;
  for (const statement of [
    `UPDATE products SET description = CASE WHEN id % 3 > 0 THEN repeat('x', 1500) || id % 2 END,
       meta_keywords = CASE WHEN id % 2 = 0 THEN 'é "quoted" \\ ' || id % 3 END`,
    `INSERT INTO users (email, name) SELECT 'u' || n || '@shop.test', CASE WHEN n % 3 > 0 THEN 'Ann ' || n % 4 END
       FROM generate_series(1, ${String(users)}) n`,
    `INSERT INTO line_items (order_id, variant_id, quantity, price, created_at)
       SELECT o.id, v.id, 1 + n % 3, n % 4, ${moment} FROM orders o, (SELECT min(id) AS id FROM variants) v, ${few}
       WHERE o.number = 'R101'`,
    `INSERT INTO payments (order_id, payment_method_id, amount, state, response_code, created_at)
       SELECT o.id, m.id, n % 5 / 3.0, CASE WHEN n % 2 = 0 THEN 'checkout' ELSE 'void' END,
         CASE WHEN n % 3 > 0 THEN 'C' || n % 5 END, ${moment}
       FROM orders o, (SELECT min(id) AS id FROM payment_methods) m, ${few} WHERE o.number = 'R101'`,
    `INSERT INTO inventory_units (order_id, line_item_id, variant_id, shipment_id, state, created_at)
       SELECT l.order_id, l.id, l.variant_id, CASE WHEN l.id % 2 = 0 THEN s.id END,
         CASE WHEN l.id % 3 = 0 THEN 'on_hand' ELSE 'sold' END, l.created_at
       FROM line_items l, (SELECT min(id) AS id FROM shipments) s`,
    `INSERT INTO audit_entries (actor, user_id, action, subject_type, subject_id, changes, created_at)
       SELECT 'key', CASE WHEN n % 3 > 0 THEN n % 2 END, 'a' || n % 4, 'Order', n % 5, '{}', ${moment} FROM ${few}`,
  ]) {
    await database.query(statement);
  }
  const [row] = await database.query(
    `WITH owner AS (SELECT min(id) AS id FROM users)
     UPDATE orders o SET user_id = owner.id FROM owner WHERE o.id % 4 > 0 RETURNING user_id AS id`,
  );
  viewer = {
    ...adminViewer,
    user: { id: row?.['id'] as bigint, email: 'a@shop.test', name: null },
  };
});
afterAll(() => database.close());

interface Sort {
  readonly field: string;
  readonly direction: 'ASC' | 'DESC';
}

interface Slice {
  readonly edges: readonly { readonly cursor: string; readonly node: { readonly id: unknown } }[];
  readonly pageInfo: {
    readonly hasNextPage: boolean;
    readonly hasPreviousPage: boolean;
    readonly startCursor: string | null;
    readonly endCursor: string | null;
  };
}

async function ask(
  { field, sorts, given = '' }: List,
  sort: readonly Sort[],
  place: Readonly<Record<string, unknown>>,
): Promise<Slice> {
  const sorted = sorts === undefined ? '' : 'sort: $sort,';
  const declared = sorts === undefined ? '' : `$sort: [${sorts}Sort!],`;
  const { data, errors } = await run(
    database.client,
    viewer,
    `query (${declared} $first: Int, $after: String, $last: Int, $before: String, $perPage: Int) {
      list: ${field}(${sorted} first: $first, after: $after, last: $last, before: $before, perPage: $perPage, ${given}) {
        edges { cursor node { id } } pageInfo { hasNextPage hasPreviousPage startCursor endCursor } } }`,
    { ...(sorts !== undefined && { sort }), ...place },
  );
  expect(errors).toEqual([]);
  return (data as { list: Slice }).list;
}

const idsOf = ({ edges }: Slice): string[] => edges.map(({ node }) => String(node.id));

interface Columns {
  readonly plain: readonly string[];
  readonly unique: readonly string[];
}

const knownColumns = new Map<string, Promise<Columns>>();

/** Columns of a table that no unique index has, and those that one has, beside the id. */
function columnsOf(table: string): Promise<Columns> {
  const known = knownColumns.get(table) ?? readColumns(table);
  knownColumns.set(table, known);
  return known;
}

async function readColumns(table: string): Promise<Columns> {
  const rows = await database.query(
    `SELECT a.attname AS name, EXISTS (
         SELECT 1 FROM pg_index i WHERE i.indrelid = a.attrelid AND i.indisunique
           AND pg_get_indexdef(i.indexrelid) ~ ('\\m' || a.attname || '\\M')
       ) AS "isUnique"
     FROM pg_attribute a
     WHERE a.attrelid = '${table}'::regclass AND a.attnum > 0 AND NOT a.attisdropped AND a.attgenerated = ''
       AND a.attname <> 'id'`,
  );
  const named = (isUnique: boolean): string[] =>
    rows.filter((row) => row['isUnique'] === isUnique).map((row) => String(row['name']));
  return { plain: named(false), unique: named(true) };
}

/** Gives a row the values of another one, and adds a row like a third. */
async function write({ table, writes }: List, touched: readonly string[], draws: Draws) {
  const { plain, unique } = await columnsOf(table);
  const listed = plain.join(', ');
  if (writes.includes('changes') && plain.length > 0) {
    const [to, from] = [draws.pick(touched), draws.pick(touched)];
    await database.query(
      `UPDATE ${table} t SET (${listed}) = (SELECT ${listed} FROM ${table} WHERE id = ${from}) WHERE id = ${to}`,
    );
  }
  if (!writes.includes('adds')) return;
  await database.query(
    `INSERT INTO ${table} (${[...plain, ...unique].join(', ')})
     SELECT ${[...plain, ...unique.map((name) => fresh[name] ?? name)].join(', ')}
     FROM ${table} WHERE id = ${draws.pick(touched)}`,
  );
}

/** Removes what a walk added. */
const removeNew = ({ table }: List, last: string): Promise<unknown> =>
  database.query(`DELETE FROM ${table} WHERE id > ${last}`);

async function walk(
  list: List,
  sort: readonly Sort[],
  from: 'start' | 'end',
  draws: Draws,
): Promise<void> {
  const [row] = await database.query(`SELECT max(id) AS last FROM ${list.table}`);
  const all = idsOf(await ask(list, sort, { perPage: 500 }));
  expect(all.length).toBeGreaterThan(list.sorts === undefined ? 1 : 10);
  const touched = all.filter(() => draws.chance(0.4));
  const seen: string[] = [];
  let cursor: string | null = null;
  for (let pages = 0; ; pages += 1) {
    expect(pages).toBeLessThan(all.length + 2);
    const size = Math.max(2, Math.ceil(all.length / 8)) + draws.below(4);
    const isForwards: boolean = from === 'start';
    const slice: Slice = await ask(
      list,
      sort,
      isForwards ? { first: size, after: cursor } : { last: size, before: cursor },
    );
    const { edges, pageInfo }: Slice = slice;
    expect(edges.length).toBeLessThanOrEqual(size);
    if (isForwards) seen.push(...idsOf(slice));
    else seen.unshift(...idsOf(slice));
    const hasMore = isForwards ? pageInfo.hasNextPage : pageInfo.hasPreviousPage;
    cursor = isForwards ? pageInfo.endCursor : pageInfo.startCursor;
    if (!hasMore) break;
    expect(edges).toHaveLength(size);
    if (touched.length > 0) await write(list, touched, draws);
  }
  const isUntouched = (id: string): boolean => all.includes(id) && !touched.includes(id);
  expect({ sort, from, seen: seen.filter(isUntouched) }).toEqual({
    sort,
    from,
    seen: all.filter(isUntouched),
  });
  await removeNew(list, String(row?.['last']));
}

function sortsOf({ sorts }: List, draws: Draws): readonly (readonly Sort[])[] {
  if (sorts === undefined) return [[]];
  const type = schema.getType(`${sorts}SortField`);
  const fields = isEnumType(type) ? type.getValues().map(({ name }) => name) : [];
  const directions = ['ASC', 'DESC'] as const;
  const ranked = fields.map((field) => ({ field, rank: draws.next() }));
  ranked.sort((one, other) => one.rank - other.rank);
  const walked = ranked.slice(0, mostFields).map(({ field }) => field);
  const single = walked.flatMap((field) => directions.map((direction) => [{ field, direction }]));
  const several = Array.from({ length: mostFields }, () =>
    Array.from({ length: 2 + draws.below(2) }, () => ({
      field: draws.pick(fields),
      direction: draws.pick(directions),
    })),
  );
  return [...single, ...several];
}

test.each(lists.map((list) => ({ title: list.field, list })))(
  'a walk by cursors through $title meets every row that nobody changed once, in order, whatever is written meanwhile',
  async ({ list, title }) => {
    const draws = Draws.named(seed, title);
    for (const sort of sortsOf(list, draws)) {
      await walk(list, sort, 'start', draws);
      await walk(list, sort, 'end', draws);
    }
  },
  600_000,
);
