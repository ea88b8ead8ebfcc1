import type { Db } from '../../schema/index.ts';

interface TableState {
  readonly table: string;
  readonly digest: string | null;
}

/** A digest of all rows of all tables: equal only if nothing was changed. */
export const readState = (db: Db): Promise<readonly TableState[]> => readRows(db, 't::text');

/** The same without versions and times, which a write may move although it changes nothing else. */
export const readContents = (db: Db): Promise<readonly TableState[]> =>
  readRows(db, `(to_jsonb(t) - 'updated_at' - 'lock_version')::text`);

async function readRows(db: Db, row: string): Promise<readonly TableState[]> {
  const tables = await db.$queryRaw<{ name: string }[]>`
    SELECT table_name AS name FROM information_schema.tables
    WHERE table_schema = 'public' AND table_type = 'BASE TABLE' ORDER BY 1`;
  const digests = tables.map(
    ({ name }) =>
      `SELECT '${name}' AS table, md5(string_agg(${row}, '|' ORDER BY ${row})) AS digest FROM "${name}" t`,
  );
  return db.$queryRawUnsafe<TableState[]>(`${digests.join(' UNION ALL ')} ORDER BY 1`);
}
