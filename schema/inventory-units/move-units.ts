import { hasLeft } from '../domain/inventory-unit-machine.ts';
import { isOpen } from '../domain/order-states.ts';
import { giveBackStock } from '../order-desk/counts.ts';
import { idsOf } from '../order-desk/order-parts.ts';
import { deleteEmptiedShipments } from '../order-desk/shipments.ts';
import { located, moveUnits, refuseDeleted, setUnits, takeForUnits } from '../order-desk/units.ts';
import type { Act, WorkingOrder, WorkingUnit } from '../order-desk/working-order.ts';

/** The target of moved units: a shipment and the location it ships from; null means no shipment. */
export interface UnitTarget {
  readonly shipmentId: bigint | null;
  readonly stockLocationId: bigint;
}

export const isMovable = ({ state }: WorkingUnit): boolean => !hasLeft(state);

/**
 * Moves units of an order into a shipment or out of any. Stock taken at another location is returned there and taken at
 * the new one, even if units stay in a shipment whose location changes. An open order takes stock again for units whose
 * stock a canceled shipment returned. Shipments that lose their last unit are deleted. The counts of the units must be
 * locked. `before` is the order with the locations that the units' stock was taken at.
 * Throws Invalid if there is too little stock, a variant whose stock would be taken again is deleted, or the target is
 * at an inactive location. Decision: T29, T38, T13.
 */
export function moveUnitsTo(
  act: Act,
  order: WorkingOrder,
  before: WorkingOrder,
  units: readonly WorkingUnit[],
  target: UnitTarget,
): WorkingOrder {
  if (units.length === 0) return order;
  const relocated = located(act, before, units).filter(
    ({ stockTaken, stockLocationId }) => stockTaken && stockLocationId !== target.stockLocationId,
  );
  const moving = units.filter(({ shipmentId }) => shipmentId !== target.shipmentId);
  const retaken = isOpen(order.state) ? moving.filter(({ state }) => state === 'on_hand') : [];
  refuseDeleted(order, retaken);
  const given = giveBackStock(act, order, relocated, 'restock');
  const moved = moveUnits(setUnits(given, relocated, 'on_hand', false), moving, target.shipmentId);
  const barred = act.inactiveLocations.has(target.stockLocationId) ? moving : [];
  const taking = idsOf([...relocated, ...retaken, ...barred]);
  const taken = takeForUnits(
    act,
    moved,
    moved.inventoryUnits.filter(({ id }) => taking.has(id)),
  );
  return deleteEmptiedShipments(
    taken,
    moving.map(({ shipmentId }) => shipmentId),
  );
}
