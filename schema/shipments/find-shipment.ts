import { authorizeTop, requireKeyOrToken } from '../abilities.ts';
import type { Context } from '../context.ts';
import { NotFound } from '../errors.ts';
import { findOrder, type FoundOrder } from '../orders/find-order.ts';
import { byRef } from '../refs.ts';

/** A shipment by its id, and its order. */
export interface FoundShipment {
  readonly id: bigint;
  readonly order: FoundOrder;
}

/**
 * A shipment the caller may read something of: at its own address, where the right is
 * asked for before the existence, or below an order, which comes first.
 * Decision: A20, A22.
 */
export async function findShipment(
  context: Context,
  ref: string,
  orderRef: string | null | undefined,
  resource: 'shipments.read' | 'inventory_units.index',
): Promise<FoundShipment> {
  const { db, viewer } = context;
  if (orderRef != null) {
    const order = await findOrder(context, orderRef, resource);
    const shipment = await db.shipment.findFirst({
      where: { ...byRef(ref), orderId: order.id },
      select: { id: true },
    });
    if (!shipment) throw new NotFound();
    return { id: shipment.id, order };
  }
  requireKeyOrToken(viewer);
  const shipment = await db.shipment.findUnique({
    where: byRef(ref),
    select: { id: true, order: { select: { id: true, userId: true, token: true } } },
  });
  return authorizeTop(viewer, resource, shipment, ({ order }) => order);
}
