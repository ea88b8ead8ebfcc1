import { Decimal } from 'decimal.js';
import {
  temporaryId,
  type WorkingOrder,
  type WorkingShipment,
} from '../order-desk/working-order.ts';
import { parseId } from '../refs.ts';
import type { ShipmentInputShape } from './write-shipment.ts';

type UnitEntries = Pick<ShipmentInputShape, 'inventoryUnits' | 'inventoryUnitIds'>;

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

/**
 * What a shipment keeps of the one that it is split from: where its goods are and go to, and how. It costs
 * nothing, so neither does its rate; the other rates cost what was offered.
 * Decision: T29.
 */
export const keptBySplit = ({
  stockLocationId,
  shippingMethodId,
  addressId,
  rates,
}: WorkingShipment) => ({
  stockLocationId,
  shippingMethodId,
  addressId,
  rates: rates.map((rate) => ({
    ...rate,
    id: temporaryId(),
    cost: rate.selected ? new Decimal(0) : rate.cost,
  })),
});
