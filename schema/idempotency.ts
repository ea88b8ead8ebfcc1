import { createHash } from 'node:crypto';
import { Prisma } from '../prisma/generated/client/client.ts';
import type { Context, Db, Transaction, Viewer } from './context.ts';
import { sqlStateOf } from '../prisma/database-errors.ts';
import { KeyInUse, KeyReused, Unauthorized } from './errors.ts';
import { mayKeep } from './kept-bodies.ts';
import { forgetRows } from './old-rows.ts';
import type { Isolation } from './transaction.ts';
import { inUnit } from './unit-of-work.ts';

/** A response, as the work of a request produces it. */
export type GivenAnswer = Omit<KeptAnswer, 'bodyLeftOut'>;

/** A response that a retry gets. */
export interface KeptAnswer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  /** Null if the response has no body, or its body was not stored. */
  readonly body: string | null;
  /** Whether there was a body that was not stored: read the record of the response instead. */
  readonly bodyLeftOut: boolean;
}

/** Maximum size of a stored body in bytes. Decision: N62. */
const mostBytes = 65_536;

/** A response as it is stored: a body that is too large, or one of too many, is left out. Decision: N62. */
function asKept(
  context: Context,
  principal: string,
  { status, headers, body }: GivenAnswer,
): KeptAnswer {
  const bytes = body === null ? 0 : Buffer.byteLength(body);
  const bodyLeftOut = bytes > mostBytes || !mayKeep(context, principal, bytes);
  return { status, headers, body: bodyLeftOut ? null : body, bodyLeftOut };
}

/** A request that must run once only. */
export interface KeyedRequest {
  /** The client's key: 1 to 255 printable characters. */
  readonly key: string;
  readonly method: string;
  readonly path: string;
  /** Hash of everything else that identifies the request. */
  readonly hash: Uint8Array<ArrayBuffer>;
}

/**
 * How the work of a request ended.
 * - `done`     its changes and the response are stored
 * - `refused`  the changes that refused steps keep are stored; the response only if there are any
 * - `undone`   nothing is stored
 */
type Ending = 'done' | 'refused' | 'undone';

export interface Ended {
  readonly answer: GivenAnswer;
  readonly ending: Ending;
}

export interface Answered {
  readonly answer: KeptAnswer;
  /** Whether this is a stored response and nothing was done now. */
  readonly replayed: boolean;
}

/**
 * Whose key it is: of a user, or of everyone with the same order token. Null for callers with neither, who may
 * not write anything.
 */
function principalOf({ user, orderToken }: Viewer): string | null {
  if (user) return `user:${String(user.id)}`;
  if (!orderToken) return null;
  return `token:${createHash('sha256').update(orderToken).digest('base64url')}`;
}

/** PostgreSQL's error for a lock timeout. */
const lockNotAvailable = '55P03';

/**
 * Claims a key for this transaction; returns false if it is taken. Waits for a transaction that is claiming the
 * same key, up to the lock timeout.
 * Throws KeyInUse after that.
 */
async function claim(
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
    throw sqlStateOf(error) === lockNotAvailable ? new KeyInUse(1) : error;
  }
}

/** The stored response of a used key. Throws KeyReused if the key was used for another request. */
async function recall(
  tx: Transaction,
  principal: string,
  { key, method, path, hash }: KeyedRequest,
): Promise<KeptAnswer> {
  const kept = await tx.idempotencyKey.findUniqueOrThrow({
    where: { principal_key: { principal, key } },
  });
  const isSame =
    kept.method === method && kept.path === path && Buffer.compare(kept.requestHash, hash) === 0;
  if (!isSame) throw new KeyReused();
  // A key without a response never outlives the transaction that claimed it.
  if (kept.status === null)
    throw new TypeError('An idempotency key was stored without its response.');
  const headers = kept.headers as Readonly<Record<string, string>>;
  return { status: kept.status, headers, body: kept.body, bodyLeftOut: kept.bodyLeftOut };
}

/** Throws Unauthorized if a caller without a user presents a token that was replaced. Decision: L6. */
async function requireToken(tx: Transaction, { user, orderToken }: Viewer): Promise<void> {
  if (user || orderToken === null) return;
  const order = await tx.order.findUnique({ where: { token: orderToken }, select: { id: true } });
  if (!order) throw new Unauthorized();
}

/**
 * Runs a request as one unit of work. With a key it runs once only: the response is stored with the key in the
 * same transaction, for 24 hours, and returned to the same request of the same caller. A body beyond 64 KiB, or
 * beyond what the caller may keep within an hour, is not stored, only the fact that there was one. Requests that
 * were refused and wrote nothing are not stored, because a retry may succeed; those that wrote something are,
 * because a retry would write it once more.
 * Throws Unauthorized for a token that was replaced, KeyReused, KeyInUse, Unavailable and what the work throws.
 * Decision: L1 to L7, N62.
 */
export function answerOnce(
  context: Context,
  request: KeyedRequest | null,
  isolation: Isolation,
  work: (context: Context) => Promise<Ended>,
): Promise<Answered> {
  const principal = principalOf(context.viewer);
  return inUnit<Answered>(context, isolation, async (inside) => {
    const { db } = inside;
    const keyed = request && principal !== null ? { request, principal } : null;
    if (keyed && !(await claim(db, keyed.principal, keyed.request))) {
      await requireToken(db, inside.viewer);
      const answer = await recall(db, keyed.principal, keyed.request);
      return { value: { answer, replayed: true }, undone: true };
    }
    const heard = { isRefused: false, hasWritten: false };
    const hearRefusal: Context['hearRefusal'] = (codes, hasWritten = false) => {
      heard.isRefused = true;
      heard.hasWritten ||= hasWritten;
      context.hearRefusal?.(codes, hasWritten);
    };
    const { answer, ending } = await work({ ...inside, hearRefusal });
    if (keyed && ending !== 'undone') {
      const { principal, request } = keyed;
      const where = { principal_key: { principal, key: request.key } };
      const select = { key: true };
      if (heard.hasWritten || (ending === 'done' && !heard.isRefused)) {
        const data = asKept(context, principal, answer);
        await db.idempotencyKey.update({ where, data, select });
      } else await db.idempotencyKey.delete({ where, select });
    }
    const given = { ...answer, bodyLeftOut: false };
    return { value: { answer: given, replayed: false }, undone: ending === 'undone' };
  });
}

/** Deletes keys older than 24 hours, up to a limit; returns how many. Decision: L7. */
export const forgetExpiredKeys = (db: Db, most: number): Promise<number> =>
  forgetRows(
    db,
    { table: 'idempotency_keys', column: 'expires_at', key: ['principal', 'key'] },
    most,
  );
