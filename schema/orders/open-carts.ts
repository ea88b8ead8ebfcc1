import { Prisma } from '../../prisma/generated/client/client.ts';
import { lockNamed } from '../../prisma/named-lock.ts';
import { isPermitted } from '../abilities.ts';
import { sentences } from '../domain/messages.ts';
import { checkoutStates } from '../domain/order-states.ts';
import { Refused } from '../errors.ts';
import type { Write } from '../write.ts';

/** How many uncompleted orders a customer may have. */
export const mostOpenCarts = 1_000;

/**
 * Throws Refused if the caller has the maximum of open carts. Carts of one user are created one after the other, so that
 * two concurrent requests cannot exceed it, under a lock that nothing else takes: that of the user's row would hold up who
 * disables the user. Staff (`orders.override`) have no such limit: they create carts for guests.
 */
export async function requireRoomForCart({ tx, viewer, userId }: Write): Promise<void> {
  if (userId === null || isPermitted(viewer, 'orders.override')) return;
  const entered = tx.$executeRaw(lockNamed('carts', Prisma.sql`hashint8(${userId}::bigint)`));
  const where = { userId, state: { in: [...checkoutStates] } };
  const [held] = await Promise.all([tx.order.count({ where }), entered]);
  if (held >= mostOpenCarts) throw Refused.act({ base: [sentences.tooManyCarts] });
}
