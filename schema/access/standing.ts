import { Prisma } from '../../prisma/generated/client/client.ts';
import { shareNamed } from '../../prisma/named-lock.ts';
import type { Context, Transaction, Viewer } from '../context.ts';
import { Unauthenticated } from '../errors.ts';
import { customerPermissions } from '../permissions.ts';
import { isLive } from './stored-keys.ts';

/** Rights were taken from the caller of a write while it ran: it starts over, and is judged by those of now. */
export class RightsTaken extends Error {}

/**
 * The condition that the key, and the session, by which a viewer was identified work now, and that the user is
 * enabled. True for who has no stored key: a holder of a token, the program itself. With `FOR SHARE` it sees what was
 * committed also where a transaction reads one snapshot, as a serialization failure.
 * Decision: A8.
 */
export function stillStands(
  { keyId, sessionId }: Viewer,
  lock: Prisma.Sql = Prisma.empty,
): Prisma.Sql {
  if (keyId === undefined) return Prisma.sql`true`;
  const session =
    sessionId === undefined
      ? Prisma.empty
      : Prisma.sql`JOIN sessions s ON s.api_key_id = k.id
          AND s.id = ${sessionId}::bigint AND s.expires_at > clock_timestamp()`;
  return Prisma.sql`EXISTS (
    SELECT 1 FROM api_keys k JOIN users u ON u.id = k.user_id ${session}
    WHERE k.id = ${keyId}::bigint AND ${isLive('k')} AND u.disabled_at IS NULL ${lock})`;
}

/** The permissions that the viewer's user has by roles, as an array; empty for one who is disabled. */
export const rightsOf = ({ user }: Viewer): Prisma.Sql => Prisma.sql`ARRAY(
  SELECT DISTINCT p.permission
  FROM users u JOIN user_roles g ON g.user_id = u.id JOIN role_permissions p ON p.role_id = g.role_id
  WHERE u.id = ${user?.id ?? null}::bigint AND u.disabled_at IS NULL)`;

/** Locks the viewer's roles, whose permissions then stay as they are. */
const lockHeldRoles = ({ user }: Viewer): Prisma.Sql => Prisma.sql`
  SELECT FROM roles r JOIN user_roles g ON g.role_id = r.id
  WHERE g.user_id = ${user?.id ?? null}::bigint ORDER BY r.id FOR SHARE OF r`;

/**
 * Judges the caller of a write once more, just before its end. Four statements that are sent together: the lock of writes
 * to users, roles and keys is shared, as they take it first; the key and the user are locked, then the roles that the
 * user has under that lock, then the rights are read. A statement that waits for a lock would read the rest as it was
 * before the wait. What was committed since the beginning of a transaction that reads one snapshot is a serialization
 * failure, because the rows it stands in are locked.
 * Throws Unauthenticated if the viewer's key or session ended meanwhile, RightsTaken if rights did.
 * Decision: A8, N70, Q84.
 */
export async function requireStanding(tx: Transaction, viewer: Viewer): Promise<void> {
  if (viewer.keyId === undefined) return;
  const entered = tx.$executeRaw(shareNamed('access'));
  const locked = tx.$queryRaw<{ stands: boolean }[]>(
    Prisma.sql`SELECT ${stillStands(viewer, Prisma.sql`FOR SHARE`)} AS stands`,
  );
  const held = tx.$queryRaw(lockHeldRoles(viewer));
  const read = tx.$queryRaw<{ rights: string[] }[]>(
    Prisma.sql`SELECT ${rightsOf(viewer)} AS rights`,
  );
  const [[standing], [now]] = await Promise.all([locked, read, held, entered]);
  if (standing?.stands !== true) throw new Unauthenticated('invalid_key');
  const rights = new Set([...customerPermissions, ...(now?.rights ?? [])]);
  if ([...viewer.permissions].some((right) => !rights.has(right))) {
    throw new RightsTaken('Rights were taken from the caller of a write.');
  }
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
