import { createHash } from 'node:crypto';
import { Prisma } from '../../prisma/generated/client/client.ts';
import type { Transaction } from '../context.ts';
import { newKeyText } from './key-text.ts';

/** The SHA-256 of a key, which is all that is stored of it: 32 bytes. Decision: A7. */
export const hashKey = (key: string): Uint8Array<ArrayBuffer> =>
  new Uint8Array(createHash('sha256').update(key).digest());

/** The condition that a key of this alias of `api_keys` works now, by the clock of the database. Decision: A8. */
export const isLive = (alias: string): Prisma.Sql =>
  Prisma.raw(
    `${alias}.revoked_at IS NULL AND (${alias}.expires_at IS NULL OR ${alias}.expires_at > now())`,
  );

/** A key just made: the text itself, which is told once and never stored, and its row. */
export interface MadeKey {
  readonly key: string;
  readonly id: bigint;
}

/**
 * Makes a key that works from the commit on. The caller holds the lock of the user's row.
 * Decision: A7.
 */
export async function makeKey(
  tx: Transaction,
  userId: bigint,
  name: string | null,
): Promise<MadeKey> {
  const key = newKeyText();
  const { id } = await tx.apiKey.create({
    data: { userId, keyHash: hashKey(key), name },
    select: { id: true },
  });
  return { key, id };
}

/** Ends all keys of a user now. Decision: A8. */
export async function revokeKeys(tx: Transaction, userId: bigint): Promise<void> {
  await tx.$executeRaw(
    Prisma.sql`UPDATE api_keys SET revoked_at = now() WHERE user_id = ${userId} AND revoked_at IS NULL`,
  );
}

/** Ends one key now; one that was revoked before keeps its time. Decision: A8, P2. */
export async function revokeKey(tx: Transaction, keyId: bigint): Promise<void> {
  await tx.$executeRaw(
    Prisma.sql`UPDATE api_keys SET revoked_at = now() WHERE id = ${keyId} AND revoked_at IS NULL`,
  );
}

/** The live keys of a user, the newest first. The caller holds the lock of the user's row. */
export async function liveKeys(
  tx: Transaction,
  userId: bigint,
): Promise<{ readonly id: bigint; readonly name: string | null }[]> {
  return tx.$queryRaw(Prisma.sql`
    SELECT k.id, k.name FROM api_keys k
    WHERE k.user_id = ${userId} AND ${isLive('k')} ORDER BY k.id DESC`);
}

/**
 * Lets the newest live key of a user work for that many seconds more, at least 1, and ends the
 * others now: with the key made next, at most two are live.
 * Decision: A8.
 */
export async function retireKeys(
  tx: Transaction,
  userId: bigint,
  overlapSeconds: number,
): Promise<void> {
  await tx.$executeRaw(Prisma.sql`
    WITH newest AS (
      SELECT k.id FROM api_keys k WHERE k.user_id = ${userId} AND ${isLive('k')}
      ORDER BY k.id DESC LIMIT 1
    )
    UPDATE api_keys k
    SET revoked_at = CASE WHEN k.id IN (SELECT id FROM newest) THEN NULL ELSE now() END,
        expires_at = CASE WHEN k.id IN (SELECT id FROM newest)
          THEN LEAST(k.expires_at, now() + ${overlapSeconds}::integer * interval '1 second')
          ELSE k.expires_at END
    WHERE k.user_id = ${userId} AND k.revoked_at IS NULL`);
}

/** Waits for and takes the lock that every decision about a user's roles and keys is made under. */
export async function lockUser(tx: Transaction, userId: bigint): Promise<boolean> {
  const rows = await tx.$queryRaw<{ id: bigint }[]>(
    Prisma.sql`SELECT id FROM users WHERE id = ${userId} FOR UPDATE`,
  );
  return rows.length > 0;
}
