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

/** What writes to users, roles or keys check, as it is under the lock. */
interface AccessFacts {
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

/** Takes the lock for writes to users, roles and keys, before any other lock, so that they run one after the other. */
export async function lockAccess(tx: Transaction): Promise<void> {
  await tx.$executeRaw(lockNamed('access'));
}

/**
 * The current values. The caller holds the lock.
 * Throws Unauthenticated if the viewer's key or session ended meanwhile.
 * Decision: A8, N70, N71.
 */
async function readAccessFacts(tx: Transaction, viewer: Viewer): Promise<AccessFacts> {
  const { user } = viewer;
  const [row] = await tx.$queryRaw<{ charge: Charge; stands: boolean; rights: string[] }[]>(
    Prisma.sql`
    SELECT ${chargeSql} AS charge, ${stillStands(viewer)} AS stands, ${rightsOf(viewer)} AS rights`,
  );
  const { charge = 0, stands = false, rights = [] } = row ?? {};
  if (!stands) throw new Unauthenticated('invalid_key');
  const permissions = user ? new Set([...customerPermissions, ...rights]) : viewer.permissions;
  return { charge, viewer: { ...viewer, permissions } };
}

/** A write, as far as that lock concerns it. */
interface AccessWrite {
  readonly tx: Transaction;
  viewer: Viewer;
  judgesAccess: boolean;
  readonly hasLocked: () => void;
}

/**
 * Takes that lock, and gives the write the permissions that its caller has under it; returns who is in charge then.
 * Decision: N70, N71.
 */
export async function enterAccess(write: AccessWrite): Promise<Charge> {
  write.judgesAccess = true;
  await lockAccess(write.tx);
  write.hasLocked();
  const { charge, viewer } = await readAccessFacts(write.tx, write.viewer);
  write.viewer = viewer;
  return charge;
}

/**
 * Throws Refused if the write left the store without anybody who can manage users, or only with somebody who
 * has fewer permissions than before.
 */
export async function requireCharge(tx: Transaction, before: Charge): Promise<void> {
  const [row] = await tx.$queryRaw<{ charge: Charge }[]>(Prisma.sql`SELECT ${chargeSql} AS charge`);
  if ((row?.charge ?? 0) < before) throw Refused.act({ base: [sentence] });
}
