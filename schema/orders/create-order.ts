import { isPermitted } from '../abilities.ts';
import { AttributeReader, invalid, keyUnder } from '../attribute-reader.ts';
import { constraintOf, classifyDatabaseError } from '../../prisma/database-errors.ts';
import { words } from '../domain/messages.ts';
import { parseNumber } from '../domain/numbers.ts';
import { quantityNotAvailable } from '../domain/stock-guard.ts';
import { isBlank } from '../domain/text.ts';
import { addLine } from '../line-items/apply-line.ts';
import type { NewLine } from '../line-items/line-change.ts';
import { isAtAnotherPrice } from '../line-items/line-prices.ts';
import { isHeard } from '../heard.ts';
import { piecesFor } from '../list-room.ts';
import { findShortOf } from '../order-desk/facts.ts';
import { lockOrderById } from '../order-desk/load.ts';
import { newOrder, saveNewOrder, sendNewOrder } from '../order-desk/new-order.ts';
import { addAudit } from '../order-desk/order-parts.ts';
import { saveOrder } from '../order-desk/save.ts';
import type { RecordName } from '../told-records.ts';
import type { Write } from '../write.ts';
import { requireRoomForCart } from './open-carts.ts';
import type { OrderAttributes } from './order-input.ts';
import {
  overrideEntry,
  readAddresses,
  readColumns,
  readLines,
  writeAddresses,
  writePayments,
} from './write-order.ts';

/** The line items of a new order; with `merge`, entries of one variant become one line item. */
function joinLines(
  write: Write,
  reader: AttributeReader,
  changes: readonly NewLine[],
  merge: boolean,
): readonly NewLine[] {
  if (!merge) return changes;
  const joined = new Map<bigint, NewLine>();
  for (const change of changes) {
    const first = joined.get(change.variant.id);
    if (first && isAtAnotherPrice(write, change, first.price ?? first.variant.price)) {
      reader.note(keyUnder(change.key, 'price'), words.joinedLine);
    }
    const quantity = (first?.quantity ?? 0) + change.quantity;
    joined.set(change.variant.id, { ...(first ?? change), quantity });
  }
  return [...joined.values()];
}

/**
 * Creates a cart with its line items. A customer's cart is the customer's; whoever may say whose it is makes
 * that of a guest unless they do. Returns what names it.
 * Throws Invalid with all errors, a total beyond its bound alone, and Refused if the caller has too many open carts.
 * Contract: Endpoints / Orders.
 */
export async function createOrder(
  write: Write,
  input: OrderAttributes,
  merge: boolean,
): Promise<RecordName> {
  const { viewer } = write;
  const reader = new AttributeReader();
  const columns = await readColumns(write, reader, null, input);
  const changes = await readLines(write, reader, null, input);
  const added = changes.filter((change) => change.kind === 'add');
  const lines = joinLines(write, reader, added, merge);
  const addresses = await readAddresses(write, reader, null, input);
  const isAdmin = isPermitted(viewer, 'orders.override');
  const sent = isBlank(input.number) ? undefined : input.number;
  const given = isHeard({ viewer, reader }, 'orders.override', 'number', sent)
    ? reader.read('number', parseNumber(sent))
    : null;
  const most = piecesFor(viewer).line;
  if (lines.some(({ quantity }) => quantity > most)) {
    reader.note('quantity', words.atMost(String(most)));
  }
  if (lines.length > 0 && !reader.hasMessages) {
    const short = findShortOf(lines);
    if (short.length > 0) reader.note('quantity', ...short.map(quantityNotAvailable));
  }
  reader.check();
  await requireRoomForCart(write);

  const blank = {
    ...newOrder(write, given ?? null),
    ...(!isAdmin && { email: viewer.user?.email ?? null, userId: write.userId }),
    ...columns,
  };
  const overrides = { ...columns, ...(given != null && { number: given }) };
  const empty = addAudit(blank, overrideEntry(blank.id, {}, overrides));
  const order = lines.reduce((next, line) => addLine(write, next, line).order, empty);
  const isMore = addresses.billAddress ?? addresses.shipAddress ?? input.payments?.length;
  if (!isMore && given == null && order.audits.length === 0) return sendNewOrder(write, order);
  const id = await refuseTakenNumber(write, given != null, saveNewOrder(write, order));
  if (isMore) {
    const made = await lockOrderById(write, id);
    const addressed = writeAddresses(write, made, addresses, input);
    const paid = await writePayments(write, addressed, input, reader);
    reader.check();
    await saveOrder(write, paid);
  }
  return id;
}

/** If an admin's number is taken, that is an error; only generated numbers are tried again. */
async function refuseTakenNumber<T>(
  write: Write,
  isGiven: boolean,
  created: Promise<T>,
): Promise<T> {
  try {
    return await created;
  } catch (error) {
    const isTaken =
      classifyDatabaseError(error) === 'unique' && /orders_number|number/.test(constraintOf(error));
    if (!isGiven || !isTaken) throw error;
    write.isAborted = true;
    throw invalid('number', words.taken);
  }
}
