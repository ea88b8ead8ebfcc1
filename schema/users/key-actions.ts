import { words } from '../domain/messages.ts';
import { Invalid, NotFound } from '../errors.ts';
import type { Write } from '../write.ts';
import { lockUser, makeKey, retireKeys, revokeKeys } from './api-key.ts';
import { authorizeGrant, permissionsOfRoles, roleIdsOf } from './granting.ts';

const overlapMost = 604_800;

function requireOverlap(seconds: number): void {
  if (seconds < 0) throw new Invalid({ overlapSeconds: [words.atLeast('0')] });
  if (seconds > overlapMost) {
    throw new Invalid({ overlapSeconds: [words.atMost(String(overlapMost))] });
  }
}

/**
 * Makes a key for a user and ends the former ones, the newest of them after `overlapSeconds`
 * (0 to 604800). Gives the key, which is told only once.
 * Throws NotFound, Unauthorized where the user may more than the caller, else Invalid.
 * Decision: A7, A8, A16.
 */
export async function generateApiKey(
  { tx, viewer }: Write,
  userId: bigint,
  overlapSeconds: number,
): Promise<string> {
  if (!(await lockUser(tx, userId))) throw new NotFound();
  authorizeGrant(viewer, await permissionsOfRoles(tx, await roleIdsOf(tx, userId)));
  requireOverlap(overlapSeconds);
  if (overlapSeconds === 0) await revokeKeys(tx, userId);
  else await retireKeys(tx, userId, overlapSeconds);
  return makeKey(tx, userId);
}

/** Ends all keys of a user. Throws NotFound. Decision: A8. */
export async function revokeApiKey({ tx }: Write, userId: bigint): Promise<void> {
  if (!(await lockUser(tx, userId))) throw new NotFound();
  await revokeKeys(tx, userId);
}
