import type { WorkingOrder, WorkingShipment } from '../order-desk/working-order.ts';
import { parseId } from '../refs.ts';
import type { ShipmentChanges } from './shipment-input.ts';

type UnitEntries = Pick<ShipmentChanges, 'inventoryUnits' | 'inventoryUnitIds'>;

/** The shipment that units leave for a new one: that of the first of them which is in one. Decision: T29. */
export function splitFrom(
  order: WorkingOrder,
  { inventoryUnits, inventoryUnitIds }: UnitEntries,
): WorkingShipment | undefined {
  const named = [...(inventoryUnits ?? []).map(({ id }) => id), ...(inventoryUnitIds ?? [])];
  const shipmentOf = new Map(order.inventoryUnits.map(({ id, shipmentId }) => [id, shipmentId]));
  for (const id of named) {
    const shipmentId = shipmentOf.get(parseId(id) ?? -1n);
    if (shipmentId != null) return order.shipments.find((one) => one.id === shipmentId);
  }
  return undefined;
}
