import { authorizeTop, requireKeyOrToken } from '../abilities.ts';
import type { Context } from '../context.ts';
import { existing } from '../refs.ts';
import { findOrder, type FoundOrder } from '../orders/find-order.ts';
import { type ByNumber, type ByOrder, numbered } from '../look-up.ts';

interface FoundShipment {
  readonly id: bigint;
  readonly order: FoundOrder;
}

/**
 * A shipment of which the caller may read something. At its own address authorization is checked before
 * existence; below an order the order is checked first.
 * Decision: A20, A22.
 */
export async function findShipment(
  context: Context,
  by: ByNumber,
  ofOrder: ByOrder | null | undefined,
  resource: 'shipments.read' | 'inventory_units.index',
): Promise<FoundShipment> {
  const { db, viewer } = context;
  if (ofOrder != null) {
    const order = await findOrder(context, ofOrder, resource);
    const shipment = await db.shipment.findFirst({
      where: { ...numbered(by), orderId: order.id },
      select: { id: true },
    });
    return { id: existing(shipment).id, order };
  }
  requireKeyOrToken(viewer);
  const shipment = await db.shipment.findUnique({
    where: numbered(by),
    select: { id: true, order: { select: { id: true, userId: true, token: true } } },
  });
  return authorizeTop(viewer, resource, shipment, ({ order }) => order);
}
