import { Prisma } from '../../prisma/generated/client/client.ts';
import type { Context, Transaction, Viewer } from '../context.ts';
import { Unauthenticated } from '../errors.ts';
import { isLive } from './stored-keys.ts';

/**
 * The condition that the key, and the session, by which a viewer was identified work now, and that the user is
 * enabled. True for who has no stored key: a holder of a token, the program itself.
 * Decision: A8.
 */
export function stillStands({ keyId, sessionId }: Viewer): Prisma.Sql {
  if (keyId === undefined) return Prisma.sql`true`;
  const session =
    sessionId === undefined
      ? Prisma.empty
      : Prisma.sql`AND EXISTS (
          SELECT 1 FROM sessions s
          WHERE s.id = ${sessionId}::bigint AND s.api_key_id = k.id AND s.expires_at > now())`;
  return Prisma.sql`EXISTS (
    SELECT 1 FROM api_keys k JOIN users u ON u.id = k.user_id
    WHERE k.id = ${keyId}::bigint AND ${isLive('k')} AND u.disabled_at IS NULL ${session})`;
}

/**
 * Throws Unauthenticated if the viewer's key or session ended meanwhile, as this transaction sees it.
 * Decision: A8.
 */
export async function requireStanding(tx: Transaction, viewer: Viewer): Promise<void> {
  if (viewer.keyId === undefined) return;
  const [row] = await tx.$queryRaw<{ stands: boolean }[]>(
    Prisma.sql`SELECT ${stillStands(viewer)} AS stands`,
  );
  if (row?.stands !== true) throw new Unauthenticated('invalid_key');
}

/**
 * The caller of a write whose turn it is, with the rights of now.
 * Throws Unauthenticated if the key or session ended while the write waited.
 * Decision: A8.
 */
export async function viewerOfWrite({ viewer, viewerNow }: Context): Promise<Viewer> {
  const now = (await viewerNow?.()) ?? viewer;
  if (viewer.key === 'good' && now.key !== 'good') throw new Unauthenticated('invalid_key');
  return now;
}
