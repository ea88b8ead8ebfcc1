import { firingRights } from '../abilities.ts';
import { auditEvent } from '../domain/audit.ts';
import { isEventOf } from '../domain/machine.ts';
import { fireEvent, refuseNow } from '../domain/refusal.ts';
import {
  isRepeatedVerb,
  type ShipmentEffect,
  type ShipmentFacts,
  shipmentMachine,
} from '../domain/shipment-machine.ts';
import { findShortVariants } from '../domain/stock-guard.ts';
import { releaseUnits, setShipments, takeForUnits } from '../orders/effects.ts';
import { wantVariant } from '../orders/facts.ts';
import { refusedEvent } from '../orders/fire.ts';
import type { WorkingOrder, WorkingShipment, WorkingUnit } from '../orders/working-order.ts';
import { StockShort } from '../stock/take.ts';
import { setUnits } from '../stock/units.ts';
import type { Write } from '../write.ts';
import { stampShippedAt } from './stamp-shipped-at.ts';

/** The units in a shipment. */
export const unitsIn = (order: WorkingOrder, { id }: WorkingShipment): WorkingUnit[] =>
  order.inventoryUnits.filter(({ shipmentId }) => shipmentId === id);

/** What the guards of a shipment check, read under the lock. Decision: T28. */
function shipmentFacts(
  write: Write,
  order: WorkingOrder,
  shipment: WorkingShipment,
): ShipmentFacts {
  const units = unitsIn(order, shipment);
  const variants = new Map(order.lineItems.map(({ variant }) => [variant.id, variant]));
  // A canceled shipment has no stock: to resume it, its units must be available.
  const wanted = (shipment.state === 'canceled' ? units : []).flatMap(({ variantId }) => {
    const variant = variants.get(variantId);
    return variant ? [wantVariant(variant, 1, shipment.stockLocationId)] : [];
  });
  return {
    orderState: order.state,
    requirePaymentToShip: write.settings.requirePaymentToShip,
    paymentState: order.paymentState as ShipmentFacts['paymentState'],
    unitStates: units.map(({ state }) => state),
    stockShort: findShortVariants(wanted),
  };
}

type Effect = (write: Write, order: WorkingOrder, shipment: WorkingShipment) => Promise<void>;

/** What each effect of the shipment machine does; the type requires all of them. Decision: T28. */
const effects: Readonly<Record<ShipmentEffect, Effect>> = {
  stampShippedAt: (write, _order, shipment) => stampShippedAt(write, shipment),
  shipUnits: async (write, order, shipment) => {
    const sold = unitsIn(order, shipment).filter(({ state }) => state === 'sold');
    for (const stockTaken of [true, false]) {
      const ids = sold.filter((unit) => unit.stockTaken === stockTaken).map(({ id }) => id);
      await setUnits(write, ids, 'shipped', stockTaken);
    }
  },
  releaseStock: (write, order, shipment) =>
    releaseUnits(write, order, unitsIn(order, shipment), 'on_hand'),
  takeStock: (write, order, shipment) => takeForUnits(write, order, unitsIn(order, shipment)),
};

/** Whether an event was already done, which returns the record unchanged. Decision: T4. */
export const isRepeated = ({ state }: WorkingShipment, name: unknown): boolean =>
  typeof name === 'string' && isEventOf(shipmentMachine, name) && isRepeatedVerb(name, state);

/**
 * Fires an event on a shipment of a locked order.
 * Throws Refused; the transaction must then be rolled back. Contract: Events.
 * Decision: T2, T28.
 */
export async function fireOnShipment(
  write: Write,
  order: WorkingOrder,
  shipment: WorkingShipment,
  name: unknown,
): Promise<void> {
  const facts = shipmentFacts(write, order, shipment);
  const mayFire = firingRights(write.viewer, 'shipment', order);
  const firing = fireEvent(shipmentMachine, shipment.state, name, facts, mayFire);
  if (!firing.allowed) throw refusedEvent(firing.refusal);
  const { event, to, does } = firing;
  try {
    for (const effect of does) await effects[effect](write, order, shipment);
  } catch (error) {
    if (!(error instanceof StockShort)) throw error;
    const messages = { quantity: error.messages };
    throw refusedEvent(refuseNow(shipmentMachine, shipment.state, event, facts, mayFire, messages));
  }
  await setShipments(write, order, event, to, [shipment]);
  if (write.isStaffFor(order)) {
    const changes = auditEvent(event, shipment.state, to);
    write.audit({ action: 'shipments.event', subject: 'Shipment', id: shipment.id, changes });
  }
  write.touch(order.id);
}
