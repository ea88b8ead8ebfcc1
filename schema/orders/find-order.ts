import { Prisma } from '../../prisma/generated/client/client.ts';
import { authorizeOrder, requireKeyOrToken } from '../abilities.ts';
import type { Context } from '../context.ts';
import type { Permission } from '../permissions.ts';
import { byRef } from '../refs.ts';
import type { Scope } from '../search/page.ts';

/**
 * The id of an order whose records the caller may read; asked before the records are looked for.
 * Throws NotFound, Unauthorized or Unauthenticated.
 * Decision: A19, A22.
 */
export async function findOrderId(
  { db, viewer }: Context,
  ref: string,
  permission: Permission,
): Promise<bigint> {
  requireKeyOrToken(viewer);
  const order = await db.order.findUnique({
    where: byRef(ref),
    select: { id: true, userId: true, token: true },
  });
  return authorizeOrder(viewer, permission, order).id;
}

/** Only rows of this order, for lists of its records. */
export const ofOrder =
  (orderId: bigint): Scope =>
  (level) => [Prisma.sql`${Prisma.raw(level.alias)}.order_id = ${orderId}`];
