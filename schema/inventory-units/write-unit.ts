import type { AttributeReader } from '../attribute-reader.ts';
import { eventLeadingTo, type InventoryUnitEvent } from '../domain/inventory-unit-machine.ts';
import { words } from '../domain/messages.ts';
import { isBlank } from '../domain/text.ts';
import { recalculateTouched } from '../orders/recalculate.ts';
import { readOrder, type WorkingOrder, type WorkingUnit } from '../orders/working-order.ts';
import { parseId } from '../refs.ts';
import type { InventoryUnitInput } from '../shipments/shipment-input.ts';
import { defaultLocationId } from '../stock/stock-item.ts';
import type { Write } from '../write.ts';
import { canFireOnUnit, fireOnUnit } from './fire.ts';
import { isMovable, type UnitTarget } from './move-units.ts';

type InventoryUnitAttributes = typeof InventoryUnitInput.$inferInput;

/** What a write does to a unit beside moving it. */
export interface UnitChange {
  readonly unitId: bigint;
  /** Absent if unchanged. */
  readonly returnAuthorizationId?: bigint | null;
  /** The event that leads to the new state. */
  readonly event: InventoryUnitEvent | null;
  /** The key of messages about the state. */
  readonly stateKey: string;
}

/** Reads the attributes of a unit except its shipment; adds messages for invalid ones. Decision: F44, T38. */
export function readUnitChange(
  reader: AttributeReader,
  unit: WorkingUnit,
  { variantId, orderId, returnAuthorizationId: given, state }: InventoryUnitAttributes,
  keyOf: (name: string) => string,
): UnitChange {
  if (!isBlank(variantId) && parseId(variantId) !== unit.variantId) {
    reader.note(keyOf('variantId'), words.invalid);
  }
  if (!isBlank(orderId) && parseId(orderId) !== unit.orderId) {
    reader.note(keyOf('orderId'), words.invalid);
  }
  const returnAuthorizationId = isBlank(given) ? null : parseId(given);
  if (returnAuthorizationId === undefined)
    reader.note(keyOf('returnAuthorizationId'), words.invalid);
  const event = isBlank(state) ? null : eventLeadingTo(unit.state, state.trim());
  if (event === undefined) reader.note(keyOf('state'), words.invalid);
  const changesReturn =
    given !== undefined && (returnAuthorizationId ?? null) !== unit.returnAuthorizationId;
  return {
    unitId: unit.id,
    ...(changesReturn && { returnAuthorizationId: returnAuthorizationId ?? null }),
    event: event ?? null,
    stateKey: keyOf('state'),
  };
}

/** Whether a write names a shipment for the unit, and which; null is none. */
function namedShipment({
  shipmentId,
  shipment,
}: InventoryUnitAttributes): string | null | undefined {
  if (shipmentId !== undefined) return shipmentId;
  return shipment === null ? null : shipment?.id;
}

/**
 * Reads where a unit is moved to; undefined if it stays. The unit must not have left, and the shipment must be
 * another one of its order that has not left.
 * Decision: T38, F44.
 */
export async function readUnitTarget(
  { tx }: Write,
  reader: AttributeReader,
  order: WorkingOrder,
  unit: WorkingUnit,
  input: InventoryUnitAttributes,
): Promise<UnitTarget | undefined> {
  const named = namedShipment(input);
  if (named === undefined) return undefined;
  const id = isBlank(named) ? null : parseId(named);
  if (id === unit.shipmentId) return undefined;
  const shipment = order.shipments.find((candidate) => candidate.id === id);
  const isPossible =
    isMovable(unit) &&
    (id === null || shipment?.state === 'pending' || shipment?.state === 'ready_to_ship');
  if (!isPossible) {
    reader.note('shipmentId', words.invalid);
    return undefined;
  }
  return {
    shipmentId: shipment?.id ?? null,
    stockLocationId: shipment?.stockLocationId ?? (await defaultLocationId(tx)),
  };
}

/**
 * Writes the attributes of a unit, and fires the event that leads to the new state; if that is refused, adds a
 * message.
 * Decision: T38.
 */
export async function writeUnitChange(
  write: Write,
  orderId: bigint,
  { unitId: id, returnAuthorizationId, event, stateKey }: UnitChange,
  reader: AttributeReader,
): Promise<void> {
  if (returnAuthorizationId !== undefined) {
    await write.tx.inventoryUnit.update({
      where: { id },
      data: {
        returnAuthorizationId,
        updatedAt: write.now,
        lockVersion: { increment: write.raise('units', [id]).length },
      },
      select: { id: true },
    });
    write.touch(orderId);
  }
  if (event === null) return;
  await recalculateTouched(write);
  const order = await readOrder(write.tx, orderId);
  const unit = order.inventoryUnits.find((candidate) => candidate.id === id);
  if (unit && canFireOnUnit(write, order, unit, event)) await fireOnUnit(write, order, unit, event);
  else reader.note(stateKey, words.invalid);
}
