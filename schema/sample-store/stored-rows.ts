import { randomBytes } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { Prisma } from '../../prisma/generated/client/client.ts';
import type { Transaction } from '../context.ts';
import { orderToken, orderTokenBytes } from '../domain/numbers.ts';

/** Rows of a table as JSON: every row has the values of the columns, in their order. */
interface StoredTable {
  readonly columns: readonly string[];
  readonly rows: readonly (readonly unknown[])[];
}

/** The rows that the operations of the sample store leave. */
export interface StoredRows {
  /** The base data they refer to: id and name of each row. They can only be inserted on the same base data. */
  readonly ground: Readonly<Record<string, unknown>>;
  readonly tables: Readonly<Record<string, StoredTable>>;
}

const groundTables = [
  'payment_methods',
  'roles',
  'shipping_categories',
  'shipping_methods',
  'stock_locations',
  'zones',
] as const;

/** The tables that the operations write. */
const filledTables = [
  'addresses',
  'adjustments',
  'images',
  'inventory_units',
  'line_items',
  'option_types',
  'option_values',
  'orders',
  'outbox_events',
  'payments',
  'product_option_types',
  'products',
  'role_permissions',
  'roles',
  'shipments',
  'shipping_rates',
  'state_changes',
  'stock_items',
  'stock_movements',
  'user_roles',
  'users',
  'variant_option_values',
  'variants',
] as const;

const rowsFile = new URL('./rows.json', import.meta.url);

/** Reads the stored rows from the file beside this one. */
export const readStoredRows = async (): Promise<StoredRows> =>
  JSON.parse(await readFile(rowsFile, 'utf8')) as StoredRows;

/** The text of the file: one line per row, so that changes show in diffs. */
export function storedText({ ground, tables }: StoredRows): string {
  const parts = Object.entries(tables).map(([table, { columns, rows }]) => {
    const lines = rows.map((row) => JSON.stringify(row)).join(',\n');
    return `"${table}": {"columns": ${JSON.stringify(columns)}, "rows": [\n${lines}\n]}`;
  });
  return `{"ground": ${JSON.stringify(ground)},\n"tables": {\n${parts.join(',\n')}\n}}\n`;
}

/** The base data of a store: id and name of its rows. */
export async function readGround(tx: Transaction): Promise<StoredRows['ground']> {
  const parts = groundTables.map(
    (table) =>
      Prisma.sql`SELECT ${table}::text AS "table", json_agg(json_build_array(id, name) ORDER BY id)::text AS rows FROM ${Prisma.raw(table)}`,
  );
  const found = await tx.$queryRaw<{ table: string; rows: string | null }[]>(
    Prisma.join(parts, ' UNION ALL '),
  );
  const users = await tx.user.findMany({ select: { id: true }, orderBy: { id: 'asc' } });
  return Object.fromEntries([
    ...found.map(({ table, rows }): [string, unknown] => [table, JSON.parse(rows ?? '[]')]),
    ['users', users.map(({ id }) => Number(id))],
  ]);
}

/**
 * Inserts the stored rows if the base data is that on which they were written; returns whether it did. Orders
 * get new tokens.
 * Decision: Q45.
 */
export async function insertStoredRows(tx: Transaction, stored: StoredRows): Promise<boolean> {
  if (JSON.stringify(await readGround(tx)) !== JSON.stringify(stored.ground)) return false;
  if (await holdsRows(tx)) return false;
  const parts = Object.entries(stored.tables).map(([table, { columns }]) => {
    const names = columns.map((name) => `"${name}"`).join(', ');
    return `"made_${table}" AS (INSERT INTO "${table}" (${names})
      SELECT ${names} FROM json_populate_recordset(NULL::"${table}", (SELECT rows -> '${table}' FROM given)))`;
  });
  // one statement: foreign keys are checked when all rows are inserted
  await tx.$executeRaw(
    Prisma.sql`WITH given AS (SELECT ${JSON.stringify(recordsOf(stored))}::json AS rows),
      ${Prisma.raw(parts.join(',\n'))} SELECT 1`,
  );
  await advanceIdentities(tx, Object.keys(stored.tables));
  return true;
}

/** Whether a table to be filled contains anything beside the base data. */
async function holdsRows(tx: Transaction): Promise<boolean> {
  const partOfGround: readonly string[] = ['roles', 'role_permissions', 'user_roles', 'users'];
  const counts = filledTables
    .filter((table) => !partOfGround.includes(table))
    .map((table) => `EXISTS (SELECT 1 FROM "${table}")`);
  const [row] = await tx.$queryRaw<{ held: boolean }[]>(
    Prisma.sql`SELECT ${Prisma.raw(counts.join(' OR '))} AS held`,
  );
  return row?.held ?? true;
}

function recordsOf({ tables }: StoredRows): Readonly<Record<string, unknown>> {
  return Object.fromEntries(
    Object.entries(tables).map(([table, { columns, rows }]) => [
      table,
      rows.map((row) => ({
        ...Object.fromEntries(columns.map((name, place) => [name, row[place]])),
        ...(table === 'orders' && { token: orderToken(randomBytes(orderTokenBytes)) }),
      })),
    ]),
  );
}

/** Sets every identity sequence after the inserted ids. */
async function advanceIdentities(tx: Transaction, tables: readonly string[]): Promise<void> {
  const identities = await tx.$queryRaw<{ table: string }[]>(Prisma.sql`
    SELECT table_name AS "table" FROM information_schema.columns
    WHERE table_schema = 'public' AND column_name = 'id' AND is_identity = 'YES'
      AND table_name = ANY(${[...tables]})`);
  const settings = identities.map(
    ({ table }) => `setval(pg_get_serial_sequence('"${table}"', 'id'),
      greatest((SELECT max(id) FROM "${table}"), pg_sequence_last_value(pg_get_serial_sequence('"${table}"', 'id'))))`,
  );
  await tx.$queryRaw(Prisma.sql`SELECT ${Prisma.raw(settings.join(', '))}`);
}

/** What the operations left: every row but the base data, without the tokens. */
export async function readRows(tx: Transaction, ground: StoredRows['ground']): Promise<StoredRows> {
  const tables: Record<string, StoredTable> = {};
  for (const table of filledTables) {
    const columns = await tx.$queryRaw<{ name: string }[]>(Prisma.sql`
      SELECT column_name AS name FROM information_schema.columns
      WHERE table_schema = 'public' AND table_name = ${table} AND is_generated = 'NEVER'
      ORDER BY ordinal_position`);
    const names = columns.map(({ name }) => name);
    const found = await tx.$queryRaw<{ row: string }[]>(
      Prisma.sql`SELECT to_json("kept")::text AS row FROM "${Prisma.raw(table)}" kept ORDER BY ${Prisma.raw(names.includes('id') ? 'id' : names.map((name) => `"${name}"`).join(', '))}`,
    );
    const rows = found
      .map(({ row }) => JSON.parse(row) as Readonly<Record<string, unknown>>)
      .filter((row) => !isGround(table, row, ground))
      .map((row) => names.map((name) => (name === 'token' ? null : row[name])));
    tables[table] = { columns: names, rows };
  }
  return { ground, tables };
}

function isGround(
  table: string,
  row: Readonly<Record<string, unknown>>,
  ground: StoredRows['ground'],
): boolean {
  const users = ground['users'] as readonly number[];
  const roles = (ground['roles'] as readonly [number, string][]).map(([id]) => id);
  if (table === 'users') return users.includes(Number(row['id']));
  if (table === 'user_roles') return users.includes(Number(row['user_id']));
  if (table === 'roles') return roles.includes(Number(row['id']));
  return table === 'role_permissions' && roles.includes(Number(row['role_id']));
}
