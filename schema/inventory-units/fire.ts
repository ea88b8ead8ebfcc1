import { firingRights } from '../abilities.ts';
import { auditEvent } from '../domain/audit.ts';
import {
  type InventoryUnitEffect,
  type InventoryUnitEvent,
  type InventoryUnitFacts,
  inventoryUnitMachine,
} from '../domain/inventory-unit-machine.ts';
import { transition } from '../domain/machine.ts';
import { maximumCount } from '../domain/measures.ts';
import { words } from '../domain/messages.ts';
import { fireEvent } from '../domain/refusal.ts';
import { invalid } from '../attribute-reader.ts';
import { located, releaseUnits } from '../orders/effects.ts';
import { refusedEvent } from '../orders/fire.ts';
import { recordStateChange } from '../orders/state-change.ts';
import { readOrder, type WorkingOrder, type WorkingUnit } from '../orders/working-order.ts';
import {
  defaultLocationId,
  ensureStockItem,
  lockStockItems,
  moveStock,
} from '../stock/stock-item.ts';
import { setUnits } from '../stock/units.ts';
import type { Write } from '../write.ts';

/** What the guards of a unit check. Decision: T36. */
function unitFacts(write: Write, order: WorkingOrder, unit: WorkingUnit): InventoryUnitFacts {
  const shipment = order.shipments.find(({ id }) => id === unit.shipmentId);
  return {
    orderState: order.state,
    requirePaymentToShip: write.settings.requirePaymentToShip,
    paymentState: order.paymentState as InventoryUnitFacts['paymentState'],
    shipmentState: shipment?.state ?? null,
  };
}

/** Whether an event would succeed on a unit now. */
export const canFireOnUnit = (
  write: Write,
  order: WorkingOrder,
  unit: WorkingUnit,
  event: InventoryUnitEvent,
): boolean =>
  transition(inventoryUnitMachine, unit.state, event, unitFacts(write, order, unit)).allowed;

type Effect = (write: Write, order: WorkingOrder, unit: WorkingUnit) => Promise<void>;

/**
 * What each effect of the unit machine does beside the unit's state. Recalculation ships a shipment together
 * with its last unit.
 * Decision: T36, T54.
 */
const effects: Readonly<Record<InventoryUnitEffect, Effect>> = {
  receiveOnePiece: async (write, order, unit) => {
    const [placed] = located(order, [unit], await defaultLocationId(write.tx));
    if (!placed) return;
    const locked = await lockStockItems(write, [unit.variantId]);
    const stockItemId = await ensureStockItem(write, placed, locked);
    const note = { kind: 'adjust', orderId: order.id, shipmentId: unit.shipmentId } as const;
    const after = await moveStock(write, stockItemId, 1, note);
    if (after === undefined) throw invalid('countOnHand', words.atMost(String(maximumCount)));
    if (unit.shipmentId !== null) write.filledShipments.add(unit.shipmentId);
  },
  giveBackStock: (write, order, unit) => releaseUnits(write, order, [unit], 'returned'),
};

/**
 * Fires an event on a unit of a locked order.
 * Throws Refused; the transaction must then be rolled back. Contract: Events.
 * Decision: T2, T36.
 */
export async function fireOnUnit(
  write: Write,
  order: WorkingOrder,
  unit: WorkingUnit,
  name: unknown,
): Promise<void> {
  const facts = unitFacts(write, order, unit);
  const mayFire = firingRights(write.viewer, 'inventoryUnit', order);
  const firing = fireEvent(inventoryUnitMachine, unit.state, name, facts, mayFire);
  if (!firing.allowed) throw refusedEvent(firing.refusal);
  const { event, to, does } = firing;
  // Returning stock sets the unit's final state.
  if (!does.includes('giveBackStock')) await setUnits(write, [unit.id], to, unit.stockTaken);
  for (const effect of does) await effects[effect](write, order, unit);
  const stateful = { type: 'InventoryUnit', id: unit.id, orderId: order.id } as const;
  await recordStateChange(write, stateful, event, unit.state, to);
  if (write.isStaffFor(order)) {
    const changes = auditEvent(event, unit.state, to);
    write.audit({
      action: 'inventory_units.event',
      subject: 'InventoryUnit',
      id: unit.id,
      changes,
    });
  }
  write.touch(order.id);
}

/** Fires an event on a unit that the same write has changed: it is read again. */
export async function fireOnWrittenUnit(
  write: Write,
  orderId: bigint,
  unitId: bigint,
  name: unknown,
): Promise<void> {
  const order = await readOrder(write.tx, orderId);
  const unit = order.inventoryUnits.find(({ id }) => id === unitId);
  if (!unit) throw new Error(`Unit ${unitId} does not exist.`);
  await fireOnUnit(write, order, unit, name);
}
