import { Prisma } from '../../prisma/generated/client/client.ts';
import type { Db, Transaction } from '../context.ts';
import { isMistyped } from './key-text.ts';
import { hashKey, lockUser, makeKey, revokeKeys } from './stored-keys.ts';
import { forgetViewers } from './viewer.ts';

/** What setting up the admin came to. */
export interface AdminSetUp {
  /** The key, when it was made now: it is never told again. */
  readonly madeKey: string | null;
  /** What the operator should know about the key he gave. */
  readonly warning: string | null;
}

const firstAdmin = { email: 'admin@example.test', name: 'Admin' } as const;
const shortKey = 32;

/**
 * Sees to it that somebody has the role `admin`, and that ADMIN_API_KEY, where it is given, is the
 * only live key of that user (of several, the one who was there first). Without it a random key is
 * made once, for an admin who never had one. Repeating it changes nothing; several processes may
 * start at once.
 * Throws an Error when ADMIN_API_KEY is the key of another user, or a mistyped one.
 * Decision: A7, A8, P1, 0-rulings (set-up surface).
 */
export async function setUpAdmin(db: Db, adminApiKey: string | undefined): Promise<AdminSetUp> {
  if (adminApiKey !== undefined && isMistyped(adminApiKey)) {
    throw new Error('ADMIN_API_KEY looks like a key made here, and is mistyped. Copy it again.');
  }
  const setUp = async (tx: Transaction): Promise<string | null> => {
    // The row that is always there: processes that start together pass here one after the other.
    await tx.$queryRaw(Prisma.sql`SELECT id FROM roles WHERE name = 'admin' FOR UPDATE`);
    const known = await findAdmin(tx);
    const adminId = known ?? (await appointAdmin(tx));
    await lockUser(tx, adminId);
    if (adminApiKey !== undefined) {
      await setOnlyKey(tx, adminId, adminApiKey);
      return null;
    }
    const hadKeys = await tx.apiKey.findFirst({ where: { userId: adminId }, select: { id: true } });
    if (known !== undefined && hadKeys) return null;
    await revokeKeys(tx, adminId);
    return (await makeKey(tx, adminId, null)).key;
  };
  // The first writes of a program that has just started: a slow machine may take its time.
  const madeKey = await db.$transaction(setUp, { timeout: 60_000 });
  forgetViewers(db);
  const isShort = adminApiKey !== undefined && adminApiKey.length < shortKey;
  return {
    madeKey,
    warning: isShort
      ? `ADMIN_API_KEY has fewer than ${shortKey} characters and may be guessed.`
      : null,
  };
}

async function findAdmin(tx: Transaction): Promise<bigint | undefined> {
  const admin = await tx.user.findFirst({
    where: { roles: { some: { role: { name: 'admin' } } } },
    orderBy: { id: 'asc' },
    select: { id: true },
  });
  return admin?.id;
}

/** Gives the role `admin` to the first admin, who is made unless he is there and lost it. */
async function appointAdmin(tx: Transaction): Promise<bigint> {
  const role = await tx.role.findUniqueOrThrow({ where: { name: 'admin' }, select: { id: true } });
  const [known] = await tx.$queryRaw<{ id: bigint }[]>(
    Prisma.sql`SELECT id FROM users WHERE lower(email) = ${firstAdmin.email}`,
  );
  const { id } = known ?? (await tx.user.create({ data: firstAdmin, select: { id: true } }));
  await tx.userRole.create({ data: { userId: id, roleId: role.id }, select: { userId: true } });
  return id;
}

async function setOnlyKey(tx: Transaction, userId: bigint, key: string): Promise<void> {
  const keyHash = hashKey(key);
  const known = await tx.apiKey.findUnique({ where: { keyHash } });
  if (known && known.userId !== userId) {
    throw new Error('ADMIN_API_KEY is the key of another user. Choose another.');
  }
  await tx.$executeRaw(Prisma.sql`
    UPDATE api_keys SET revoked_at = now()
    WHERE user_id = ${userId} AND revoked_at IS NULL AND key_hash <> ${keyHash}`);
  if (!known) {
    await tx.apiKey.create({ data: { userId, keyHash }, select: { id: true } });
  } else if (known.revokedAt !== null || known.expiresAt !== null) {
    await tx.apiKey.update({
      where: { id: known.id },
      data: { revokedAt: null, expiresAt: null },
      select: { id: true },
    });
  }
}
