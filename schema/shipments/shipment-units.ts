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
import type { SentShipment } from './shipment-input.ts';

/** The effect of a write of a shipment on units. */
interface UnitEffects {
  /** Units that move into the shipment. */
  readonly moving: readonly WorkingUnit[];
  readonly changes: readonly UnitChange[];
}

const hasEffect = ({ event, returnAuthorizationId }: UnitChange): boolean =>
  event !== null || returnAuthorizationId !== undefined;

/**
 * Reads which units of the order move into a shipment, and their other attributes. Units that are already in it
 * stay, named or not; as many as there are may be sent back.
 */
export function readUnits({
  write,
  reader,
  order,
  shipment,
  input: { inventoryUnits, inventoryUnitIds },
}: SentShipment): UnitEffects {
  const moving = new Map<bigint, WorkingUnit>();
  const receives = isUnsent(shipment.state);
  const units = new Map(order.inventoryUnits.map((unit) => [unit.id, unit]));
  const unitOf = (id: string | null | undefined) => units.get(parseId(id) ?? none);
  const stays = (unit: WorkingUnit | undefined): boolean => unit?.shipmentId === shipment.id;

  function findUnit(id: string | null | undefined): Reading<WorkingUnit> {
    const unit = unitOf(id);
    if (!unit || !(stays(unit) || (receives && isMovable(unit)))) {
      return refuse(isBlank(id) ? words.blank : words.invalid);
    }
    if (!stays(unit)) moving.set(unit.id, unit);
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
    return { moving: [], changes: [] };
  }
  const read = entries.flatMap((entry, index) => {
    const inEntry = reader.under(`inventoryUnits.${index}`);
    const unit = inEntry.read('id', findUnit(entry.id));
    if (!unit) return [];
    requireVersion(unit, entry.ifVersion, inEntry.keyOf('ifVersion'));
    return [readUnitChange(write, inEntry, { order, unit }, entry)];
  });
  for (const id of ids) reader.read('inventoryUnitIds', findUnit(id));
  const changes = read.filter(hasEffect);
  notesTooMany(reader, 'inventoryUnits', changes);
  if (moving.size > 0 && isClosed(order.state)) reader.note('base', sentences.closed);
  return { moving: [...moving.values()], changes };
}
