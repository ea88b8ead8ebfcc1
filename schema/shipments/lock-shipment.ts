import { authorizeTop, requireKeyOrToken, type Right } from '../abilities.ts';
import { existing } from '../refs.ts';
import { lockOrder, lockOrderById } from '../order-desk/load.ts';
import type { WorkingOrder, WorkingShipment } from '../order-desk/working-order.ts';
import { type ByNumber, type ByOrder, numbered } from '../look-up.ts';
import type { Write } from '../write.ts';

export interface LockedShipment {
  readonly order: WorkingOrder;
  readonly shipment: WorkingShipment;
}

/**
 * Locks the order of a shipment and reads both, if the caller may act on the shipment. Below an order the order
 * is checked first; at the shipment's own address authorization is checked before existence.
 * Decision: A19, A20, A22, P6, T53.
 */
export async function lockShipment(
  write: Write,
  by: ByNumber,
  ofOrder: ByOrder | null | undefined,
  right: Right,
): Promise<LockedShipment> {
  const where = numbered(by);
  if (ofOrder != null) {
    const order = await lockOrder(write, ofOrder, right);
    const shipment = order.shipments.find((candidate) =>
      'id' in where ? candidate.id === where.id : candidate.number === where.number,
    );
    return { order, shipment: existing(shipment) };
  }
  requireKeyOrToken(write.viewer);
  const found = await write.tx.shipment.findUnique({
    where,
    select: { id: true, orderId: true, order: { select: { userId: true, token: true } } },
  });
  const { id, orderId } = authorizeTop(write.viewer, right, found, (record) => record.order);
  const order = await lockOrderById(write, orderId);
  const shipment = order.shipments.find((candidate) => candidate.id === id) ?? null;
  // Checked again under the lock: the token may have been replaced.
  return { order, shipment: authorizeTop(write.viewer, right, shipment, () => order) };
}
