import { firingRights } from '../abilities.ts';
import {
  type InventoryUnitEffect,
  type InventoryUnitEvent,
  type InventoryUnitFacts,
  inventoryUnitMachine,
} from '../domain/inventory-unit-machine.ts';
import { allowedEvents, transition } from '../domain/machine.ts';
import { fireEvent } from '../domain/refusal.ts';
import {
  located,
  receiveStock,
  releaseUnits,
  returnDamaged,
  setUnits,
} from '../order-desk/units.ts';
import { noteFired } from '../order-desk/fired.ts';
import type { Act, WorkingOrder, WorkingUnit } from '../order-desk/working-order.ts';
import { refusedEvent } from '../orders/fire.ts';

function unitFacts(act: Act, order: WorkingOrder, unit: WorkingUnit): InventoryUnitFacts {
  const shipment = order.shipments.find(({ id }) => id === unit.shipmentId);
  return {
    orderState: order.state,
    requirePaymentToShip: act.settings.requirePaymentToShip,
    paymentState: order.paymentState,
    shipmentState: shipment?.state ?? null,
  };
}

/** Whether an event would succeed on a unit now. */
export const canFireOnUnit = (
  act: Act,
  order: WorkingOrder,
  unit: WorkingUnit,
  event: InventoryUnitEvent,
): boolean =>
  transition(inventoryUnitMachine, unit.state, event, unitFacts(act, order, unit)).allowed;

/** The events that would succeed on a unit now and that the caller may fire. */
export const eventsOfUnit = (
  act: Act,
  order: WorkingOrder,
  unit: WorkingUnit,
): readonly InventoryUnitEvent[] =>
  allowedEvents(inventoryUnitMachine, unit.state, unitFacts(act, order, unit)).filter(
    firingRights(act.viewer, 'inventoryUnit', order),
  );

type Effect = (act: Act, order: WorkingOrder, unit: WorkingUnit, restock: boolean) => WorkingOrder;

/**
 * What each effect of the unit machine does beside the unit's state. Settling an order ships a shipment together with
 * its last unit. Decision: T36, T54.
 */
const effects: Readonly<Record<InventoryUnitEffect, Effect>> = {
  receiveOnePiece: (act, order, unit) => {
    const { shipmentId } = unit;
    const placed = located(act, order, [unit]);
    const moves = placed.map((one) => ({ ...one, quantity: 1, kind: 'adjust' as const }));
    const moved = receiveStock(act, order, moves);
    return shipmentId === null
      ? moved
      : { ...moved, filled: new Set([...moved.filled, shipmentId]) };
  },
  giveBackStock: (act, order, unit, restock) =>
    restock ? releaseUnits(act, order, [unit], 'returned') : returnDamaged(act, order, [unit]),
};

/**
 * An order after an event of one of its units; counts that the event changes must be locked. `restock` is false if a
 * returned unit is damaged and not put back on the shelf.
 * Throws Refused. Contract: Events.
 */
export function fireOnUnit(
  act: Act,
  order: WorkingOrder,
  unit: WorkingUnit,
  name: string,
  restock: boolean,
): WorkingOrder {
  const facts = unitFacts(act, order, unit);
  const mayFire = firingRights(act.viewer, 'inventoryUnit', order);
  const firing = fireEvent(inventoryUnitMachine, unit.state, name, facts, mayFire);
  if (!firing.allowed) throw refusedEvent(firing.refusal);
  const { event, to, does } = firing;
  const set = setUnits(order, [unit], to, unit.stockTaken);
  const done = does.reduce((next, effect) => effects[effect](act, next, unit, restock), set);
  const { id, state: from } = unit;
  return noteFired(act, done, { type: 'InventoryUnit', id, event, from, to });
}
