import { Prisma } from '../../prisma/generated/client/client.ts';
import type { Transaction, Viewer } from '../context.ts';
import { customerPermissions, holds } from '../permissions.ts';

/**
 * Stores who may have seen a new key: the caller, and the makers of the key that the caller uses, because they could have
 * made it in the caller's name.
 * Decision: N70.
 */
export async function noteMakers(tx: Transaction, keyId: bigint, by: Viewer): Promise<void> {
  await tx.$executeRaw(Prisma.sql`
    INSERT INTO api_key_makers (api_key_id, user_id)
    SELECT ${keyId}::bigint, id FROM users WHERE id = ${by.user?.id ?? null}::bigint
    UNION SELECT ${keyId}::bigint, user_id FROM api_key_makers WHERE api_key_id = ${by.keyId ?? null}::bigint`);
}

/** The condition that a permission in one column includes that in another: `holds` in SQL. Decision: A12. */
const includes = (held: string, wanted: string): Prisma.Sql =>
  Prisma.raw(`${held} IN ('*', split_part(${wanted}, '.', 1) || '.*', ${wanted})`);

/** Those of the permissions that nobody has who had the others. */
export function newRights(had: readonly string[], given: readonly string[]): string[] {
  const former = new Set([...customerPermissions, ...had]);
  return given.filter((permission) => !holds(former, permission));
}

/** The ids of the users to whom these permissions, which a role got, are new: no other role of theirs includes one. */
export const gainers = (roleId: bigint, rights: readonly string[]): Prisma.Sql => Prisma.sql`
  SELECT g.user_id FROM user_roles g
  WHERE g.role_id = ${roleId} AND EXISTS (
    SELECT FROM unnest(${[...rights]}::text[]) AS gained(permission) WHERE NOT EXISTS (
      SELECT FROM user_roles o JOIN role_permissions p ON p.role_id = o.role_id
      WHERE o.user_id = g.user_id AND o.role_id <> g.role_id AND ${includes('p.permission', 'gained.permission')}))`;

/**
 * Revokes the keys of these users that have a maker who lacks one of the user's permissions of now, and ends the sessions
 * opened with them. The user is no such maker; who is disabled or deleted has no permission, but the admin of a start, with
 * whose key those of a new store begin, has those of its roles. Returns the keys that end, by user. One statement, however
 * many users there are.
 * Decision: A8, N70, O30.
 */
export async function revokeBeyondMakers(
  tx: Transaction,
  userIds: Prisma.Sql,
): Promise<readonly { readonly userId: bigint; readonly keys: readonly bigint[] }[]> {
  const rows = await tx.$queryRaw<{ userId: bigint; keys: string }[]>(Prisma.sql`
    WITH made AS (
      SELECT k.id, k.user_id, m.user_id AS maker
      FROM api_keys k JOIN api_key_makers m ON m.api_key_id = k.id AND m.user_id <> k.user_id
      WHERE k.revoked_at IS NULL AND k.user_id IN (${userIds})
    ), beyond AS (
      SELECT m.maker, p.role_id
      FROM (SELECT DISTINCT maker FROM made) m CROSS JOIN role_permissions p
      WHERE NOT EXISTS (
        SELECT FROM (
          SELECT r.permission
          FROM users u JOIN user_roles g ON g.user_id = u.id JOIN role_permissions r ON r.role_id = g.role_id
          WHERE u.id = m.maker AND (u.disabled_at IS NULL OR u.is_start_admin)
          UNION ALL SELECT unnest(${[...customerPermissions]}::text[])) held
        WHERE ${includes('held.permission', 'p.permission')})
    ), revoked AS (
      UPDATE api_keys SET revoked_at = now()
      WHERE id IN (
        SELECT made.id FROM made JOIN user_roles g ON g.user_id = made.user_id
        JOIN beyond b ON b.maker = made.maker AND b.role_id = g.role_id)
      RETURNING id, user_id
    ), ended AS (
      DELETE FROM sessions WHERE api_key_id IN (SELECT id FROM revoked)
    )
    SELECT user_id AS "userId", string_agg(id::text, ' ' ORDER BY id) AS keys
    FROM revoked GROUP BY user_id ORDER BY user_id`);
  return rows.map(({ userId, keys }) => ({ userId, keys: keys.split(' ').map(BigInt) }));
}
