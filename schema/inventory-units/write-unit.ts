import { may } from '../abilities.ts';
import type { AttributeReader } from '../attribute-reader.ts';
import { eventLeadingTo, type InventoryUnitEvent } from '../domain/inventory-unit-machine.ts';
import { words } from '../domain/messages.ts';
import { isUnsent } from '../domain/shipment-states.ts';
import { isBlank } from '../domain/text.ts';
import { noteUnheard, stateAsSent } from '../heard.ts';
import type { Locked } from '../order-desk/lock-part.ts';
import { changeIn } from '../order-desk/order-parts.ts';
import type { Act, WorkingOrder } from '../order-desk/working-order.ts';
import { parseId } from '../refs.ts';
import type { UnitAttributes } from '../shipments/shipment-input.ts';
import type { Write } from '../write.ts';
import { canFireOnUnit, fireOnUnit } from './fire.ts';
import { isMovable } from './move-units.ts';

/** What a write does to a unit beside moving it. */
export interface UnitChange {
  readonly unitId: bigint;
  /** Absent if unchanged. */
  readonly returnAuthorizationId?: bigint | null;
  /** The event that leads to the new state. */
  readonly event: InventoryUnitEvent | null;
  /** False if a returned unit is not put back on the shelf. */
  readonly restock: boolean;
  readonly reader: AttributeReader;
}

/**
 * Reads the attributes of a unit except its shipment; adds messages for invalid ones. A new state stands for an event, which
 * needs the right to fire it. `fires` is an event that the write fires beside that.
 */
export function readUnitChange(
  { viewer }: Act,
  reader: AttributeReader,
  { order, part: unit }: Locked<'inventoryUnits'>,
  { variantId, orderId, returnAuthorizationId: given, state, restock }: UnitAttributes,
  fires: string | null = null,
): UnitChange {
  if (!isBlank(variantId) && parseId(variantId) !== unit.variantId) {
    reader.note('variantId', words.invalid);
  }
  if (!isBlank(orderId) && parseId(orderId) !== unit.orderId) {
    reader.note('orderId', words.invalid);
  }
  const returnAuthorizationId = isBlank(given) ? null : parseId(given);
  if (returnAuthorizationId === undefined) reader.note('returnAuthorizationId', words.invalid);
  const event = isBlank(state) ? null : eventLeadingTo(unit.state, stateAsSent(viewer, state));
  if (event === undefined) reader.note('state', words.invalid);
  if (restock === false && ![event, fires].includes('return')) {
    noteUnheard({ viewer, reader }, 'restock', words.onlyFor('return'));
  }
  const mayFire = !event || may(viewer, { kind: 'inventoryUnit', event }, order);
  if (!mayFire) noteUnheard({ viewer, reader }, 'state', words.needs('inventory_units.fire'));
  const changesReturn =
    given !== undefined && (returnAuthorizationId ?? null) !== unit.returnAuthorizationId;
  return {
    unitId: unit.id,
    ...(changesReturn && { returnAuthorizationId: returnAuthorizationId ?? null }),
    event: event && mayFire ? event : null,
    restock: restock !== false,
    reader,
  };
}

/** Whether a write names a shipment for the unit, and which; null is none. */
function namedShipment({ shipmentId, shipment }: UnitAttributes): string | null | undefined {
  if (shipmentId !== undefined) return shipmentId;
  return shipment === null ? null : shipment?.id;
}

/**
 * Reads the shipment that a unit is moved to, null for none; undefined if it stays. The unit must not have left, and the
 * shipment must be another one of its order that has not left.
 */
export function readUnitTarget(
  reader: AttributeReader,
  { order, part: unit }: Locked<'inventoryUnits'>,
  input: UnitAttributes,
): bigint | null | undefined {
  const named = namedShipment(input);
  if (named === undefined) return undefined;
  const id = isBlank(named) ? null : parseId(named);
  if (id === unit.shipmentId) return undefined;
  const shipment = order.shipments.find((candidate) => candidate.id === id);
  const isPossible =
    isMovable(unit) && (id === null || (shipment !== undefined && isUnsent(shipment.state)));
  if (isPossible) return shipment?.id ?? null;
  reader.note('shipmentId', words.invalid);
  return undefined;
}

/**
 * An order after the attributes of a unit are written and the event is fired that leads to its new state; if
 * that is refused, adds a message. The order must be settled, and the counts of the unit's variant locked.
 */
export function writeUnitChange(
  write: Write,
  order: WorkingOrder,
  { unitId, returnAuthorizationId, event, restock, reader }: UnitChange,
): WorkingOrder {
  const written =
    returnAuthorizationId === undefined
      ? order
      : changeIn(order, 'inventoryUnits', [{ id: unitId }], { returnAuthorizationId });
  if (event === null) return written;
  const unit = written.inventoryUnits.find((candidate) => candidate.id === unitId);
  if (unit && canFireOnUnit(write, written, unit, event)) {
    return fireOnUnit(write, written, unit, event, restock);
  }
  reader.note('state', words.invalid);
  return written;
}

/** The same for several units: each is changed in an order without the others, which are not looked through again. */
export function writeUnitChanges(
  write: Write,
  order: WorkingOrder,
  changes: readonly UnitChange[],
): WorkingOrder {
  if (changes.length === 0) return order;
  const units = new Map(order.inventoryUnits.map((unit) => [unit.id, unit]));
  let next = order;
  for (const change of changes) {
    const unit = units.get(change.unitId);
    next = writeUnitChange(write, { ...next, inventoryUnits: unit ? [unit] : [] }, change);
    for (const changed of next.inventoryUnits) units.set(changed.id, changed);
  }
  return { ...next, inventoryUnits: [...units.values()] };
}
