import { newOrderToken } from '../new-numbers.ts';
import type { Write } from '../write.ts';

/**
 * Gives a locked order another token, by a statement of its own: all others leave keys as they are, because whoever
 * changes one waits for all who add rows that refer to it.
 * Decision: A5, T53.
 */
export async function saveNewToken({ tx, now }: Write, id: bigint): Promise<void> {
  await tx.order.update({
    where: { id },
    data: { token: newOrderToken(), updatedAt: now, lockVersion: { increment: 1 } },
    select: { id: true },
  });
}
