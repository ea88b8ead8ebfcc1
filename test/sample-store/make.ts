import type { GraphQLSchema } from 'graphql';
import { Prisma } from '../../prisma/generated/client/client.ts';
import type { Db } from '../../schema/context.ts';
import type { StoredTables } from '../../schema/sample-store/stored-rows.ts';
import { discontinue, loadCatalogue, undatedImage } from './catalogue.ts';
import { nameElsewhere } from './external-refs.ts';
import { addForeignRecords, layGround } from './groundwork.ts';
import { loadPastOrders, processedOrder } from './past-orders.ts';
import { createRun } from './run.ts';
import { loadStateOrders } from './state-orders.ts';
import { loadUsers } from './users.ts';

/**
 * Makes the sample store by operations, in a database with the first admin and nothing else, and returns the
 * rows that they leave, without tokens.
 * Decision: C39 to C41, Q45.
 */
export async function makeSampleRows(schema: GraphQLSchema, db: Db): Promise<StoredTables> {
  const before = await readRows(db);
  const admin = await db.user.findFirstOrThrow({ select: { id: true, email: true, name: true } });
  await layGround(db);
  const run = createRun(schema, db, admin);
  const userIds = await loadUsers(run);
  await loadCatalogue(run, db);
  await loadPastOrders({ run, userIds });
  await loadStateOrders({ run, userIds });
  await discontinue(run);
  await nameElsewhere(run);
  await addForeignRecords(db, { undatedImage, processedOrder });
  return without(before, await readRows(db));
}

/** The tables that the sample fills. */
const filledTables = [
  'addresses',
  'adjustments',
  'external_references',
  'images',
  'inventory_units',
  'line_items',
  'option_types',
  'option_values',
  'orders',
  'outbox_events',
  'payment_methods',
  'payments',
  'product_option_types',
  'products',
  'role_permissions',
  'roles',
  'shipments',
  'shipping_categories',
  'shipping_methods',
  'shipping_rates',
  'state_changes',
  'stock_items',
  'stock_locations',
  'stock_movements',
  'user_roles',
  'users',
  'variant_option_values',
  'variants',
  'zone_members',
  'zones',
] as const;

async function readRows(db: Db): Promise<StoredTables> {
  const tables: Record<string, StoredTables[string]> = {};
  for (const table of filledTables) {
    const columns = await db.$queryRaw<{ name: string; type: string }[]>(Prisma.sql`
      SELECT column_name AS name, data_type AS type FROM information_schema.columns
      WHERE table_schema = 'public' AND table_name = ${table} AND is_generated = 'NEVER'
      ORDER BY ordinal_position`);
    const names = columns.map(({ name }) => name);
    const order = names.includes('id') ? 'id' : names.map((name) => `"${name}"`).join(', ');
    const found = await db.$queryRaw<{ row: string }[]>(
      Prisma.sql`SELECT (to_jsonb(kept) || ${Prisma.raw(amountsOf(columns))})::text AS row FROM "${Prisma.raw(table)}" kept ORDER BY ${Prisma.raw(order)}`,
    );
    const rows = found
      .map(({ row }) => JSON.parse(row) as Readonly<Record<string, unknown>>)
      .map((row) => names.map((name) => (name === 'token' ? null : row[name])));
    tables[table] = { columns: names, rows };
  }
  return tables;
}

/** Amounts as texts: a number of JSON loses the decimals that a currency shows. */
function amountsOf(columns: readonly { readonly name: string; readonly type: string }[]): string {
  const amounts = columns.filter(({ type }) => type === 'numeric');
  return `jsonb_build_object(${amounts.map(({ name }) => `'${name}', "${name}"::text`).join(', ')})`;
}

/** The rows that were not there before; one that was changed since is the same row. */
function without(before: StoredTables, after: StoredTables): StoredTables {
  return Object.fromEntries(
    Object.entries(after).map(([table, { columns, rows }]) => {
      const keyOf = (row: readonly unknown[]) => JSON.stringify(columns[0] === 'id' ? row[0] : row);
      const known = new Set(before[table]?.rows.map(keyOf));
      return [table, { columns, rows: rows.filter((row) => !known.has(keyOf(row))) }];
    }),
  );
}

/** The text of `rows.json`: one line per row, so that changes show in diffs. */
export function textOf(tables: StoredTables): string {
  const parts = Object.entries(tables).map(([table, { columns, rows }]) => {
    const lines = rows.map((row) => JSON.stringify(row)).join(',\n');
    return `"${table}": {"columns": ${JSON.stringify(columns)}, "rows": [\n${lines}\n]}`;
  });
  return `{\n${parts.join(',\n')}\n}\n`;
}
