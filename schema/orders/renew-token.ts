import { randomBytes } from 'node:crypto';
import { orderToken, orderTokenBytes } from '../domain/numbers.ts';
import type { Write } from '../write.ts';
import type { ByOrder } from '../look-up.ts';
import { lockOrder } from '../order-desk/load.ts';

/**
 * Replaces the token of an order: the previous one stops working with the commit. Requires the permission
 * `orders.override`; neither ownership nor the token is enough.
 * Throws NotFound, Unauthorized.
 * Decision: A5, A25, P5.
 */
export async function renewOrderToken(
  write: Write,
  by: ByOrder,
  ifVersion?: number | null,
): Promise<bigint> {
  const { id } = await lockOrder(write, by, 'orders.override', ifVersion);
  await write.tx.order.update({
    where: { id },
    data: {
      token: orderToken(randomBytes(orderTokenBytes)),
      updatedAt: write.now,
      lockVersion: { increment: 1 },
    },
    select: { id: true },
  });
  write.audit({ action: 'orders.renew_token', subject: 'Order', id, changes: {} });
  return id;
}
