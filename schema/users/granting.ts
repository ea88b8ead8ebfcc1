import { Prisma } from '../../prisma/generated/client/client.ts';
import type { Transaction, Viewer } from '../context.ts';
import { Unauthorized } from '../errors.ts';
import { holds } from '../permissions.ts';

/**
 * Lets only callers pass who have every permission they hand out; a wildcard is had by who has that
 * wildcard or a wider one.
 * Decision: A16.
 */
export function authorizeGrant(viewer: Viewer, permissions: readonly string[]): void {
  if (!permissions.every((permission) => holds(viewer.permissions, permission))) {
    throw new Unauthorized();
  }
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
export async function permissionsOfRoles(
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

/** The ids of the roles a user was given. */
export async function roleIdsOf(tx: Transaction, userId: bigint): Promise<bigint[]> {
  const rows = await tx.userRole.findMany({ where: { userId }, select: { roleId: true } });
  return rows.map(({ roleId }) => roleId);
}
