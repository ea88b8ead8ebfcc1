import { AttributeReader } from '../attribute-reader.ts';
import { sentences, words } from '../domain/messages.ts';
import { parseNumber } from '../domain/numbers.ts';
import { isClosed, isInCheckout } from '../domain/order-states.ts';
import { isBlank } from '../domain/text.ts';
import { noteUnheard } from '../heard.ts';
import { changeLines, withStockOfLines } from '../line-items/change.ts';
import type { NewLine } from '../line-items/line-change.ts';
import { findVariants, readNewLine } from '../line-items/input.ts';
import { requireFewPieces } from '../line-items/line-units.ts';
import { noteRoom } from '../list-room.ts';
import { deliverAtNoCharge, keptByAdded } from '../order-desk/added-box.ts';
import { withOwnOffers } from '../order-desk/deliver.ts';
import { readMethods } from '../order-desk/load.ts';
import {
  addShipment,
  keptBySplit,
  latestShipment,
  type NewShipment,
} from '../order-desk/shipments.ts';
import { addUnits } from '../order-desk/units.ts';
import type { Act, WorkingOrder, WorkingShipment } from '../order-desk/working-order.ts';
import { soughtId } from '../refs.ts';
import type { Write } from '../write.ts';
import { placeShipments } from './place-units.ts';
import type { CreateShipmentInput } from './shipment-input.ts';
import { findLocations, readLocation } from './shipment-location.ts';
import { namesUnits } from './shipment-units.ts';
import { writeAttributes } from './write-shipment.ts';

type ShipmentAttributes = typeof CreateShipmentInput.$inferInput;

/** The units that a new shipment adds to its order, if it names a variant. Decision: F43, T29. */
async function readAddition(
  write: Write,
  reader: AttributeReader,
  { variantId, sku, quantity }: ShipmentAttributes,
): Promise<NewLine | undefined> {
  if (isBlank(variantId) && isBlank(sku)) {
    const alone = words.sentWithout('variantId or sku');
    if (!isBlank(quantity)) noteUnheard({ viewer: write.viewer, reader }, 'quantity', alone);
    return undefined;
  }
  const entry = { variantId, sku, quantity };
  const variantOf = await findVariants(write, [entry]);
  return readNewLine(reader, write, entry, variantOf(entry));
}

/** The number that an admin gave; null if one is to be generated. Decision: F40, C38. */
async function readNumber(
  { tx }: Write,
  reader: AttributeReader,
  given: string | null | undefined,
): Promise<string | null> {
  const number = reader.read('number', parseNumber(given)) ?? null;
  if (number === null) return null;
  const isTaken = await tx.shipment.findUnique({ where: { number }, select: { id: true } });
  if (isTaken) reader.note('number', words.taken);
  return number;
}

/** The shipment that units leave for a new one: that of the first of them which is in one. Decision: T29. */
function splitFrom(
  order: WorkingOrder,
  { inventoryUnits, inventoryUnitIds }: ShipmentAttributes,
): WorkingShipment | undefined {
  const named = [...(inventoryUnits ?? []).map(({ id }) => id), ...(inventoryUnitIds ?? [])];
  const shipmentOf = new Map(order.inventoryUnits.map(({ id, shipmentId }) => [id, shipmentId]));
  for (const id of named) {
    const shipmentId = shipmentOf.get(soughtId(id));
    if (shipmentId != null) return order.shipments.find((one) => one.id === shipmentId);
  }
  return undefined;
}

/**
 * Creates a pending shipment of an order: with units added to the order, with units moved into it, or empty.
 * It is the last of the order's. With `merge`, units of a variant that the order has join its line item.
 * Throws Invalid with all errors. Contract: Endpoints / Shipments.
 * Decision: T29, T43, F43.
 */
export async function createShipment(
  write: Write,
  order: WorkingOrder,
  input: ShipmentAttributes,
  merge: boolean,
): Promise<WorkingOrder> {
  const reader = new AttributeReader();
  if (isClosed(order.state)) reader.note('base', sentences.closed);
  noteRoom(reader, 'shipments', order.shipments.length);
  const number = await readNumber(write, reader, input.number);
  const origin = splitFrom(order, input);
  const joins = origin === undefined && !isInCheckout(order.state);
  const kept = origin
    ? keptBySplit(origin)
    : { ...(joins && keptByAdded(order)), stockLocationId: write.defaultLocationId };
  const locationOf = await findLocations(write.tx, [input]);
  const locationId = readLocation(reader, input, locationOf) ?? kept.stockLocationId;
  const addition = await readAddition(write, reader, input);
  reader.check();
  const place = { ...kept, stockLocationId: locationId, number: number ?? undefined };
  const stocked = addition
    ? await withStockOfLines(write, order, [addition], namesUnits(input))
    : order;
  // Before completion changed contents discard proposed shipments, so this one is created afterwards.
  const add = isInCheckout(order.state) ? addBeforeCompletion : addAfterCompletion;
  const added = add(write, stocked, addition, place, merge);
  const { cost, selectedShippingRateId, ...attributes } = input;
  // it has no rate yet whose id could be known
  if (!isBlank(selectedShippingRateId)) {
    noteUnheard({ viewer: write.viewer, reader }, 'selectedShippingRateId', words.invalid);
  }
  const rest = isBlank(cost) ? attributes : { ...attributes, cost };
  const sent = { write, reader, order: added, shipment: latestShipment(added), input: rest };
  const placed = await placeShipments(write, added, [sent]);
  // it has the rates of another one, and costs what its own goods do
  if (joins) await readMethods(write, placed.order);
  const offered = joins
    ? withOwnOffers(write, placed.order, latestShipment(placed.order))
    : placed.order;
  const written = await writeAttributes(write, added, offered, placed.entries);
  reader.check();
  const isOtherMethod = latestShipment(written).shippingMethodId !== kept.shippingMethodId;
  // the order may have moved since what it follows was sent or canceled
  if (isOtherMethod || (!joins && origin?.state !== 'canceled')) return written;
  await readMethods(write, written);
  return deliverAtNoCharge(write, written);
}

function addBeforeCompletion(
  act: Act,
  order: WorkingOrder,
  addition: NewLine | undefined,
  place: NewShipment,
  merge: boolean,
): WorkingOrder {
  if (!addition) return addShipment(act, order, place);
  requireFewPieces(act, [...order.lineItems, addition]);
  const changed = changeLines(act, order, [addition], merge);
  const added = addShipment(act, changed.order, place);
  const { quantity, variant } = addition;
  const lines = changed.ids.map((lineItemId) => ({ lineItemId, variantId: variant.id, quantity }));
  return addUnits(act, added, latestShipment(added).id, lines);
}

function addAfterCompletion(
  act: Act,
  order: WorkingOrder,
  addition: NewLine | undefined,
  place: NewShipment,
  merge: boolean,
): WorkingOrder {
  const added = addShipment(act, order, place);
  if (!addition) return added;
  const shipmentId = latestShipment(added).id;
  return changeLines(act, added, [{ ...addition, shipmentId }], merge).order;
}
