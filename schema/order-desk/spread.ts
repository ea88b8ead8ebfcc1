import { groupsOf } from '../domain/groups.ts';
import { freeUnits } from '../domain/placement.ts';
import { requireRoom } from '../list-room.ts';
import { changeIn, changeRows, idsOf } from './order-parts.ts';
import { addShipment, keptBySplit, latestShipment } from './shipments.ts';
import { located, takeForUnits, untrackedVariants } from './units.ts';
import type { Act, WorkingOrder, WorkingShipment, WorkingUnit } from './working-order.ts';

/**
 * Takes stock for units wherever there is some: at the location of their shipment, else at the other active ones,
 * the default first, then by id. The units that another location gives move into a shipment from there. The counts
 * must be locked. `others` are units of the order that stay where they are.
 * Throws StockShort if there is too little at all of them together, and Invalid for too many shipments.
 * Decision: T30.
 */
export function takeAnywhere(
  act: Act,
  order: WorkingOrder,
  units: readonly WorkingUnit[],
  held: ReadonlySet<bigint | null> = shipmentsBeside(order, units),
): WorkingOrder {
  const spread = spreadUnits(act, order, units, held);
  const taking = idsOf(units);
  return takeForUnits(
    act,
    spread,
    spread === order ? units : spread.inventoryUnits.filter(({ id }) => taking.has(id)),
  );
}
