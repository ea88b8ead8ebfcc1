import { hasLeft } from '../domain/inventory-unit-machine.ts';
import { isOpen } from '../domain/order-states.ts';
import { deleteEmptiedShipments } from '../order-desk/emptied-shipments.ts';
import { changeRows, idsOf } from '../order-desk/order-parts.ts';
import { refuseDeleted, takeForUnits } from '../order-desk/take-stock.ts';
import { giveBackStock, located, setUnits } from '../order-desk/units.ts';
import type { Act, WorkingOrder, WorkingUnit } from '../order-desk/working-order.ts';

export const isMovable = ({ state }: WorkingUnit): boolean => !hasLeft(state);

/**
 * Moves units of an order into shipments, null for none, by the ids of the units. Stock taken at another location is
 * returned there and taken at the new one, even if units stay in a shipment whose location changes: first all is
 * returned, then all is taken. An open order takes stock again for units whose stock a canceled shipment returned.
 * Shipments that lose their last unit are deleted; a new one that gets it is charged what they were. The counts of the units must be locked. `before` is the order with
 * the locations that the units' stock was taken at.
 * Throws Invalid if there is too little stock, a variant whose stock would be taken again is deleted, or a shipment is
 * at an inactive location. Decision: T29, T38, T13.
 */
export function moveUnitsTo(
  act: Act,
  order: WorkingOrder,
  before: WorkingOrder,
  targets: ReadonlyMap<bigint, bigint | null>,
): WorkingOrder {
  if (targets.size === 0) return order;
  const isNamed = ({ id }: WorkingUnit): boolean => targets.has(id);
  const units = located(act, before, before.inventoryUnits.filter(isNamed));
  const moving = units.filter(({ id, shipmentId }) => shipmentId !== targets.get(id));
  const retaken = isOpen(order.state) ? moving.filter(({ state }) => state === 'on_hand') : [];
  refuseDeleted(order, retaken);
  const moved = {
    ...order,
    inventoryUnits: changeRows(order.inventoryUnits, idsOf(moving), ({ id }) => ({
      shipmentId: targets.get(id) ?? null,
    })),
  };
  const placed = located(act, moved, moved.inventoryUnits.filter(isNamed));
  const locations = new Map(placed.map(({ id, stockLocationId }) => [id, stockLocationId]));
  const relocated = units.filter(
    ({ id, stockTaken, stockLocationId }) => stockTaken && stockLocationId !== locations.get(id),
  );
  const barred = placed.filter(({ stockLocationId }) => act.inactiveLocations.has(stockLocationId));
  const given = giveBackStock(act, moved, relocated, 'restock');
  const returned = setUnits(given, relocated, 'on_hand', false);
  const taken = takeForUnits(act, returned, [...relocated, ...retaken, ...barred]);
  return deleteEmptiedShipments(taken, moving);
}
