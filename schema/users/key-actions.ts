import type { Prisma } from '../../prisma/generated/client/client.ts';
import { authorize } from '../abilities.ts';
import { revokeBeyondMakers } from '../access/key-makers.ts';
import { AttributeReader } from '../attribute-reader.ts';
import type { Viewer } from '../context.ts';
import { auditEntry, type AuditRecord } from '../domain/audit.ts';
import { type IntegerBounds, parseInteger } from '../domain/measures.ts';
import { parseTrimmedText } from '../domain/text.ts';
import { Refused } from '../errors.ts';
import { existing } from '../refs.ts';
import type { Write } from '../write.ts';
import { requireAllRights, rightsOfUser } from './principals.ts';
import {
  endKey,
  findKey,
  liveKeys,
  type LockedUser,
  lockUser,
  type MadeKey,
  makeKey,
  revokeKeys,
} from '../access/stored-keys.ts';

/** How many seconds a replaced key stays valid. */
const overlapBounds: IntegerBounds = { min: 0, max: 604_800 };

/** How many valid keys a user may have, including replaced ones during their overlap. */
export const mostLiveKeys = 100;

const sentences = {
  ended: 'The key no longer works and cannot be rotated.',
  replaced: 'A newer key has replaced this one.',
  ending: 'The key that you use has been replaced. Use the newer one.',
  disabled: 'The user is disabled.',
  full: `A user can have at most ${String(mostLiveKeys)} working keys. Revoke one first.`,
} as const;

/**
 * Authorizes creating keys for this user: `api_keys.create` for oneself, `users.impersonate` for others, and for nobody.
 * Decision: N70.
 */
export function authorizeKeyFor(viewer: Viewer, userId: bigint | undefined): void {
  const isOwn = userId !== undefined && viewer.user?.id === userId;
  authorize(viewer, isOwn ? 'api_keys.create' : 'users.impersonate');
}

/**
 * Locks a user whose keys the caller may change: one without permissions that the caller lacks.
 * Throws NotFound, Unauthorized.
 */
async function lockHolder({ tx, viewer }: Write, userId: bigint): Promise<LockedUser> {
  const user = await lockUser(tx, userId);
  requireAllRights(viewer, await rightsOfUser(tx, userId));
  return user;
}

/**
 * Throws Refused if the caller's own key has an end: a key that it makes would outlive it.
 * Decision: P3.
 */
async function requireLastingKey({ tx, viewer: { keyId } }: Write): Promise<void> {
  if (keyId === undefined) return;
  const own = await tx.apiKey.findUnique({ where: { id: keyId }, select: { expiresAt: true } });
  if (own?.expiresAt) throw Refused.act({ base: [sentences.ending] });
}

/** Throws Refused if the user is disabled, or has the maximum of valid keys. */
async function requireRoomForKey({ tx }: Write, { id, disabledAt }: LockedUser): Promise<void> {
  if (disabledAt) throw Refused.act({ base: [sentences.disabled] });
  const live = await liveKeys(tx, id);
  if (live.length >= mostLiveKeys) throw Refused.act({ base: [sentences.full] });
}

/**
 * Creates a key for a user; existing keys stay valid. The name may be blank.
 * Throws NotFound, Unauthorized if the user has permissions that the caller lacks, Invalid for a name that is
 * too long, Refused for a disabled user, for one with `mostLiveKeys`, and to a caller whose own key ends.
 * Decision: A7, A8, N70, P3.
 */
export async function generateApiKey(
  write: Write,
  userId: bigint,
  givenName: string | null,
): Promise<MadeKey> {
  const user = await lockHolder(write, userId);
  const reader = new AttributeReader();
  const name = reader.read('name', parseTrimmedText(givenName));
  reader.check();
  await requireLastingKey(write);
  await requireRoomForKey(write, user);
  const made = await makeKey(write.tx, userId, name ?? null, write.viewer);
  write.audit(auditEntry('api_keys.create', made.id, {}, { userId, name: name ?? null }));
  return made;
}

/**
 * Replaces a valid key that was not replaced before by one with the same name. The previous one expires after
 * `overlapSeconds` (0 to 604800); all others stay valid. The maker of the new one is the caller.
 * Throws NotFound, Unauthorized if the user has permissions that the caller lacks, Invalid, Refused.
 * Decision: A8, N70, P3.
 */
export async function rotateApiKey(
  write: Write,
  keyId: bigint,
  overlapSeconds: number,
): Promise<MadeKey & { readonly userId: bigint }> {
  const { tx, viewer } = write;
  const holder = await findKey(tx, keyId);
  authorizeKeyFor(viewer, holder?.userId);
  const { userId } = existing(holder);
  const user = await lockHolder(write, userId);
  const reader = new AttributeReader();
  reader.read('overlapSeconds', parseInteger(overlapSeconds, overlapBounds));
  reader.check();
  await requireLastingKey(write);
  const key = (await liveKeys(tx, userId)).find(({ id }) => id === keyId);
  if (!key) throw Refused.act({ base: [sentences.ended] });
  if (key.ends) throw Refused.act({ base: [sentences.replaced] });
  if (overlapSeconds === 0) await endKey(tx, keyId, 0);
  await requireRoomForKey(write, user);
  const made = await makeKey(tx, userId, key.name, viewer);
  if (overlapSeconds > 0) await endKey(tx, keyId, overlapSeconds);
  const after = { userId, name: key.name, replaced: keyId, overlapSeconds };
  write.audit(auditEntry('api_keys.rotate', made.id, { replaced: null }, after));
  return { ...made, userId };
}

/** The entry for keys of a user that were revoked together. Decision: N76. */
export const auditRevoked = (userId: bigint, keys: readonly bigint[]): AuditRecord => ({
  ...auditEntry('api_keys.revoke_all', userId, { keys: keys.map(String) }, { keys: null }),
  subject: 'User',
});

/** What new permissions of users do, for descriptions. */
export const endsOthersKeys =
  "Keys that somebody else made for a user who thereby gets permissions stop working, unless who made them has all of the user's.";

/**
 * Revokes the keys of users whose roles now give more than before, unless every maker of the key has all of that.
 * Decision: N70, N76.
 */
export async function revokeOthersKeys(write: Write, userIds: Prisma.Sql): Promise<void> {
  for (const { userId, keys } of await revokeBeyondMakers(write.tx, userIds)) {
    write.audit(auditRevoked(userId, keys));
  }
}

/**
 * Revokes all keys of a user.
 * Throws NotFound, Unauthorized if the user has permissions that the caller lacks.
 * Decision: A8, N70.
 */
export async function revokeApiKey(write: Write, userId: bigint): Promise<void> {
  await lockHolder(write, userId);
  const keys = await revokeKeys(write.tx, userId);
  if (keys.length > 0) write.audit(auditRevoked(userId, keys));
}

/**
 * Revokes one key.
 * Throws NotFound, Unauthorized if its user has permissions that the caller lacks.
 */
export async function revokeOneApiKey(write: Write, keyId: bigint): Promise<void> {
  const { userId } = existing(await findKey(write.tx, keyId));
  await lockHolder(write, userId);
  if (!(await endKey(write.tx, keyId, 0))) return;
  write.audit(auditEntry('api_keys.revoke', keyId, {}, { userId }));
}
