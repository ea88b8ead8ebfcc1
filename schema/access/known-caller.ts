import { LRUCache } from 'lru-cache';
import { requireKey } from '../abilities.ts';
import type { Db, Transaction, Viewer } from '../context.ts';
import { Unauthorized } from '../errors.ts';
import { SeenSecrets } from './seen-secrets.ts';

/** The order tokens that a process has found. */
class FoundTokens {
  /** Those that some order had when they were last looked up. */
  readonly seen = new SeenSecrets();
  /** Those of `seen` that are not looked up again yet. Decision: N5. */
  readonly fresh = new LRUCache<string, true>({ max: 10_000, ttl: 1_000 });
}

const foundTokens = new WeakMap<Db, FoundTokens>();

/** Whether some order had this token when it was last presented here; no query. Decision: N46. */
export const isKnownToken = (db: Db, token: string): boolean =>
  foundTokens.get(db)?.seen.has(token) ?? false;

/**
 * Authenticates a caller by a valid key, or, if `tokenOpens`, by a token that some order has. The request
 * itself checks which order that is, and whether it still has the token. At most one query by index, none for
 * tokens found within the last second.
 * Throws Unauthenticated for a bad or missing key, Unauthorized for a token that no order has.
 * Decision: A3, A24, N5.
 */
export async function requireKnownCaller(
  db: Db,
  viewer: Viewer,
  tokenOpens: boolean,
): Promise<void> {
  if (viewer.key === 'good') return;
  const token = tokenOpens ? viewer.orderToken : null;
  if (token !== null && (await isOrderToken(db, token))) return;
  if (token !== null && viewer.key === 'none') throw new Unauthorized();
  requireKey(viewer);
}

async function isOrderToken(db: Db, token: string): Promise<boolean> {
  if (token.includes('\0')) return false;
  const found = foundTokens.get(db) ?? new FoundTokens();
  foundTokens.set(db, found);
  const digest = SeenSecrets.digestOf(token);
  if (found.fresh.has(digest)) return true;
  const order = await db.order.findUnique({ where: { token }, select: { id: true } });
  if (order) {
    found.seen.add(token);
    found.fresh.set(digest, true);
  } else {
    found.seen.delete(token);
  }
  return order !== null;
}

/** Throws Unauthorized if a caller without a user presents a token that was replaced. Decision: L6. */
export async function requireToken(db: Transaction, { user, orderToken }: Viewer): Promise<void> {
  if (user || orderToken === null) return;
  const order = await db.order.findUnique({ where: { token: orderToken }, select: { id: true } });
  if (!order) throw new Unauthorized();
}
