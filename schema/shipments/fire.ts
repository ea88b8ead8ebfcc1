import { firingRights } from '../abilities.ts';
import { groupsOf } from '../domain/groups.ts';
import { allowedEvents } from '../domain/machine.ts';
import { fireEvent, refuseNow } from '../domain/refusal.ts';
import { rowMemory } from '../domain/remembering.ts';
import {
  type ShipmentEffect,
  type ShipmentEvent,
  type ShipmentFacts,
  shipmentMachine,
} from '../domain/shipment-machine.ts';
import { findShortVariants } from '../domain/stock-guard.ts';
import { deliverReopened, isDeliverable } from '../order-desk/deliver.ts';
import { noteFired } from '../order-desk/fired.ts';
import { changeIn, unitsIn } from '../order-desk/order-parts.ts';
import { settle } from '../order-desk/settle.ts';
import { refuseDeleted, StockShort, takeForUnits } from '../order-desk/take-stock.ts';
import { releaseUnits } from '../order-desk/units.ts';
import { wantVariantAt } from '../order-desk/facts.ts';
import type { Act, WorkingOrder, WorkingShipment } from '../order-desk/working-order.ts';
import { refusedEvent } from '../orders/fire.ts';

const settledState = rowMemory<WorkingOrder['paymentState']>();

/** What the guards of a shipment check, read under the lock. */
function shipmentFacts(act: Act, order: WorkingOrder, shipment: WorkingShipment): ShipmentFacts {
  const { requirePaymentToShip } = act.settings;
  const units = unitsIn(order, shipment);
  const variants = new Map(order.lineItems.map(({ variant }) => [variant.id, variant]));
  // A canceled shipment has no stock: to resume it, its units must be available.
  const toTake = groupsOf(shipment.state === 'canceled' ? units : [], ({ variantId }) => variantId);
  const wanted = [...toTake].flatMap(([variantId, { length: quantity }]) => {
    const variant = variants.get(variantId);
    return variant ? [wantVariantAt(act, variant, quantity, shipment.stockLocationId)] : [];
  });
  return {
    orderState: order.state,
    requirePaymentToShip,
    // made ready at a tax that is no longer right, it would be put back by the same write
    paymentState:
      requirePaymentToShip && shipment.state === 'pending'
        ? settledState(order, () => settle(act, order).paymentState)
        : order.paymentState,
    unitStates: units.map(({ state }) => state),
    stockShort: findShortVariants(wanted),
    delivers: shipment.state !== 'canceled' || isDeliverable(act, order, shipment),
  };
}

/** The events that would succeed on a shipment now and that the caller may fire. */
export const eventsOfShipment = (
  act: Act,
  order: WorkingOrder,
  shipment: WorkingShipment,
): readonly ShipmentEvent[] =>
  allowedEvents(shipmentMachine, shipment.state, shipmentFacts(act, order, shipment)).filter(
    firingRights(act.viewer, 'shipment', order),
  );

type Effect = (act: Act, order: WorkingOrder, shipment: WorkingShipment) => WorkingOrder;

/** What each effect of the shipment machine does; the type requires all of them. */
const effects: Readonly<Record<ShipmentEffect, Effect>> = {
  stampShippedAt: ({ now }, order, shipment) =>
    changeIn(order, 'shipments', [shipment], { shippedAt: now }),
  shipUnits: (_act, order, shipment) => {
    const sold = unitsIn(order, shipment).filter(({ state }) => state === 'sold');
    return changeIn(order, 'inventoryUnits', sold, { state: 'shipped' });
  },
  releaseStock: (act, order, shipment) =>
    releaseUnits(act, order, unitsIn(order, shipment), 'on_hand'),
  takeStock: (act, order, shipment) => {
    const units = unitsIn(order, shipment);
    refuseDeleted(order, units);
    return takeForUnits(act, order, units);
  },
};

/** The events that take or return stock: they need the counts. */
export const movesStock = (event: string): boolean => event === 'cancel' || event === 'resume';

/**
 * An order after an event of one of its shipments; counts that the event changes must be locked.
 * Throws Refused. Contract: Events.
 */
export function fireOnShipment(
  act: Act,
  order: WorkingOrder,
  shipment: WorkingShipment,
  name: string,
): WorkingOrder {
  const facts = shipmentFacts(act, order, shipment);
  const mayFire = firingRights(act.viewer, 'shipment', order);
  const firing = fireEvent(shipmentMachine, shipment.state, name, facts, mayFire);
  if (!firing.allowed) throw refusedEvent(firing.refusal);
  const { event, to, does } = firing;
  try {
    const done = does.reduce((next, effect) => effects[effect](act, next, shipment), order);
    const { id, state: from } = shipment;
    const set = changeIn(done, 'shipments', [shipment], { state: to });
    const fired = noteFired(act, set, { type: 'Shipment', id, event, from, to });
    return event === 'resume' ? deliverReopened(act, fired, [shipment]) : fired;
  } catch (error) {
    if (!(error instanceof StockShort)) throw error;
    const { fields } = error;
    throw refusedEvent(refuseNow(shipmentMachine, shipment.state, event, facts, mayFire, fields));
  }
}
