import { Prisma } from '../prisma/generated/client/client.ts';
import type { Db } from './context.ts';

/** A table whose rows are deleted some time after the time in a column, which has an index. */
interface OldRows {
  readonly table: string;
  readonly column: string;
  /** Columns of its primary key. */
  readonly key?: readonly string[];
  /** How long after that time; 0 if the column tells when a row ends. */
  readonly days?: number;
}

const names = (columns: readonly string[]): Prisma.Sql => Prisma.raw(columns.join(', '));

/**
 * Deletes old rows of a table, oldest first, up to a limit, so that no statement takes long; returns how many.
 * Concurrent processes share the work. Rows that hold others are not deleted this way: their number would not bound
 * the work.
 */
export function forgetRows(
  db: Db,
  { table, column, key = ['id'], days = 0 }: OldRows,
  most: number,
): Promise<number> {
  const [from, time] = [Prisma.raw(table), Prisma.raw(column)];
  return db.$executeRaw(Prisma.sql`
    DELETE FROM ${from} WHERE (${names(key)}) IN (
      SELECT ${names(key)} FROM ${from}
      WHERE ${time} <= now() - ${days}::integer * interval '1 day'
      ORDER BY ${time} LIMIT ${most}::integer FOR UPDATE SKIP LOCKED)`);
}
