import { authorize } from './abilities.ts';
import type { Context, Viewer } from './context.ts';
import type { Permission } from './permissions.ts';
import { whenEnded } from './unit-of-work.ts';
import { inWrite, type Write } from './write.ts';
import { enterAccess, requireCharge } from './access/last-in-charge.ts';
import { forgetViewers } from './access/viewer.ts';

export const needs =
  (permission: Permission) =>
  (viewer: Viewer): void => {
    authorize(viewer, permission);
  };

/**
 * Runs a write to users, roles or keys as one transaction, one such write after the other. `ask` is called
 * before the transaction begins, and again under the lock, where the caller's key or session must still work: so two
 * users who remove each other's permissions or keys at once do not both succeed. Afterwards this process reads its
 * callers' permissions from the database again.
 * Throws Refused if the last user who can manage users would lose that.
 * Decision: A8, N70, N71.
 */
export async function inAccessWrite<T>(
  context: Context,
  ask: (viewer: Viewer) => void,
  work: (write: Write) => Promise<T>,
): Promise<T> {
  ask(context.viewer);
  try {
    return await inWrite(context, async (write) => {
      const charge = await enterAccess(write);
      ask(write.viewer);
      const answer = await work(write);
      await requireCharge(write.tx, charge);
      return answer;
    });
  } finally {
    whenEnded(context, forgetViewers);
  }
}
