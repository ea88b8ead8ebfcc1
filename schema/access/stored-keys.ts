import { hash } from 'node:crypto';
import { Prisma } from '../../prisma/generated/client/client.ts';
import type { Transaction, Viewer } from '../context.ts';
import { existing } from '../refs.ts';
import { noteMakers } from './key-makers.ts';
import { hintOf, newKeyText } from './key-text.ts';

/** The SHA-256 of a key, which is all that is stored of it: 32 bytes. Decision: A7. */
export const hashKey = (key: string): Uint8Array<ArrayBuffer> =>
  new Uint8Array(hash('sha256', key, 'buffer'));

/**
 * The condition that a key in this alias of `api_keys` is valid now, by the clock of the database: not at the beginning
 * of the transaction, which may have waited since.
 * Decision: A8.
 */
export const isLive = (alias: string): Prisma.Sql =>
  Prisma.raw(
    `${alias}.revoked_at IS NULL AND (${alias}.expires_at IS NULL OR ${alias}.expires_at > clock_timestamp())`,
  );

/** A new key: its text, which is shown once and never stored, and its row. */
export interface MadeKey {
  readonly key: string;
  readonly id: bigint;
}

/**
 * Creates a key that is valid from the commit on, and notes its makers; a start has none. The caller holds the lock of
 * the user's row.
 */
export async function makeKey(
  tx: Transaction,
  userId: bigint,
  name: string | null,
  by?: Viewer,
): Promise<MadeKey> {
  const key = newKeyText();
  const { id } = await tx.apiKey.create({
    data: { userId, keyHash: hashKey(key), name, ...hintOf(key) },
    select: { id: true },
  });
  if (by) await noteMakers(tx, id, by);
  return { key, id };
}

/**
 * Revokes all keys of a user now, or all but the one with this hash, and ends the sessions opened with them;
 * returns the ids of the keys that were not revoked before.
 * Decision: A8, O30.
 */
export async function revokeKeys(
  tx: Transaction,
  userId: bigint,
  kept: Uint8Array | null = null,
): Promise<readonly bigint[]> {
  const revoked = await tx.$queryRaw<{ id: bigint }[]>(Prisma.sql`
    UPDATE api_keys SET revoked_at = now()
    WHERE user_id = ${userId} AND revoked_at IS NULL AND key_hash IS DISTINCT FROM ${kept}::bytea
    RETURNING id`);
  await endSessions(tx, Prisma.sql`k.user_id = ${userId} AND k.revoked_at IS NOT NULL`);
  return revoked.map(({ id }) => id);
}

/** Ends the sessions of the keys, `k`, for which the condition holds. Decision: O30. */
export async function endSessions(tx: Transaction, ofKeys: Prisma.Sql): Promise<void> {
  await tx.$executeRaw(
    Prisma.sql`DELETE FROM sessions WHERE api_key_id IN (SELECT k.id FROM api_keys k WHERE ${ofKeys})`,
  );
}

/**
 * Ends the validity of one key after that many seconds, now for 0. A key that was revoked before keeps its
 * time, and no key is prolonged. Returns whether the key was not revoked before.
 * Decision: A8.
 */
export async function endKey(tx: Transaction, keyId: bigint, seconds: number): Promise<boolean> {
  const end =
    seconds === 0
      ? Prisma.sql`revoked_at = now()`
      : Prisma.sql`expires_at = LEAST(expires_at, now() + ${seconds}::integer * interval '1 second')`;
  const ended = await tx.$executeRaw(
    Prisma.sql`UPDATE api_keys SET ${end} WHERE id = ${keyId} AND revoked_at IS NULL`,
  );
  await endSessions(tx, Prisma.sql`k.id = ${keyId} AND k.revoked_at IS NOT NULL`);
  return ended > 0;
}

/** The user of a key, valid or not. */
export const findKey = (tx: Transaction, id: bigint): Promise<{ userId: bigint } | null> =>
  tx.apiKey.findUnique({ where: { id }, select: { userId: true } });

interface LiveKey {
  readonly id: bigint;
  readonly name: string | null;
  /** Whether it expires: another key replaced it. */
  readonly ends: boolean;
}

/** The valid keys of a user. The caller holds the lock of the user's row. */
export async function liveKeys(tx: Transaction, userId: bigint): Promise<LiveKey[]> {
  return tx.$queryRaw(Prisma.sql`
    SELECT k.id, k.name, k.expires_at IS NOT NULL AS ends FROM api_keys k
    WHERE k.user_id = ${userId} AND ${isLive('k')}`);
}

/** A user whose roles and keys are changed. */
export interface LockedUser {
  readonly id: bigint;
  readonly email: string;
  readonly name: string | null;
  readonly disabledAt: Date | null;
  readonly lockVersion: number;
}

/** Takes the lock under which a user's roles and keys are changed. Throws NotFound. */
export async function lockUser(tx: Transaction, userId: bigint): Promise<LockedUser> {
  const [user] = await tx.$queryRaw<LockedUser[]>(Prisma.sql`
    SELECT id, email, name, disabled_at AS "disabledAt", lock_version AS "lockVersion"
    FROM users WHERE id = ${userId} FOR NO KEY UPDATE`);
  return existing(user);
}
