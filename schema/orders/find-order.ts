import { authorizeOrder, authorizeTop, requireKeyOrToken, type Right } from '../abilities.ts';
import type { Context, OrderOwnership, Viewer } from '../context.ts';
import type { Permission } from '../permissions.ts';
import { type ByOrder, type Holding, orderWhere } from '../look-up.ts';
import { having, type Scope } from '../search/find-page.ts';

export interface FoundOrder extends OrderOwnership {
  readonly id: bigint;
}

/**
 * The order that was looked up, if the caller may act on it. One that is named by a part of it is not told of: who
 * may not act on all orders gets Unauthorized for present and missing parts alike.
 * Throws NotFound, Unauthorized or Unauthenticated.
 * Decision: A19, A20.
 */
export const authorizeFound = <T extends OrderOwnership>(
  viewer: Viewer,
  right: Right,
  by: ByOrder | Holding,
  order: T | null,
): T =>
  'holds' in by
    ? authorizeTop(viewer, right, order, (found) => found)
    : authorizeOrder(viewer, right, order);

/**
 * An order whose records the caller may read; checked before the records are looked up.
 * Throws NotFound, Unauthorized or Unauthenticated.
 * Decision: A19, A20, A22.
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
