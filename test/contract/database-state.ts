import type { Db } from '../../schema/index.ts';

interface TableState {
  readonly table: string;
  readonly digest: string | null;
}

/** A digest of all rows of all tables: equal only if nothing was changed. */
export async function readState(db: Db): Promise<readonly TableState[]> {
  const tables = await db.$queryRaw<{ name: string }[]>`
    SELECT table_name AS name FROM information_schema.tables
    WHERE table_schema = 'public' AND table_type = 'BASE TABLE' ORDER BY 1`;
  const digests = tables.map(
    ({ name }) =>
      `SELECT '${name}' AS table, md5(string_agg(t::text, '|' ORDER BY t::text)) AS digest FROM "${name}" t`,
  );
  return db.$queryRawUnsafe<TableState[]>(`${digests.join(' UNION ALL ')} ORDER BY 1`);
}
