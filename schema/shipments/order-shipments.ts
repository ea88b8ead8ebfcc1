import type { AttributeReader } from '../attribute-reader.ts';
import { mostEntries } from '../domain/list-bounds.ts';
import { words } from '../domain/messages.ts';
import { isBlank, soughtText } from '../domain/text.ts';
import { areHeard, asksNothing, ignoresUnheard } from '../heard.ts';
import { requireVersion } from '../if-version.ts';
import { notesTooMany } from '../list-room.ts';
import { numberOf } from '../look-up.ts';
import type { WorkingOrder, WorkingShipment } from '../order-desk/working-order.ts';
import { parseId } from '../refs.ts';
import type { Write } from '../write.ts';
import { askedOfShipment } from './asked-of-shipment.ts';
import type { SentShipment, ShipmentEntry } from './shipment-input.ts';

/** The shipment of an order that an entry names, by id, else by number. */
export function findShipment(
  order: WorkingOrder,
  { id, number }: ShipmentEntry,
): WorkingShipment | undefined {
  const wanted = parseId(id);
  if (!isBlank(id)) return order.shipments.find((shipment) => shipment.id === wanted);
  const named = numberOf(soughtText(number));
  return order.shipments.find((shipment) => shipment.number === named);
}

/** What everybody may send of a shipment inside its order. Decision: A25. */
const ofCustomers: ReadonlySet<string> = new Set(['id', 'number', 'selectedShippingRateId']);

/**
 * Reads which shipment an entry of `shipments` names, as part of a write of its order, and what of it is heard; adds
 * messages. Customers can only select a rate. The entry names a shipment of the order before the write; if the write has
 * discarded it, nothing can be asked of it any more. Undefined if nothing is to be written.
 * Decision: F11, F41, F43, A25, T24.
 */
function hearOrderShipment(
  write: Write,
  before: WorkingOrder,
  order: WorkingOrder,
  entry: ShipmentEntry,
  reader: AttributeReader,
): SentShipment | undefined {
  const { viewer } = write;
  const was = findShipment(before, entry);
  const shipment = order.shipments.find(({ id }) => id === was?.id);
  if (!was || (!shipment && !ignoresUnheard(viewer))) {
    reader.note('id', words.invalid);
    return undefined;
  }
  const changes = askedOfShipment(write, before, was, entry);
  const closed = Object.fromEntries(
    Object.entries(changes).filter(([name]) => !ofCustomers.has(name)),
  );
  const isHeard = areHeard({ viewer, reader }, 'shipments.update', closed);
  if (isHeard) requireVersion(was, entry.ifVersion, reader.keyOf('ifVersion'));
  const { selectedShippingRateId } = changes;
  const input = isHeard ? changes : { selectedShippingRateId };
  if (shipment) return { write, reader, order, shipment, input };
  if (!asksNothing(viewer, input)) reader.note('id', words.invalid);
  return undefined;
}

/** What the entries of `shipments` ask, which name those of the order as it was before the write. */
export function hearShipments(
  write: Write,
  before: WorkingOrder,
  order: WorkingOrder,
  entries: readonly ShipmentEntry[],
  reader: AttributeReader,
): readonly SentShipment[] {
  if (notesTooMany(reader, 'shipments', entries, mostEntries.shipments)) return [];
  return entries.flatMap((entry, index) => {
    const inEntry = reader.under(`shipments.${index}`);
    return hearOrderShipment(write, before, order, entry, inEntry) ?? [];
  });
}
