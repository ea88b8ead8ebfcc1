import { randomBytes } from 'node:crypto';
import { Prisma } from '../../prisma/generated/client/client.ts';
import { hintOf, isMistyped } from '../access/key-text.ts';
import { lockAccess } from '../access/last-in-charge.ts';
import { hashKey, lockUser, makeKey, revokeKeys } from '../access/stored-keys.ts';
import { forgetViewers } from '../access/viewer.ts';
import { recordEntries, startOfProgram } from '../audit-log/record.ts';
import type { Db, Transaction } from '../context.ts';
import { auditEntry } from '../domain/audit.ts';
import { none } from '../refs.ts';
import { atStart } from '../transaction.ts';
import { idByEmail } from './find-user.ts';
import { auditRevoked } from './key-actions.ts';
import { rolesOf } from './principals.ts';

/** The result of setting up the admin. */
export interface AdminSetUp {
  /** The key, if it was created now: it is never shown again. */
  readonly madeKey: string | null;
  /** What the operator should know about the given key. */
  readonly warning: string | null;
}

const startAdmin = { name: 'Admin', isStartAdmin: true } as const;
const startEmail = 'admin@example.test';
const shortKey = 32;

/**
 * Ensures that ADMIN_API_KEY, if set, is the only valid key of the store's admin user, who is enabled and has
 * the role `admin`. The user is found by a mark, never by e-mail, and created if there is none. Without
 * ADMIN_API_KEY nothing happens as long as any enabled user has the role; otherwise the admin user gets it, and
 * a random key that replaces its previous ones. Idempotent; several processes may start at once.
 * Throws an Error if ADMIN_API_KEY is the key of another user, or mistyped.
 * Decision: A7, A8, P1, N75, O19.
 */
export async function setUpAdmin(db: Db, adminApiKey: string | undefined): Promise<AdminSetUp> {
  refuseMistyped(adminApiKey);
  const setUp = async (tx: Transaction): Promise<string | null> => {
    await lockAccess(tx);
    if (adminApiKey === undefined && (await hasAdmin(tx))) return null;
    const known = await tx.user.findFirst({ where: { isStartAdmin: true }, select: { id: true } });
    const adminId = known?.id ?? (await makeStartAdmin(tx));
    await lockUser(tx, adminId);
    await reinstate(tx, adminId);
    if (adminApiKey !== undefined) {
      await setOnlyKey(tx, adminId, adminApiKey);
      return null;
    }
    await endKeys(tx, adminId);
    const made = await makeKey(tx, adminId, null);
    await log(tx, 'api_keys.create', made.id, {}, { userId: adminId });
    return made.key;
  };
  const madeKey = await atStart(db, setUp);
  forgetViewers(db);
  const isShort = adminApiKey !== undefined && adminApiKey.length < shortKey;
  return {
    madeKey,
    warning: isShort
      ? `ADMIN_API_KEY has fewer than ${shortKey} characters and may be guessed.`
      : null,
  };
}

/** Throws an Error if ADMIN_API_KEY is mistyped. */
export function refuseMistyped(adminApiKey: string | undefined): void {
  if (adminApiKey !== undefined && isMistyped(adminApiKey)) {
    throw new Error('ADMIN_API_KEY looks like a generated key with a typing error. Copy it again.');
  }
}

/** Throws an Error if ADMIN_API_KEY is the key of another user than the store's admin. */
export async function refuseOthersKey(
  tx: Db | Transaction,
  adminApiKey: string | undefined,
): Promise<void> {
  if (adminApiKey === undefined) return;
  const others = await tx.apiKey.findFirst({
    where: { keyHash: hashKey(adminApiKey), user: { isStartAdmin: false } },
    select: { id: true },
  });
  if (others) throw new Error('ADMIN_API_KEY is the key of another user. Choose another.');
}

const log = (tx: Transaction, ...entry: Parameters<typeof auditEntry>): Promise<void> =>
  recordEntries(tx, startOfProgram, [auditEntry(...entry)]);

/** Whether an enabled user has the role `admin`. */
async function hasAdmin(tx: Transaction): Promise<boolean> {
  const admin = await tx.user.findFirst({
    where: { disabledAt: null, roles: { some: { role: { name: 'admin' } } } },
    select: { id: true },
  });
  return admin !== null;
}

/** Creates the admin user, with an e-mail address that nobody has. */
async function makeStartAdmin(tx: Transaction): Promise<bigint> {
  const isFree = (await idByEmail(tx, startEmail)) === none;
  const email = isFree ? startEmail : `admin-${randomBytes(8).toString('hex')}@example.test`;
  const { id } = await tx.user.create({ data: { ...startAdmin, email }, select: { id: true } });
  await log(tx, 'users.create', id, {}, { email });
  return id;
}

/** Enables the admin user and assigns the role `admin`, if either was removed. */
async function reinstate(tx: Transaction, userId: bigint): Promise<void> {
  const { count: enabled } = await tx.user.updateMany({
    where: { id: userId, disabledAt: { not: null } },
    data: { disabledAt: null },
  });
  const given = await tx.$executeRaw(Prisma.sql`
    INSERT INTO user_roles (user_id, role_id) SELECT ${userId}, id FROM roles WHERE name = 'admin'
    ON CONFLICT DO NOTHING`);
  if (enabled > 0) await log(tx, 'users.enable', userId);
  if (given > 0) {
    const roles = (await rolesOf(tx, userId)).map(({ name }) => name);
    const before = roles.filter((name) => name !== 'admin');
    await log(tx, 'users.update', userId, { roles: before }, { roles });
  }
}

/** Revokes all keys of the admin user, or all but the one with this hash. */
async function endKeys(tx: Transaction, userId: bigint, kept?: Uint8Array): Promise<void> {
  const ended = await revokeKeys(tx, userId, kept);
  if (ended.length > 0) await recordEntries(tx, startOfProgram, [auditRevoked(userId, ended)]);
}

async function setOnlyKey(tx: Transaction, userId: bigint, key: string): Promise<void> {
  await refuseOthersKey(tx, key);
  const keyHash = hashKey(key);
  const known = await tx.apiKey.findUnique({ where: { keyHash } });
  await endKeys(tx, userId, keyHash);
  if (!known) {
    const { id } = await tx.apiKey.create({
      data: { userId, keyHash, ...hintOf(key) },
      select: { id: true },
    });
    await log(tx, 'api_keys.create', id, {}, { userId });
  } else if (known.revokedAt !== null || known.expiresAt !== null) {
    const { id, revokedAt, expiresAt } = known;
    const ends = { revokedAt: null, expiresAt: null };
    await tx.apiKey.update({ where: { id }, data: ends, select: { id: true } });
    await log(tx, 'api_keys.create', id, { revokedAt, expiresAt }, { userId, ...ends });
  }
}
