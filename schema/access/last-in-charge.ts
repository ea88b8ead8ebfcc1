import { Prisma } from '../../prisma/generated/client/client.ts';
import { lockNamed } from '../../prisma/named-lock.ts';
import type { Transaction, Viewer } from '../context.ts';
import { Refused, Unauthenticated } from '../errors.ts';
import { customerPermissions } from '../permissions.ts';
import { rightsOf, stillStands } from './standing.ts';

/**
 * Who can manage the store's users: 2, somebody with all permissions; 1, somebody who may update users; 0,
 * nobody. Only enabled users with a valid key that never expires are counted.
 */
type Charge = 0 | 1 | 2;

const sentence = 'At least one enabled user with a key must be able to manage users.';

const chargeSql = Prisma.sql`(
  SELECT COALESCE(max(CASE p.permission WHEN '*' THEN 2 ELSE 1 END), 0)::integer
  FROM role_permissions p
  JOIN user_roles g ON g.role_id = p.role_id
  JOIN users u ON u.id = g.user_id
  WHERE p.permission IN ('*', 'users.*', 'users.update') AND u.disabled_at IS NULL
    AND EXISTS (SELECT 1 FROM api_keys k
                WHERE k.user_id = u.id AND k.revoked_at IS NULL AND k.expires_at IS NULL))`;

/** Takes the lock for writes to users, roles and keys, before any other lock, so that they run one after the other. */
export async function lockAccess(tx: Transaction): Promise<void> {
  await tx.$executeRaw(lockNamed('access'));
}

/** A write, as far as that lock concerns it. */
interface AccessWrite {
  readonly tx: Transaction;
  viewer: Viewer;
  judgesAccess: boolean;
  readonly hasLocked: () => void;
}

/**
 * Takes that lock, and gives the write the permissions that its caller has under it, because another request may have
 * removed some; returns who is in charge then.
 * Throws Unauthenticated if the caller's key or session ended meanwhile.
 * Decision: A8, N70, N71.
 */
export async function enterAccess(write: AccessWrite): Promise<Charge> {
  const { tx, viewer } = write;
  write.judgesAccess = true;
  await lockAccess(tx);
  write.hasLocked();
  const [row] = await tx.$queryRaw<{ charge: Charge; stands: boolean; rights: string[] }[]>(
    Prisma.sql`
    SELECT ${chargeSql} AS charge, ${stillStands(viewer)} AS stands, ${rightsOf(viewer)} AS rights`,
  );
  if (!row?.stands) throw new Unauthenticated('invalid_key');
  if (viewer.user) {
    write.viewer = { ...viewer, permissions: new Set([...customerPermissions, ...row.rights]) };
  }
  return row.charge;
}

/**
 * Throws Refused if the write left the store without anybody who can manage users, or only with somebody who
 * has fewer permissions than before.
 */
export async function requireCharge(tx: Transaction, before: Charge): Promise<void> {
  const [row] = await tx.$queryRaw<{ charge: Charge }[]>(Prisma.sql`SELECT ${chargeSql} AS charge`);
  if ((row?.charge ?? 0) < before) throw Refused.act({ base: [sentence] });
}
