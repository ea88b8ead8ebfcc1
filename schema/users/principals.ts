import { Prisma } from '../../prisma/generated/client/client.ts';
import type { Transaction, Viewer } from '../context.ts';
import { Unauthorized } from '../errors.ts';
import { holds } from '../permissions.ts';

/**
 * The one rule about principals: whoever makes, changes or ends what a user may do, or by what he
 * proves who he is, holds all that user's rights, before the change and after it. A wildcard is held
 * by who holds that wildcard or a wider one. Everybody holds all of his own rights.
 * Throws Unauthorized.
 * Decision: A16, N70.
 */
export function requireAllRights(viewer: Viewer, rights: readonly string[]): void {
  if (!rights.every((right) => holds(viewer.permissions, right))) throw new Unauthorized();
}

/** The ids of the roles of these names, locked so that none is deleted or changed before it is given. */
export async function lockRoles(tx: Transaction, names: readonly string[]): Promise<bigint[]> {
  if (names.length === 0) return [];
  const rows = await tx.$queryRaw<{ id: bigint }[]>(
    Prisma.sql`SELECT id FROM roles WHERE name = ANY(${[...names]}::text[]) ORDER BY id FOR SHARE`,
  );
  return rows.map(({ id }) => id);
}

/** All that these roles allow. */
export async function rightsOfRoles(
  tx: Transaction,
  roleIds: readonly bigint[],
): Promise<string[]> {
  if (roleIds.length === 0) return [];
  const rows = await tx.rolePermission.findMany({
    where: { roleId: { in: [...roleIds] } },
    select: { permission: true },
  });
  return rows.map(({ permission }) => permission);
}

/** The roles a user was given. */
export async function rolesOf(
  tx: Transaction,
  userId: bigint,
): Promise<{ readonly id: bigint; readonly name: string }[]> {
  const rows = await tx.userRole.findMany({
    where: { userId },
    select: { role: { select: { id: true, name: true } } },
  });
  return rows.map(({ role }) => role);
}

/** All that a user may do by roles, whether or not he is enabled. */
export const rightsOfUser = async (tx: Transaction, userId: bigint): Promise<string[]> =>
  rightsOfRoles(
    tx,
    (await rolesOf(tx, userId)).map(({ id }) => id),
  );

/** All that a role allows, and all that the users who have it may do by other roles. */
export async function rightsOfHolders(tx: Transaction, roleId: bigint): Promise<string[]> {
  const rows = await tx.$queryRaw<{ permission: string }[]>(Prisma.sql`
    SELECT DISTINCT p.permission FROM role_permissions p
    WHERE p.role_id = ${roleId} OR p.role_id IN (
      SELECT other.role_id FROM user_roles mine JOIN user_roles other ON other.user_id = mine.user_id
      WHERE mine.role_id = ${roleId})`);
  return rows.map(({ permission }) => permission);
}
