import type { WorkingShipment } from '../orders/working-order.ts';
import type { Write } from '../write.ts';

/** Writes when a shipment was shipped, before its state is written. Decision: T28. */
export async function stampShippedAt({ tx, now }: Write, { id }: WorkingShipment): Promise<void> {
  await tx.shipment.update({ where: { id }, data: { shippedAt: now }, select: { id: true } });
}
