import { authorizeTop, requireKeyOrToken } from '../abilities.ts';
import type { Context } from '../context.ts';
import type { Right } from '../grants.ts';
import { type ByNumber, type ByOrder, numbered } from '../look-up.ts';
import { lockOrder } from '../order-desk/load.ts';
import { judged, type Locked, lockAtTop } from '../order-desk/lock-part.ts';
import { findOrder, type FoundOrder } from '../orders/find-order.ts';
import { existing } from '../refs.ts';
import type { Write } from '../write.ts';

interface FoundShipment {
  readonly id: bigint;
  readonly order: FoundOrder;
}

/**
 * A shipment of which the caller may read something. At its own address authorization is checked before existence;
 * below an order the order is checked first. Decision: A20, A22.
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

/** The same for a write: locks the order of the shipment and reads both, if the caller may act on the shipment. */
export async function lockShipment(
  write: Write,
  by: ByNumber,
  ofOrder: ByOrder | null | undefined,
  right: Right,
): Promise<Locked<'shipments'>> {
  const where = numbered(by);
  if (ofOrder == null) {
    const find = () => write.tx.shipment.findUnique({ where, select: judged });
    return lockAtTop(write, 'shipments', find, right);
  }
  const order = await lockOrder(write, ofOrder, right);
  const part = order.shipments.find(({ id, number }) =>
    'id' in where ? id === where.id : number === where.number,
  );
  return { order, part: existing(part) };
}
