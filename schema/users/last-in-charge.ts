import { Prisma } from '../../prisma/generated/client/client.ts';
import type { Transaction, Viewer } from '../context.ts';
import { Refused } from '../errors.ts';
import { customerPermissions } from '../permissions.ts';

/**
 * Whom the store has to look after its users: 2, somebody who may do everything; 1, somebody who may
 * update users; 0, nobody. Counted are enabled users with a key that works and has no end.
 */
export type Charge = 0 | 1 | 2;

/** What a write to users, roles or keys is decided by, as it is under the lock. */
export interface AccessFacts {
  readonly charge: Charge;
  /** The caller with the current permissions; another request may have removed some. */
  readonly viewer: Viewer;
}

const sentence = 'At least one enabled user with a key must be able to manage users.';

const chargeSql = Prisma.sql`(
  SELECT COALESCE(max(CASE p.permission WHEN '*' THEN 2 ELSE 1 END), 0)::integer
  FROM role_permissions p
  JOIN user_roles g ON g.role_id = p.role_id
  JOIN users u ON u.id = g.user_id
  WHERE p.permission IN ('*', 'users.*', 'users.update') AND u.disabled_at IS NULL
    AND EXISTS (SELECT 1 FROM api_keys k
                WHERE k.user_id = u.id AND k.revoked_at IS NULL AND k.expires_at IS NULL))`;

/**
 * Takes the lock that writes to users, roles and keys are decided under, one after the other, before
 * any other lock; it is the row that is always there.
 */
export async function lockAccess(tx: Transaction): Promise<void> {
  await tx.$queryRaw(Prisma.sql`SELECT id FROM roles WHERE name = 'admin' FOR UPDATE`);
}

/** What is so now. The caller holds the lock. Decision: N70, N71. */
export async function readAccessFacts(tx: Transaction, viewer: Viewer): Promise<AccessFacts> {
  const { user } = viewer;
  const [row] = await tx.$queryRaw<{ charge: Charge; rights: string[] }[]>(Prisma.sql`
    SELECT ${chargeSql} AS charge,
           ARRAY(SELECT DISTINCT p.permission
                 FROM users u JOIN user_roles g ON g.user_id = u.id
                 JOIN role_permissions p ON p.role_id = g.role_id
                 WHERE u.id = ${user?.id ?? null}::bigint AND u.disabled_at IS NULL) AS rights`);
  const { charge = 0, rights = [] } = row ?? {};
  const permissions = user ? new Set([...customerPermissions, ...rights]) : viewer.permissions;
  return { charge, viewer: { ...viewer, permissions } };
}

/**
 * Throws Refused where the store had somebody to look after its users and the write left it with
 * nobody, or with somebody who may less.
 * Decision: N71.
 */
export async function requireCharge(tx: Transaction, before: Charge): Promise<void> {
  const [row] = await tx.$queryRaw<{ charge: Charge }[]>(Prisma.sql`SELECT ${chargeSql} AS charge`);
  if ((row?.charge ?? 0) < before) throw Refused.act({ base: [sentence] });
}
