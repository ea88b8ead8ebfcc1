import { Prisma } from '../../prisma/generated/client/client.ts';
import type { Db } from '../context.ts';

/** Keys that were used and whose last use is not stored yet, for each database. */
const unwritten = new WeakMap<Db, Set<bigint>>();

/** The condition that the stored last use of this alias of `api_keys` is old enough to be written again. */
export const isUseOutdated = (alias: string): Prisma.Sql =>
  Prisma.raw(
    `(${alias}.last_used_at IS NULL OR ${alias}.last_used_at < now() - interval '1 minute')`,
  );

/** Remembers that a key was used, for the next `writeKeyUses`; costs no statement. Decision: P4. */
export function noteKeyUse(db: Db, keyId: bigint): void {
  const noted = unwritten.get(db);
  if (noted) noted.add(keyId);
  else unwritten.set(db, new Set([keyId]));
}

/**
 * Stores when the noted keys were used, in one statement for all of them that waits for no lock; no
 * statement where none was used. What another process wrote within the last minute stays. Keys
 * whose writing fails are written the next time.
 * Decision: P4.
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
