import { accept, type Reading, refuse, sentences, words } from '../domain/messages.ts';
import { isClosed } from '../domain/order-states.ts';
import { isUnsent } from '../domain/shipment-states.ts';
import { isBlank } from '../domain/text.ts';
import { isMovable } from '../inventory-units/move-units.ts';
import { readUnitChange, type UnitChange } from '../inventory-units/write-unit.ts';
import { notesTooMany } from '../list-room.ts';
import type { WorkingUnit } from '../order-desk/working-order.ts';
import { none, parseId } from '../refs.ts';
import { requireVersion } from '../if-version.ts';
import type { SentShipment, ShipmentChanges } from './shipment-input.ts';

const hasEffect = ({ event, returnAuthorizationId }: UnitChange): boolean =>
  event !== null || returnAuthorizationId !== undefined;

/** Whether an input names units: of another shipment they move into its own. */
export const namesUnits = ({ inventoryUnits, inventoryUnitIds }: ShipmentChanges): boolean =>
  [inventoryUnits, inventoryUnitIds].some((named) => named != null && named.length > 0);

/**
 * Reads which units of the order move into a shipment, and what a write does to those that it names beside that. Units
 * that are already in it stay, named or not; as many as there are may be sent back. `units` are those of the order by
 * id; those that move are added to `moving` with the id of their shipment, which no other one may name.
 */
export function readUnits(
  { write, reader, order, shipment, input: { inventoryUnits, inventoryUnitIds } }: SentShipment,
  units: ReadonlyMap<bigint, WorkingUnit>,
  moving: Map<bigint, bigint>,
): readonly UnitChange[] {
  const receives = isUnsent(shipment.state);
  const unitOf = (id: string | null | undefined) => units.get(parseId(id) ?? none);
  const stays = (unit: WorkingUnit | undefined): boolean => unit?.shipmentId === shipment.id;

  function findUnit(id: string | null | undefined): Reading<WorkingUnit> {
    const unit = unitOf(id);
    if (unit && stays(unit)) return accept(unit);
    const isFree = unit && (moving.get(unit.id) ?? shipment.id) === shipment.id;
    if (!isFree || !receives || !isMovable(unit)) {
      return refuse(isBlank(id) ? words.blank : words.invalid);
    }
    if (isClosed(order.state)) reader.note('base', sentences.closed);
    moving.set(unit.id, shipment.id);
    return accept(unit);
  }

  const entries = inventoryUnits ?? [];
  const ids = inventoryUnitIds ?? [];
  const others = entries.filter(({ id }) => !stays(unitOf(id)));
  const otherIds = ids.filter((id) => !stays(unitOf(id)));
  if (
    notesTooMany(reader, 'inventoryUnits', others) ||
    notesTooMany(reader, 'inventoryUnitIds', otherIds)
  ) {
    return [];
  }
  const read = entries.flatMap((entry, index) => {
    const inEntry = reader.under(`inventoryUnits.${index}`);
    const unit = inEntry.read('id', findUnit(entry.id));
    if (!unit) return [];
    requireVersion(unit, entry.ifVersion, inEntry.keyOf('ifVersion'));
    return [readUnitChange(write, inEntry, { order, part: unit }, entry)];
  });
  for (const id of ids) reader.read('inventoryUnitIds', findUnit(id));
  const changes = read.filter(hasEffect);
  notesTooMany(reader, 'inventoryUnits', changes);
  return changes;
}
