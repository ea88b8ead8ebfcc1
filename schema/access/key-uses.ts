import { Prisma } from '../../prisma/generated/client/client.ts';
import type { Db } from '../context.ts';

/** Used keys whose last use is not stored yet, by database. */
const unwritten = new WeakMap<Db, Set<bigint>>();

/** The condition that the stored last use in this alias of `api_keys` is old enough to be updated. */
export const isUseOutdated = (alias: string): Prisma.Sql =>
  Prisma.raw(
    `(${alias}.last_used_at IS NULL OR ${alias}.last_used_at < now() - interval '1 minute')`,
  );

/** Remembers that a key was used, for the next `writeKeyUses`; runs no statement. */
export function noteKeyUse(db: Db, keyId: bigint): void {
  const noted = unwritten.get(db);
  if (noted) noted.add(keyId);
  else unwritten.set(db, new Set([keyId]));
}

/**
 * Stores the remembered uses in one statement that waits for no lock; none if no key was used. A use that
 * another process stored within the last minute stays. Keys that fail are written the next time.
 */
export async function writeKeyUses(db: Db): Promise<void> {
  const noted = unwritten.get(db);
  if (!noted) return;
  unwritten.delete(db);
  try {
    await db.$executeRaw(Prisma.sql`
      UPDATE api_keys SET last_used_at = now()
      WHERE id IN (
        SELECT k.id FROM api_keys k
        WHERE k.id = ANY(${[...noted].map(String)}::bigint[]) AND ${isUseOutdated('k')}
        FOR UPDATE SKIP LOCKED
      )`);
  } catch (error) {
    for (const id of noted) noteKeyUse(db, id);
    throw error;
  }
}
