import { AttributeReader } from '../attribute-reader.ts';
import type { Context } from '../context.ts';
import { sentences, words } from '../domain/messages.ts';
import { parseNumber } from '../domain/numbers.ts';
import { isClosed, isInCheckout } from '../domain/order-states.ts';
import { isBlank } from '../domain/text.ts';
import { changeLines, type LineChange } from '../line-items/change.ts';
import { findVariants, readNewLine } from '../line-items/input.ts';
import { requireFewPieces } from '../line-items/line-units.ts';
import { noteRoom } from '../list-room.ts';
import { createShipmentRow } from '../orders/shipments-of.ts';
import { ownRecord, readOrder, type WorkingOrder } from '../orders/working-order.ts';
import { defaultLocationId } from '../stock/stock-item.ts';
import { createUnits } from '../stock/units.ts';
import type { Write } from '../write.ts';
import { readLocation, type ShipmentInputShape, writeShipment } from './write-shipment.ts';

type Addition = Extract<LineChange, { kind: 'add' }>;

const bare = (name: string): string => name;

/** The units that a new shipment adds to its order, if it names a variant. Decision: F43, T29. */
async function readAddition(
  write: Write,
  context: Context,
  reader: AttributeReader,
  { variantId, sku, quantity }: ShipmentInputShape,
): Promise<Addition | undefined> {
  if (isBlank(variantId) && isBlank(sku)) return undefined;
  const entry = { variantId, sku, quantity };
  const variantOf = await findVariants(write, context, [entry]);
  const change = readNewLine(reader, write, entry, variantOf(entry));
  return change?.kind === 'add' ? change : undefined;
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

/**
 * Creates a pending shipment of an order: with units added to the order, with units moved into it, or empty.
 * Returns its id.
 * Throws Invalid with all errors. Contract: Endpoints / Shipments.
 * Decision: T29, F43.
 */
export async function createShipment(
  write: Write,
  context: Context,
  order: WorkingOrder,
  input: ShipmentInputShape,
): Promise<bigint> {
  const reader = new AttributeReader();
  if (isClosed(order.state)) reader.note('base', sentences.closed);
  noteRoom(reader, 'shipments', order.shipments.length);
  const number = await readNumber(write, reader, input.number);
  const locationId =
    (await readLocation(write.tx, reader, input, bare)) ?? (await defaultLocationId(write.tx));
  const addition = await readAddition(write, context, reader, input);
  reader.check();
  const makeRow = (): Promise<bigint> =>
    createShipmentRow(write, order.id, {
      stockLocationId: locationId,
      number: number ?? undefined,
    });
  // Before completion changed contents discard proposed shipments, so this one is created afterwards.
  const id = isInCheckout(order.state)
    ? await addBeforeCompletion(write, order, addition, makeRow)
    : await addAfterCompletion(write, order, addition, makeRow);
  write.touch(order.id);
  const present = await readOrder(write.tx, order.id);
  const shipment = ownRecord(present.shipments, id);
  const { cost, ...attributes } = input;
  const rest = isBlank(cost) ? attributes : { ...attributes, cost };
  await writeShipment(write, present, shipment, rest, reader);
  reader.check();
  return id;
}

async function addBeforeCompletion(
  write: Write,
  order: WorkingOrder,
  addition: Addition | undefined,
  makeRow: () => Promise<bigint>,
): Promise<bigint> {
  if (addition) requireFewPieces(write, [...order.lineItems, addition]);
  const [lineItemId] = addition ? await changeLines(write, order, [addition], true) : [];
  const shipmentId = await makeRow();
  if (addition && lineItemId !== undefined) {
    const { quantity, variant } = addition;
    const pieces = { lineItemId, variantId: variant.id, quantity };
    await createUnits(write, { orderId: order.id, shipmentId }, [pieces]);
  }
  return shipmentId;
}

async function addAfterCompletion(
  write: Write,
  order: WorkingOrder,
  addition: Addition | undefined,
  makeRow: () => Promise<bigint>,
): Promise<bigint> {
  const shipmentId = await makeRow();
  if (addition) await changeLines(write, order, [{ ...addition, shipmentId }], true);
  return shipmentId;
}
