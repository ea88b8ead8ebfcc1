import { Prisma } from '../../prisma/generated/client/client.ts';
import type { Transaction, Viewer } from '../context.ts';
import { Unauthorized } from '../errors.ts';
import { holds } from '../permissions.ts';

/**
 * Prevents privilege escalation: to create, change or revoke what a user may do, or a user's credentials, the
 * caller must have all that user's permissions, before the change and after it. A wildcard requires the same
 * wildcard or a wider one. Callers have all of their own permissions.
 * Throws Unauthorized.
 * Decision: N70.
 */
export function requireAllRights(viewer: Viewer, rights: readonly string[]): void {
  if (!holdsAll(viewer, rights)) throw new Unauthorized();
}

/** Whether the caller has all these rights. */
export const holdsAll = ({ permissions }: Viewer, rights: readonly string[]): boolean =>
  rights.every((right) => holds(permissions, right));

/** The ids of the roles with these names, locked so that none is deleted or changed before it is assigned. */
export async function lockRoles(tx: Transaction, names: readonly string[]): Promise<bigint[]> {
  if (names.length === 0) return [];
  const rows = await tx.$queryRaw<{ id: bigint }[]>(
    Prisma.sql`SELECT id FROM roles WHERE name = ANY(${[...names]}::text[]) ORDER BY id FOR SHARE`,
  );
  return rows.map(({ id }) => id);
}

/** All permissions of these roles. */
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

/** All permissions that a user has by roles, whether or not the user is enabled. */
export async function rightsOfUser(tx: Transaction, userId: bigint): Promise<string[]> {
  const roles = await rolesOf(tx, userId);
  const ids = roles.map(({ id }) => id);
  return rightsOfRoles(tx, ids);
}

/** The users who have a right by roles that the caller lacks, of those with these ids. One statement, none for no ids. */
export async function usersBeyond(
  { tx, viewer }: { readonly tx: Transaction; readonly viewer: Viewer },
  userIds: readonly bigint[],
): Promise<ReadonlySet<bigint>> {
  if (userIds.length === 0) return new Set();
  const rows = await tx.$queryRaw<{ userId: bigint; permission: string }[]>(Prisma.sql`
    SELECT g.user_id AS "userId", p.permission
    FROM user_roles g JOIN role_permissions p ON p.role_id = g.role_id
    WHERE g.user_id = ANY(${userIds.map(String)}::bigint[])`);
  const beyond = rows.filter(({ permission }) => !holdsAll(viewer, [permission]));
  return new Set(beyond.map(({ userId }) => userId));
}

export async function rightsOfHolders(tx: Transaction, roleId: bigint): Promise<string[]> {
  const rows = await tx.$queryRaw<{ permission: string }[]>(Prisma.sql`
    SELECT DISTINCT p.permission FROM role_permissions p
    WHERE p.role_id = ${roleId} OR p.role_id IN (
      SELECT other.role_id FROM user_roles mine JOIN user_roles other ON other.user_id = mine.user_id
      WHERE mine.role_id = ${roleId})`);
  return rows.map(({ permission }) => permission);
}
