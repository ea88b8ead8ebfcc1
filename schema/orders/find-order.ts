import { requireKeyOrToken } from '../abilities.ts';
import type { Context, OrderOwnership } from '../context.ts';
import type { Permission } from '../permissions.ts';
import { authorizeFound, type ByOrder, type Holding, orderWhere } from '../look-up.ts';
import { having, type Scope } from '../search/find-page.ts';

export interface FoundOrder extends OrderOwnership {
  readonly id: bigint;
}

/**
 * An order whose records the caller may read; checked before the records are looked up.
 * Throws NotFound, Unauthorized or Unauthenticated.
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
  return authorizeFound(viewer, permission, by, order);
}

/** Restricts lists of records to this order. */
export const ofOrder = (order: FoundOrder): Scope => ({ ...having('order_id', order.id), order });
