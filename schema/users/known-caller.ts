import { requireKey } from '../abilities.ts';
import type { Db, Transaction, Viewer } from '../context.ts';
import { Unauthorized } from '../errors.ts';
import { SeenSecrets } from './seen-secrets.ts';

/** Order tokens that this process has found, by database. */
const knownTokens = new WeakMap<Db, SeenSecrets>();

/** Whether some order had this token when it was last presented here; no query. Decision: N46. */
export const isKnownToken = (db: Db, token: string): boolean =>
  knownTokens.get(db)?.has(token) ?? false;

/**
 * Authenticates a caller by a valid key, or, if `tokenOpens`, by a token that some order has. The request
 * itself checks which order that is, and whether it still has the token. At most one query by index, none for
 * tokens found before.
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
  if (isKnownToken(db, token)) return true;
  if (token.includes('\0')) return false;
  const order = await db.order.findUnique({ where: { token }, select: { id: true } });
  if (!order) return false;
  const known = knownTokens.get(db) ?? new SeenSecrets();
  knownTokens.set(db, known);
  known.add(token);
  return true;
}

/** Throws Unauthorized if a caller without a user presents a token that was replaced. Decision: L6. */
export async function requireToken(db: Transaction, { user, orderToken }: Viewer): Promise<void> {
  if (user || orderToken === null) return;
  const order = await db.order.findUnique({ where: { token: orderToken }, select: { id: true } });
  if (!order) throw new Unauthorized();
}
