import { Prisma } from '../../prisma/generated/client/client.ts';
import { isPermitted } from '../abilities.ts';
import type { Db } from '../context.ts';
import { sentences } from '../domain/messages.ts';
import { checkoutStates } from '../domain/order-states.ts';
import { Refused } from '../errors.ts';
import type { Write } from '../write.ts';

/** How many uncompleted orders a customer may have. Decision: N63. */
export const mostOpenCarts = 1_000;

/**
 * Throws Refused if the caller has the maximum of open carts. Carts of one user are created one after the
 * other, so that two concurrent requests cannot exceed it. Staff (`orders.override`) have no such limit: they
 * create carts for guests.
 */
export async function requireRoomForCart({ tx, viewer, userId }: Write): Promise<void> {
  if (userId === null || isPermitted(viewer, 'orders.override')) return;
  await tx.$queryRaw(Prisma.sql`SELECT id FROM users WHERE id = ${userId} FOR NO KEY UPDATE`);
  const where = { userId, state: { in: [...checkoutStates] } };
  const held = await tx.order.count({ where });
  if (held >= mostOpenCarts) throw Refused.act({ base: [sentences.tooManyCarts] });
}

/**
 * Deletes carts that were not touched for so many days, up to a limit; returns how many. Carts with payments,
 * shipments, units or stock movements are kept. Concurrent processes share the work.
 * Decision: N64.
 */
export function forgetOldCarts(db: Db, days: number, most: number): Promise<number> {
  return db.$executeRaw(Prisma.sql`
    DELETE FROM orders o
    USING (
      SELECT c.id FROM orders c
      WHERE c.state = 'cart' AND c.completed_at IS NULL
        AND c.updated_at < now() - make_interval(days => ${days}::int)
        AND NOT EXISTS (SELECT 1 FROM payments p WHERE p.order_id = c.id)
        AND NOT EXISTS (SELECT 1 FROM shipments s WHERE s.order_id = c.id)
        AND NOT EXISTS (SELECT 1 FROM inventory_units u WHERE u.order_id = c.id)
        AND NOT EXISTS (SELECT 1 FROM stock_movements m WHERE m.order_id = c.id)
      ORDER BY c.updated_at LIMIT ${most} FOR UPDATE OF c SKIP LOCKED
    ) old
    WHERE o.id = old.id`);
}
