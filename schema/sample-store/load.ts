import { Prisma } from '../../prisma/generated/client/client.ts';
import { lockNamed } from '../../prisma/named-lock.ts';
import type { Db, Transaction } from '../context.ts';
import { methodsOfMigrations, readStoreSettings } from '../store-settings.ts';
import { atStart } from '../transaction.ts';
import { inCurrency, readStoredRows, recordsOf, type StoredTables } from './stored-rows.ts';

/**
 * Fills an empty store with the sample: users, catalogue, shipping, and orders in every state. Returns false and
 * does nothing if the store has users beside the first admin, or products, orders, zones or zone members of its own, or
 * uses a name of the sample that is unique, or lacks what the sample refers to. Numbers, names and times are fixed; tokens
 * of orders are random. `onProgress` is called when loading begins. If several processes start at once, one loads it.
 */
export async function loadSampleStore(
  db: Db,
  onProgress: (line: string) => void = () => undefined,
): Promise<boolean> {
  const tables = await readStoredRows();
  const load = async (tx: Transaction): Promise<boolean> => {
    // processes that start together are serialised here
    await tx.$executeRaw(lockNamed('access'));
    const adminId = await findAdmin(tx);
    const idOf = await freeIds(tx, tables, adminId);
    if (idOf === null || !(await isEmpty(tx, tables, adminId))) return false;
    onProgress('Loading the sample store');
    // the sample offers methods of its own (T23)
    await tx.shippingMethod.updateMany({ where: methodsOfMigrations, data: { active: false } });
    await insertRows(tx, tables, idOf);
    await advanceIdentities(tx, Object.keys(tables));
    return true;
  };
  // who has something already waits for nobody
  return (await isEmpty(db, tables, await findAdmin(db))) && atStart(db, load);
}

async function findAdmin(tx: Db | Transaction): Promise<bigint | null> {
  const admin = await tx.user.findFirst({
    where: { roles: { some: { role: { name: 'admin' } } } },
    orderBy: { id: 'asc' },
    select: { id: true },
  });
  return admin?.id ?? null;
}

/** Tables with rows in a new store that stay as they are, and the columns that refer to them. */
const begun: Readonly<Record<string, readonly string[]>> = {
  payment_methods: ['payment_method_id'],
  roles: ['role_id'],
  shipping_categories: ['shipping_category_id'],
  shipping_methods: ['shipping_method_id'],
  stock_locations: ['stock_location_id', 'waiting_location_id'],
  users: ['user_id', 'canceler_id', 'approver_id'],
  zones: ['zone_id'],
};
const referred = new Map(
  Object.entries(begun).flatMap(([table, columns]) =>
    columns.map((column): [string, string] => [column, table]),
  ),
);
/** The row of such a table that the sample refers to, by what it is: its id differs where migrations were tried again. */
const referredRow: Readonly<Record<string, Prisma.Sql>> = {
  payment_methods: Prisma.sql`name = 'Check'`,
  roles: Prisma.sql`name = 'orders_read'`,
  shipping_categories: Prisma.sql`is_default`,
  stock_locations: Prisma.sql`is_default`,
};
const partsOfBegun: readonly string[] = ['role_permissions', 'user_roles'];

/** Tables that may have rows of the store's own, with the column that is unique among them and those of the sample. */
const named = {
  roles: 'name',
  shipping_categories: 'name',
  stock_locations: 'name',
  users: 'email',
} as const;

/** Whether there is nothing but an admin, what migrations bring, and what the sample can stand beside. */
async function isEmpty(
  tx: Db | Transaction,
  tables: StoredTables,
  adminId: bigint | null,
): Promise<boolean> {
  const filled = Object.keys(tables)
    .filter((table) => !(table in begun) && !partsOfBegun.includes(table))
    .map((table) => Prisma.sql`EXISTS (SELECT 1 FROM ${Prisma.raw(`"${table}"`)})`);
  const sameNames = Object.entries(named).map(([table, column]) => {
    const { columns = [], rows = [] } = tables[table] ?? {};
    const names = rows.map((row) => String(row[columns.indexOf(column)]).toLowerCase());
    return Prisma.sql`EXISTS (SELECT 1 FROM ${Prisma.raw(table)} WHERE lower(${Prisma.raw(column)}) = ANY(${names}))`;
  });
  const [row] = await tx.$queryRaw<{ taken: boolean }[]>(Prisma.sql`
    SELECT ${Prisma.join([...filled, ...sameNames], ' OR ')}
      OR EXISTS (SELECT 1 FROM users WHERE id IS DISTINCT FROM ${adminId})
      OR EXISTS (SELECT 1 FROM zones WHERE name <> 'Everywhere') AS taken`);
  return row?.taken === false;
}

/** Inserts all rows by one statement, because foreign keys are checked at its end. */
async function insertRows(tx: Transaction, tables: StoredTables, idOf: Ids): Promise<void> {
  const { currency } = await readStoreSettings(tx);
  const valueOf = inCurrency(currency);
  const records = recordsOf(tables, (table, column, stored) => {
    const value = valueOf(table, column, stored);
    const target = column === 'id' ? table : referred.get(column);
    return target !== undefined && typeof value === 'number' ? idOf(target, value) : value;
  });
  const parts = Object.entries(tables).map(([table, { columns }]) => {
    const names = columns.map((name) => `"${name}"`).join(', ');
    return `"made_${table}" AS (INSERT INTO "${table}" (${names})
      SELECT ${names} FROM json_populate_recordset(NULL::"${table}", (SELECT rows -> '${table}' FROM given)))`;
  });
  await tx.$executeRaw(
    Prisma.sql`WITH given AS (SELECT ${JSON.stringify(records)}::json AS rows),
      ${Prisma.raw(parts.join(',\n'))} SELECT 1`,
  );
}

type Ids = (table: string, stored: number) => number | null;

/**
 * The ids that rows get in this store; null if it lacks a row that they refer to. Those of empty tables stay. Others
 * follow the rows that are there, and the stored admin becomes the admin of this store.
 */
async function freeIds(
  tx: Transaction,
  tables: StoredTables,
  adminId: bigint | null,
): Promise<Ids | null> {
  const found = await tx.$queryRaw<{ table: string; last: bigint | null; known: bigint | null }[]>(
    Prisma.join(
      Object.keys(begun).map(
        (name) => Prisma.sql`
          SELECT ${name}::text AS "table", max(id) AS last,
                 min(id) FILTER (WHERE ${referredRow[name] ?? Prisma.sql`false`}) AS known
          FROM ${Prisma.raw(name)}`,
      ),
      ' UNION ALL ',
    ),
  );
  if (found.some(({ table, known }) => table in referredRow && known === null)) return null;
  const places = new Map(
    found.map(({ table, last, known }) => {
      const first = Number(tables[table]?.rows[0]?.[0] ?? 1);
      const referredTo = table === 'users' ? adminId : known;
      return [
        table,
        {
          first,
          shift: Math.max(0, Number(last) + 1 - first),
          known: referredTo === null ? null : Number(referredTo),
        },
      ] as const;
    }),
  );
  return (table, stored) => {
    const place = places.get(table);
    if (place === undefined) return stored;
    return stored >= place.first ? stored + place.shift : place.known;
  };
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
