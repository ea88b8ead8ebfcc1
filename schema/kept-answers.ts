import { lockNotAvailable, sqlStateOf } from '../prisma/database-errors.ts';
import { Prisma } from '../prisma/generated/client/client.ts';
import type { Context, Db, KeyedRequest, Once, Transaction } from './context.ts';
import { KeyInUse, KeyReused } from './errors.ts';
import { mayKeep } from './kept-bodies.ts';
import { forgetRows } from './old-rows.ts';

/** A response, as the work of a request produces it; of a body that is too long anyway only that there is one. */
export type GivenAnswer = Omit<KeptAnswer, 'bodyLeftOut'> & { readonly bodyLeftOut?: boolean };

/** A response that a retry gets. */
export interface KeptAnswer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  /** Null if the response has no body, or its body was not stored. */
  readonly body: string | null;
  /** Whether there was a body that was not stored: read the record of the response instead. */
  readonly bodyLeftOut: boolean;
}

/** Maximum size of a stored body in bytes. */
export const mostKeptBytes = 65_536;

/** A response as it is stored: a body that is too large, or one of too many, is left out. */
export function asKept(
  context: Context,
  principal: string,
  { status, headers, body, bodyLeftOut: isTooLong = false }: GivenAnswer,
): KeptAnswer {
  const bytes = body === null ? 0 : Buffer.byteLength(body);
  const bodyLeftOut = isTooLong || bytes > mostKeptBytes || !mayKeep(context, principal, bytes);
  return { status, headers, body: bodyLeftOut ? null : body, bodyLeftOut };
}

/**
 * Claims a key for this transaction; returns false if it is taken. Waits for a transaction that is claiming the
 * same key, up to the lock timeout.
 * Throws KeyInUse after that.
 */
export async function claim(
  tx: Transaction,
  principal: string,
  { key, method, path, hash }: KeyedRequest,
): Promise<boolean> {
  try {
    const claimed = await tx.$executeRaw(Prisma.sql`
      INSERT INTO idempotency_keys AS k (principal, key, method, path, request_hash, expires_at)
      VALUES (${principal}, ${key}, ${method}, ${path}, ${hash}, now() + interval '24 hours')
      ON CONFLICT (principal, key) DO UPDATE
      SET method = excluded.method, path = excluded.path, request_hash = excluded.request_hash,
          status = NULL, headers = NULL, body = NULL, body_left_out = false,
          created_at = excluded.created_at, expires_at = excluded.expires_at
      WHERE k.expires_at <= now()`);
    return claimed === 1;
  } catch (error) {
    throw sqlStateOf(error) === lockNotAvailable ? new KeyInUse() : error;
  }
}

export const withoutBody: KeptAnswer = { status: 200, headers: {}, body: null, bodyLeftOut: true };

/** How long a mutation may read its response after its commit, in seconds: after that it is taken for ended. */
const readsForSeconds = 60;

/**
 * The stored response of a key; undefined if the key is free. Of a mutation that ended before it stored one, only that
 * it was carried out.
 * Throws KeyReused if the key was used for another request, KeyInUse if it is still running.
 */
export async function recall(
  db: Transaction,
  principal: string,
  { key, method, path, hash }: KeyedRequest,
): Promise<KeptAnswer | undefined> {
  const [kept] = await db.$queryRaw<KeptRow[]>(Prisma.sql`
    SELECT status, headers, body, body_left_out AS "bodyLeftOut",
      method = ${method} AND path = ${path} AND request_hash = ${hash} AS "isSame",
      created_at > now() - make_interval(secs => ${readsForSeconds}) AS "isRecent"
    FROM idempotency_keys WHERE principal = ${principal} AND key = ${key} AND expires_at > now()`);
  if (!kept) return undefined;
  if (!kept.isSame) throw new KeyReused();
  const { status, headers, body, bodyLeftOut, isRecent } = kept;
  if (status !== null) return { status, headers: headers ?? {}, body, bodyLeftOut };
  if (isRecent) throw new KeyInUse();
  return withoutBody;
}

interface KeptRow extends Pick<KeptAnswer, 'body' | 'bodyLeftOut'> {
  readonly status: number | null;
  readonly headers: KeptAnswer['headers'] | null;
  readonly isSame: boolean;
  readonly isRecent: boolean;
}

/**
 * Claims the key of a mutation in the transaction of its write, so that only one of equal requests commits.
 * Throws KeyInUse.
 */
export async function claimFor(tx: Transaction, once: Once): Promise<void> {
  try {
    if (!(await claim(tx, once.principal, once.request))) throw new KeyInUse();
  } catch (error) {
    once.isTaken = error instanceof KeyInUse;
    throw error;
  }
}

/** Stores the response of a claimed key; null frees the key, because a request that wrote nothing may succeed later. */
export async function keep(
  db: Transaction,
  { principal, request: { key } }: Pick<Once, 'principal' | 'request'>,
  kept: KeptAnswer | null,
): Promise<void> {
  const where = { principal_key: { principal, key } };
  const select = { key: true };
  if (kept) await db.idempotencyKey.update({ where, data: kept, select });
  else await db.idempotencyKey.delete({ where, select });
}

const expired = { table: 'idempotency_keys', column: 'expires_at', key: ['principal', 'key'] };

/** Deletes keys older than 24 hours, up to a limit; returns how many. */
export const forgetExpiredKeys = (db: Db, most: number): Promise<number> =>
  forgetRows(db, expired, most);
