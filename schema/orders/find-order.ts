import { Prisma } from '../../prisma/generated/client/client.ts';
import { authorizeOrder, requireKeyOrToken } from '../abilities.ts';
import type { Context, OrderOwnership } from '../context.ts';
import type { Permission } from '../permissions.ts';
import { type ByOrder, type Holding, orderWhere } from '../look-up.ts';
import type { Scope } from '../search/find-page.ts';

/** An order's id, and who owns it. */
export interface FoundOrder extends OrderOwnership {
  readonly id: bigint;
}

/**
 * An order whose records the caller may read; checked before the records are looked up.
 * Throws NotFound, Unauthorized or Unauthenticated.
 * Decision: A19, A22.
 */
export async function findOrder(
  { db, viewer }: Context,
  by: ByOrder | Holding,
  permission: Permission,
): Promise<FoundOrder> {
  requireKeyOrToken(viewer);
  const order = await db.order.findFirst({
    where: orderWhere(viewer, by),
    select: { id: true, userId: true, token: true },
  });
  return authorizeOrder(viewer, permission, order);
}

/** Restricts lists of records to this order. */
export const ofOrder = (order: FoundOrder): Scope => ({
  rows: (level) => [Prisma.sql`${Prisma.raw(level.alias)}.order_id = ${order.id}`],
  order,
});
