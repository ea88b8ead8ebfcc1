import type { AttributeReader } from '../attribute-reader.ts';
import { words } from '../domain/messages.ts';
import { isBlank, soughtText } from '../domain/text.ts';
import { areHeard, asksNothing, ignoresUnheard } from '../heard.ts';
import { requireVersion } from '../if-version.ts';
import { numberOf } from '../look-up.ts';
import type { WorkingOrder, WorkingShipment } from '../order-desk/working-order.ts';
import { parseId } from '../refs.ts';
import type { Write } from '../write.ts';
import { askedOfShipment } from './asked-of-shipment.ts';
import { type Placed, placeUnits } from './place-units.ts';
import type { SentShipment, ShipmentChanges, ShipmentEntry } from './shipment-input.ts';
import { writeAttributes } from './write-shipment.ts';

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

/** What a write of an order asks of one of its shipments, and what reads it. */
interface HeardShipment {
  readonly shipmentId: bigint;
  readonly input: ShipmentChanges;
  readonly reader: AttributeReader;
}

/**
 * Reads which shipment an entry of `shipments` names, as part of a write of its order, and what of it is heard; adds
 * messages. Customers can only select a rate. The entry names a shipment of the order before the write; if the write has
 * discarded it, nothing can be asked of it any more. Undefined if nothing is to be written.
 * Decision: F11, F41, F43, A25, T24.
 */
export function hearOrderShipment(
  write: Write,
  before: WorkingOrder,
  order: WorkingOrder,
  entry: ShipmentEntry,
  reader: AttributeReader,
): HeardShipment | undefined {
  const { viewer } = write;
  const unknown = (): HeardShipment | undefined => {
    reader.note('id', words.invalid);
    return undefined;
  };
  const was = findShipment(before, entry);
  const shipment = order.shipments.find(({ id }) => id === was?.id);
  if (!was || (!shipment && !ignoresUnheard(viewer))) return unknown();
  const changes = askedOfShipment(write, before, was, entry);
  const closed = Object.fromEntries(
    Object.entries(changes).filter(([name]) => !ofCustomers.has(name)),
  );
  const isHeard = areHeard({ viewer, reader }, 'shipments.update', closed);
  if (isHeard) requireVersion(was, entry.ifVersion, reader.keyOf('ifVersion'));
  const { selectedShippingRateId } = changes;
  const input = isHeard ? changes : { selectedShippingRateId };
  if (!shipment) return asksNothing(viewer, input) ? undefined : unknown();
  return { shipmentId: shipment.id, input, reader };
}

/** An order with the units of all entries in their shipments, and what each asks beside that. */
interface PlacedShipments {
  readonly order: WorkingOrder;
  readonly entries: ReadonlyMap<HeardShipment, Placed>;
}

const sentBy = (
  write: Write,
  order: WorkingOrder,
  { shipmentId, input, reader }: HeardShipment,
): SentShipment | undefined => {
  const shipment = order.shipments.find(({ id }) => id === shipmentId);
  return shipment && { write, reader, order, shipment, input };
};

/** Refuses what an entry asks of a shipment that all units have left. */
function noteGone({ viewer }: Write, input: ShipmentChanges, reader: AttributeReader): void {
  if (!asksNothing(viewer, input)) reader.note('id', words.invalid);
}

/**
 * Moves the units that entries name into their shipments, before any is priced. What one changes stays in its shipment.
 * Decision: F43, T38.
 */
export async function placeOrderUnits(
  write: Write,
  order: WorkingOrder,
  heard: readonly HeardShipment[],
): Promise<PlacedShipments> {
  const entries = new Map<HeardShipment, Placed>();
  let next = order;
  for (const entry of heard) {
    const sent = sentBy(write, next, entry);
    if (!sent) {
      noteGone(write, entry.input, entry.reader);
      continue;
    }
    const placed = await placeUnits(sent);
    entries.set(entry, placed);
    next = placed.order;
  }
  // after a message nothing more is moved
  if (heard.some(({ reader }) => reader.hasMessages)) return { order: next, entries };
  const shipmentOf = new Map(next.inventoryUnits.map(({ id, shipmentId }) => [id, shipmentId]));
  for (const [{ shipmentId }, { changes }] of entries) {
    for (const { unitId, reader } of changes) {
      if (shipmentOf.get(unitId) !== shipmentId) reader.note('id', words.invalid);
    }
  }
  return { order: next, entries };
}

/** Writes what else entries ask of their shipments. Decision: F43, T24. */
export async function writeOrderShipments(
  write: Write,
  { order, entries }: PlacedShipments,
): Promise<WorkingOrder> {
  let next = order;
  for (const [entry, placed] of entries) {
    const sent = sentBy(write, next, entry);
    if (sent) {
      next = await writeAttributes(sent, placed);
      continue;
    }
    const others = { ...entry.input, inventoryUnits: undefined, inventoryUnitIds: undefined };
    noteGone(write, others, entry.reader);
  }
  return next;
}
