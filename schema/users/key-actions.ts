import { AttributeReader } from '../attribute-reader.ts';
import { words } from '../domain/messages.ts';
import { parseText } from '../domain/text.ts';
import { NotFound, Refused } from '../errors.ts';
import type { Write } from '../write.ts';
import { authorizeGrant, permissionsOfRoles, roleIdsOf } from './granting.ts';
import {
  liveKeys,
  lockUser,
  type MadeKey,
  makeKey,
  retireKeys,
  revokeKey,
  revokeKeys,
} from './stored-keys.ts';

const overlapMost = 604_800;

const sentences = {
  ended: 'The key no longer works and cannot be rotated.',
  replaced: 'A newer key has replaced this one.',
} as const;

/** What a client says about a key to be made. */
interface KeyInput {
  readonly name: string | null;
  readonly overlapSeconds: number;
}

/** Reads name and overlap, and throws Invalid where they are beyond their bounds. */
function readKeyInput({ name, overlapSeconds }: KeyInput): KeyInput {
  const reader = new AttributeReader();
  const read = reader.read('name', parseText(name?.trim()));
  if (overlapSeconds < 0) reader.note('overlapSeconds', words.atLeast('0'));
  if (overlapSeconds > overlapMost) {
    reader.note('overlapSeconds', words.atMost(String(overlapMost)));
  }
  reader.check();
  return { name: read ?? null, overlapSeconds };
}

/**
 * Locks the user a key is to be made for. Throws NotFound, and Unauthorized where he may more than
 * the caller.
 * Decision: A16.
 */
async function lockGrantee({ tx, viewer }: Write, userId: bigint): Promise<void> {
  if (!(await lockUser(tx, userId))) throw new NotFound();
  authorizeGrant(viewer, await permissionsOfRoles(tx, await roleIdsOf(tx, userId)));
}

/** Makes a key in place of the former ones: the newest of them ends after the overlap, the others now. */
async function replaceKeys(
  { tx }: Write,
  userId: bigint,
  { name, overlapSeconds }: KeyInput,
): Promise<MadeKey> {
  if (overlapSeconds === 0) await revokeKeys(tx, userId);
  else await retireKeys(tx, userId, overlapSeconds);
  return makeKey(tx, userId, name);
}

/** The user a key is of. Throws NotFound. */
async function findHolder({ tx }: Write, keyId: bigint): Promise<bigint> {
  const key = await tx.apiKey.findUnique({ where: { id: keyId }, select: { userId: true } });
  if (!key) throw new NotFound();
  return key.userId;
}

/**
 * Makes a key for a user and ends the former ones, the newest of them after `overlapSeconds`
 * (0 to 604800).
 * Throws NotFound, Unauthorized where the user may more than the caller, else Invalid.
 * Decision: A7, A8, A16, P2.
 */
export async function generateApiKey(
  write: Write,
  userId: bigint,
  input: KeyInput,
): Promise<MadeKey> {
  await lockGrantee(write, userId);
  return replaceKeys(write, userId, readKeyInput(input));
}

/**
 * Makes a key of the same name in place of one that works and is the user's newest; the former ends
 * after `overlapSeconds` (0 to 604800).
 * Throws NotFound, Unauthorized where the user may more than the caller, Invalid, Refused.
 * Decision: A8, A16, P2.
 */
export async function rotateApiKey(
  write: Write,
  keyId: bigint,
  overlapSeconds: number,
): Promise<MadeKey & { readonly userId: bigint }> {
  const userId = await findHolder(write, keyId);
  await lockGrantee(write, userId);
  const input = readKeyInput({ name: null, overlapSeconds });
  const live = await liveKeys(write.tx, userId);
  const key = live.find(({ id }) => id === keyId);
  if (!key) throw Refused.act({ base: [sentences.ended] });
  if (key !== live[0]) throw Refused.act({ base: [sentences.replaced] });
  return { ...(await replaceKeys(write, userId, { ...input, name: key.name })), userId };
}

/** Ends all keys of a user. Throws NotFound. Decision: A8. */
export async function revokeApiKey({ tx }: Write, userId: bigint): Promise<void> {
  if (!(await lockUser(tx, userId))) throw new NotFound();
  await revokeKeys(tx, userId);
}

/** Ends one key. Throws NotFound. Decision: A8, P2. */
export async function revokeOneApiKey(write: Write, keyId: bigint): Promise<void> {
  if (!(await lockUser(write.tx, await findHolder(write, keyId)))) throw new NotFound();
  await revokeKey(write.tx, keyId);
}
