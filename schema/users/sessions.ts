import { randomBytes } from 'node:crypto';
import { Prisma } from '../../prisma/generated/client/client.ts';
import type { Context, Db } from '../context.ts';
import { auditEntry } from '../domain/audit.ts';
import { forgetRows } from '../old-rows.ts';
import { customerPermissions } from '../permissions.ts';
import { inWrite, type Write } from '../write.ts';
import { hashKey, isLive } from '../access/stored-keys.ts';
import { forgetSession } from '../access/viewer.ts';

/** How long a browser stays signed in, in seconds. Decision: O30. */
export const sessionSeconds = 28_800;

/** Maximum number of sessions of one key; another one ends the oldest. */
const mostSessions = 20;

/** These writes judge the key by themselves, and to sign out needs none that works. */
const asIdentified = (context: Context): Context => ({
  ...context,
  viewerNow: () => Promise.resolve(context.viewer),
});

/**
 * Whether a key, `k`, is of a user who may more than every customer. Only their sessions are in the audit log, or
 * customers could fill it. Decision: N76.
 */
const isOfStaff = Prisma.sql`EXISTS (
  SELECT 1 FROM user_roles r JOIN role_permissions p ON p.role_id = r.role_id
  WHERE r.user_id = k.user_id AND p.permission <> ALL(${[...customerPermissions]}::text[]))`;

/** Ends the session with this token, if there is one. */
async function endSession(write: Write, token: string): Promise<void> {
  const [ended] = await write.tx.$queryRaw<{ id: bigint; isOfStaff: boolean }[]>(Prisma.sql`
    DELETE FROM sessions s USING api_keys k
    WHERE s.token_hash = ${hashKey(token)} AND k.id = s.api_key_id
    RETURNING s.id, ${isOfStaff} AS "isOfStaff"`);
  if (ended?.isOfStaff) write.audit(auditEntry('sessions.delete', ended.id));
}

/**
 * Signs a browser in with the key of the request, in place of its previous session; returns the session's
 * token, which only the browser gets. Returns null if the key is not valid, or was revoked meanwhile: then the previous
 * session stays.
 */
export async function openSession(context: Context, former: string | null): Promise<string | null> {
  const token = randomBytes(32).toString('base64url');
  const { keyId = null, user } = context.viewer;
  const opened = await inWrite(asIdentified(context), async (write) => {
    const { tx } = write;
    write.judgesAccess = true;
    // revoking the key and disabling the user take this lock too, and end all existing sessions
    await tx.$queryRaw(
      Prisma.sql`SELECT id FROM users WHERE id = ${user?.id ?? null}::bigint FOR NO KEY UPDATE`,
    );
    const [made] = await tx.$queryRaw<{ id: bigint; isOfStaff: boolean }[]>(Prisma.sql`
      INSERT INTO sessions (api_key_id, token_hash, expires_at)
      SELECT k.id, ${hashKey(token)}, now() + ${sessionSeconds}::integer * interval '1 second'
      FROM api_keys k JOIN users u ON u.id = k.user_id
      WHERE k.id = ${keyId}::bigint AND ${isLive('k')} AND u.disabled_at IS NULL
      RETURNING id, (SELECT ${isOfStaff} FROM api_keys k WHERE k.id = api_key_id) AS "isOfStaff"`);
    if (!made) return null;
    if (former !== null) await endSession(write, former);
    await tx.$executeRaw(Prisma.sql`
      DELETE FROM sessions WHERE id IN (
        SELECT id FROM sessions WHERE api_key_id = ${keyId}::bigint
        ORDER BY id DESC OFFSET ${mostSessions}::integer)`);
    if (made.isOfStaff) write.audit(auditEntry('sessions.create', made.id));
    return token;
  });
  if (former !== null) forgetSession(context.db, former);
  return opened;
}

/**
 * Signs out the browser with this token, in every process within a second; does nothing if it is not signed in.
 */
export async function closeSession(context: Context, token: string): Promise<void> {
  await inWrite(asIdentified(context), async (write) => {
    write.judgesAccess = true;
    await endSession(write, token);
  });
  forgetSession(context.db, token);
}

/** Deletes up to that many expired sessions; returns how many. */
export const forgetOldSessions = (db: Db, most: number): Promise<number> =>
  forgetRows(db, { table: 'sessions', column: 'expires_at' }, most);
