import { authorizeTop, requireKeyOrToken } from '../abilities.ts';
import type { Context } from '../context.ts';
import { NotFound } from '../errors.ts';
import { findOrderId } from '../orders/find-order.ts';
import { byRef } from '../refs.ts';

/**
 * The id of a shipment the caller may read something of: at its own address, where the right is
 * asked for before the existence, or below an order, which comes first.
 * Decision: A20, A22.
 */
export async function findShipmentId(
  context: Context,
  ref: string,
  orderRef: string | null | undefined,
  resource: 'shipments.read' | 'inventory_units.index',
): Promise<bigint> {
  const { db, viewer } = context;
  if (orderRef != null) {
    const orderId = await findOrderId(context, orderRef, resource);
    const shipment = await db.shipment.findFirst({
      where: { ...byRef(ref), orderId },
      select: { id: true },
    });
    if (!shipment) throw new NotFound();
    return shipment.id;
  }
  requireKeyOrToken(viewer);
  const shipment = await db.shipment.findUnique({
    where: byRef(ref),
    select: { id: true, order: { select: { userId: true, token: true } } },
  });
  return authorizeTop(viewer, resource, shipment, ({ order }) => order).id;
}
