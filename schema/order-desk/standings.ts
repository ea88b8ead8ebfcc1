import { groupsOf } from '../domain/groups.ts';
import { hasLeft } from '../domain/inventory-unit-machine.ts';
import type { Standing } from '../domain/taxes.ts';
import { mayLeave } from './order-parts.ts';
import type { WorkingLine, WorkingOrder, WorkingShipment, WorkingUnit } from './working-order.ts';

/** How many units of each line are in one of these states, or in any, by the id of the line. */
export function countUnits(
  { inventoryUnits }: WorkingOrder,
  ...states: readonly WorkingUnit['state'][]
): ReadonlyMap<bigint, number> {
  const counts = new Map<bigint, number>();
  for (const { lineItemId, state } of inventoryUnits) {
    if (states.length > 0 && !states.includes(state)) continue;
    counts.set(lineItemId, (counts.get(lineItemId) ?? 0) + 1);
  }
  return counts;
}

/** How much of each line has left, or was canceled, by its id. */
export function standingsOf(order: WorkingOrder) {
  const counts = countUnits(order, 'shipped', 'returned', 'on_hand');
  return ({ id, quantity }: Pick<WorkingLine, 'id' | 'quantity'>): Standing => {
    if (order.completedAt === null) return 'open';
    const settled = counts.get(id) ?? 0;
    if (settled >= quantity) return 'closed';
    return settled > 0 ? 'partly' : 'open';
  };
}

/** How much of each shipment has left, or was canceled. */
export function standingsOfShipments(order: WorkingOrder) {
  const units = groupsOf(order.inventoryUnits, ({ shipmentId }) => shipmentId);
  return (shipment: WorkingShipment): Standing => {
    if (!mayLeave(order, shipment) || shipment.state === 'canceled') return 'closed';
    // the same write ships it, and may change its cost as well: only its rate stays
    return units.get(shipment.id)?.every(({ state }) => hasLeft(state)) ? 'partly' : 'open';
  };
}
