import { authorizeOrder, isPermitted } from '../abilities.ts';
import { AttributeReader } from '../attribute-reader.ts';
import { auditDifference, auditEntry, type AuditRecord } from '../domain/audit.ts';
import { parseEmail } from '../domain/email.ts';
import { mostPaymentsInOneWrite } from '../domain/list-bounds.ts';
import { words } from '../domain/messages.ts';
import { isInCheckout } from '../domain/order-states.ts';
import { customerTextLength, isBlank, longTextLength, parseText } from '../domain/text.ts';
import { ignoresUnheard, isHeard, noteUnheard } from '../heard.ts';
import { changeLines, withStockOfLines } from '../line-items/change.ts';
import { findVariants, readChangedLine, readNewLine } from '../line-items/input.ts';
import type { LineChange } from '../line-items/line-change.ts';
import { notesTooMany } from '../list-room.ts';
import { saveNewToken } from '../order-desk/new-order.ts';
import { addAudit, addressOf, billAddressOf } from '../order-desk/order-parts.ts';
import { settlePriced } from '../order-desk/settle.ts';
import { dropUnusedAddresses } from '../order-desk/shipments.ts';
import type { Act, WorkingOrder } from '../order-desk/working-order.ts';
import { addPayment, findPaymentMethods } from '../payments/actions.ts';
import { isAsShown, readAddress } from '../places/address-input.ts';
import { parseId } from '../refs.ts';
import { hearShipments } from '../shipments/order-shipments.ts';
import { mayMoveUnits, placeShipments } from '../shipments/place-units.ts';
import { goesByEntry, writeAttributes } from '../shipments/write-shipment.ts';
import { isShown } from '../shown.ts';
import type { Write } from '../write.ts';
import { addressIn, type AddressRole, writeAddress } from './addresses.ts';
import type { OrderAttributes } from './order-input.ts';
import { redirect } from './redirect.ts';

/**
 * Writes the attributes of an order: texts, addresses, line items, units and rates of shipments, payments, in this order,
 * each only if it differs. Fires no event. An order that is taken from its user gets another token (A5).
 * Throws Invalid with all errors, and Unauthorized for owners who change the contents of a completed order.
 */
export async function writeOrder(
  write: Write,
  order: WorkingOrder,
  input: OrderAttributes,
  merge: boolean,
): Promise<WorkingOrder> {
  const reader = new AttributeReader();
  const columns = await readColumns(write, reader, order, input);
  const changes = await readLines(write, reader, order, input);
  const addresses = await readAddresses(write, reader, order, input);
  reader.check();
  const shipments = input.shipments ?? [];
  const locksAll = changes.length > 0 && shipments.some(mayMoveUnits);
  const columned = writeColumns(order, columns);
  // before stock is locked: it may wait for whoever adds rows that refer to the order
  const written = isTaken(order, columned) ? await withNewToken(write, columned) : columned;
  // first, so that goods that are added go to the new address
  const addressed = writeAddresses(write, written, addresses, input);
  const stocked = await withStockOfLines(write, addressed, changes, locksAll);
  const { order: lined } = changeLines(write, stocked, changes, merge);
  const heard = hearShipments(write, order, lined, shipments, reader);
  const placed = await placeShipments(write, lined, heard);
  const isSent = goesByEntry(placed.entries);
  const redirected = reader.hasMessages
    ? placed.order
    : await redirect(write, order, placed.order, (shipment) => !isSent(shipment));
  const shipped = await writeAttributes(write, order, redirected, placed.entries);
  reader.check();
  if (lined !== stocked || placed.order !== lined || shipped !== redirected) {
    authorizeOrder(write.viewer, { contentsBy: 'orders.update' }, order);
  }
  const paid = await writePayments(write, shipped, input, reader);
  reader.check();
  return paid;
}

/** Whether an order is no longer its user's, who knows its token; a guest who claims an order keeps it. Decision: A5. */
const isTaken = ({ userId: from }: WorkingOrder, { userId: to }: WorkingOrder): boolean =>
  from !== null && from !== to;

async function withNewToken(write: Write, order: WorkingOrder): Promise<WorkingOrder> {
  await saveNewToken(write, order.id);
  return addAudit(order, auditEntry('orders.renew_token', order.id));
}

type Columns = Partial<Pick<WorkingOrder, 'email' | 'specialInstructions' | 'userId' | 'channel'>>;

/** The plain attributes that were sent and that the caller may write. */
export async function readColumns(
  { tx, viewer }: Write,
  reader: AttributeReader,
  order: Pick<WorkingOrder, 'id' | 'specialInstructions'> | null,
  input: OrderAttributes,
): Promise<Columns> {
  const { email, specialInstructions, couponCode } = input;
  if (!isBlank(couponCode)) reader.note('couponCode', words.notSupported);
  const columns: { -readonly [K in keyof Columns]: Columns[K] } = {};
  if (email !== undefined) columns.email = reader.read('email', parseEmail(email)) ?? null;
  if (specialInstructions !== undefined) {
    const isKept = specialInstructions === order?.specialInstructions;
    const length =
      isKept || isPermitted(viewer, 'orders.override') ? longTextLength : customerTextLength;
    const text = parseText(specialInstructions, length);
    columns.specialInstructions = reader.read('specialInstructions', text) ?? null;
  }
  const hearing = { viewer, reader };
  // A new order has the default without being asked.
  const channel = !order && isBlank(input.channel) ? undefined : input.channel;
  if (isHeard(hearing, 'orders.override', 'channel', channel)) {
    columns.channel = reader.read('channel', parseText(channel)) ?? 'api';
  }
  if (isHeard(hearing, 'orders.override', 'userId', input.userId)) {
    const id = parseId(input.userId);
    const user =
      id !== undefined &&
      (await tx.user.findUnique({ where: { id }, select: { id: true, email: true } }));
    if (isBlank(input.userId)) columns.userId = null;
    else if (user) columns.userId = user.id;
    else reader.note('userId', words.invalid);
    // A new order gets the e-mail address of its owner, if its creator may see it.
    if (!order && email === undefined) {
      columns.email = user && isShown('User.email', viewer, user) ? user.email : null;
    }
  }
  return columns;
}

function writeColumns(order: WorkingOrder, columns: Columns): WorkingOrder {
  const changed = Object.entries(columns).filter(
    ([key, value]) => order[key as keyof Columns] !== value,
  );
  if (changed.length === 0) return order;
  const written = { ...order, ...Object.fromEntries(changed) };
  return addAudit(written, overrideEntry(order.id, order, columns));
}

/**
 * The entry of the audit log for attributes that require `orders.override`; without an order before, for those
 * of a new one. Undefined if there are none.
 */
export function overrideEntry(
  id: bigint,
  before: Partial<Columns>,
  after: Columns & { readonly number?: string },
): AuditRecord | undefined {
  const { userId, channel, number } = after;
  const written = {
    ...(userId !== undefined && { userId }),
    ...(channel !== undefined && { channel }),
    ...(number !== undefined && { number }),
  };
  return auditDifference('orders.override', id, { ...before }, written);
}

/** The entries of `lineItems` as changes; nothing is changed if one of them is invalid. */
export async function readLines(
  write: Write,
  reader: AttributeReader,
  order: WorkingOrder | null,
  { lineItems }: OrderAttributes,
): Promise<LineChange[]> {
  const entries = lineItems ?? [];
  if (notesTooMany(reader, 'lineItems', entries)) return [];
  const variantOf = await findVariants(write, entries);
  return entries.flatMap((entry, index) => {
    const inEntry = reader.under(`lineItems.${index}`);
    if (isBlank(entry.id) || !order) {
      return readNewLine(inEntry, write, entry, variantOf(entry)) ?? [];
    }
    const id = parseId(entry.id);
    const line = order.lineItems.find((candidate) => candidate.id === id);
    if (line) return readChangedLine(inEntry, write, line, entry, variantOf(entry)) ?? [];
    inEntry.note('id', words.invalid);
    return [];
  });
}

type Addresses = Partial<Record<AddressRole, Awaited<ReturnType<typeof readAddress>>>>;

/**
 * The addresses that were sent, as they would be after the write. An address of the order named by its id is copied: no
 * row is shared. Decision: C23, C25, T27.
 */
export async function readAddresses(
  write: Write,
  reader: AttributeReader,
  order: WorkingOrder | null,
  input: OrderAttributes,
): Promise<Addresses> {
  const read = async (role: AddressRole) => {
    const key = `${role}Id` as const;
    const id = parseId(input[key]);
    const named = order && id !== undefined ? addressOf(order, id) : null;
    if (!named && !isBlank(input[key])) reader.note(key, words.invalid);
    const given = input[role];
    const stored = order && addressIn(order, role);
    if (given && !isAsShown(write, stored, given)) {
      return readAddress(write, reader.under(role), given, stored);
    }
    return named ?? undefined;
  };
  const billAddress = await read('billAddress');
  const hasBilling = billAddress !== undefined || (order && billAddressOf(order)) !== null;
  const isSent = Boolean(input.billAddress) || !isBlank(input.billAddressId);
  if (input.useBilling && !hasBilling && !isSent) {
    noteUnheard({ viewer: write.viewer, reader }, 'billAddress', words.blank);
  }
  // In REST `useBilling` takes precedence over a ship address beside it, if there is a bill address to use.
  const isCopied = input.useBilling === true && hasBilling;
  const shipAddress = isCopied ? undefined : await read('shipAddress');
  return { ...(billAddress && { billAddress }), ...(shipAddress && { shipAddress }) };
}

export function writeAddresses(
  act: Act,
  order: WorkingOrder,
  { billAddress, shipAddress }: Addresses,
  { useBilling }: OrderAttributes,
): WorkingOrder {
  if (!billAddress && !shipAddress && useBilling !== true) return order;
  const billed = billAddress ? writeAddress(act, order, 'billAddress', billAddress) : order;
  const copied = shipAddress ?? (useBilling === true ? billAddressOf(billed) : null);
  return dropUnusedAddresses(copied ? writeAddress(act, billed, 'shipAddress', copied) : billed);
}

/**
 * Records payments; amounts default to the totals as the attributes of the write leave them. One with an id is refused,
 * because it exists. REST ignores such an entry; before completion it also ignores amounts. Decision: A25, T39, V30.
 */
export async function writePayments(
  write: Write,
  order: WorkingOrder,
  { payments }: OrderAttributes,
  reader: AttributeReader,
): Promise<WorkingOrder> {
  const entries = payments ?? [];
  const added = entries.filter(({ id }) => isBlank(id));
  if (
    notesTooMany(reader, 'payments', entries) ||
    notesTooMany(reader, 'payments', added, mostPaymentsInOneWrite)
  ) {
    return order;
  }
  const { viewer } = write;
  const methodOf = await findPaymentMethods(write, added);
  // a payment that is just recorded changes no total
  let next = added.length > 0 ? settlePriced(write, order) : order;
  for (const [index, entry] of entries.entries()) {
    const inEntry = reader.under(`payments.${index}`);
    if (isBlank(entry.id)) {
      const isSet = isInCheckout(next.state) && ignoresUnheard(viewer);
      const given = isSet ? { ...entry, amount: null } : entry;
      next = addPayment(write, next, inEntry, methodOf, given);
    } else noteUnheard({ viewer, reader: inEntry }, 'id', words.notSupported);
  }
  return next;
}
