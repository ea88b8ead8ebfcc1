import { isPermitted } from '../abilities.ts';
import { AttributeReader } from '../attribute-reader.ts';
import type { Context } from '../context.ts';
import { auditChanges } from '../domain/audit.ts';
import { parseEmail } from '../domain/email.ts';
import { mostChangedLines, mostPaymentsInOneWrite } from '../domain/list-bounds.ts';
import { words } from '../domain/messages.ts';
import { isInCheckout } from '../domain/order-states.ts';
import { customerTextLength, isBlank, longTextLength, parseText } from '../domain/text.ts';
import { changeLines, type LineChange } from '../line-items/change.ts';
import { notesTooMany } from '../list-room.ts';
import { findVariants, readChangedLine, readNewLine } from '../line-items/input.ts';
import { createPayment } from '../payments/actions.ts';
import { readAddress } from '../places/address-input.ts';
import { parseId } from '../refs.ts';
import { writeOrderShipment } from '../shipments/write-shipment.ts';
import type { Write } from '../write.ts';
import { type AddressRole, writeAddress } from './addresses.ts';
import type { OrderInputShape } from './order-input.ts';
import { recalculateTouched } from './recalculate.ts';
import { dropUnusedAddresses } from './shipments-of.ts';
import { readOrder, type WorkingOrder } from './working-order.ts';

/**
 * Writes the attributes of an order: texts, line items, addresses, selected rates, payments, in this order,
 * each only if it differs. Fires no event.
 * Throws Invalid with all errors.
 * Decision: F41, A25, T25, T27, T43 to T45.
 */
export async function writeOrder(
  write: Write,
  context: Context,
  order: WorkingOrder,
  input: OrderInputShape,
  merge: boolean,
): Promise<void> {
  const reader = new AttributeReader();
  const columns = await readColumns(write, reader, order, input);
  const changes = await readLines(write, context, reader, order, input);
  const addresses = await readAddresses(write, reader, order, input);
  reader.check();
  await writeColumns(write, order, columns);
  await changeLines(write, order, changes, merge);
  await writeAddresses(write, order.id, addresses, input);
  await writeShipments(write, order.id, input, reader);
  reader.check();
  await writePayments(write, order.id, input, reader);
  reader.check();
}

interface Columns {
  readonly email?: string | null;
  readonly specialInstructions?: string | null;
  readonly userId?: bigint | null;
  readonly channel?: string;
}

/** The plain attributes that were sent and that the caller may write. */
export async function readColumns(
  { tx, viewer }: Write,
  reader: AttributeReader,
  order: Pick<WorkingOrder, 'id' | 'specialInstructions'> | null,
  input: OrderInputShape,
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
  if (!isPermitted(viewer, 'orders.override')) return columns;
  if (input.channel !== undefined) {
    columns.channel = reader.read('channel', parseText(input.channel)) ?? 'api';
  }
  if (input.userId !== undefined) {
    const id = parseId(input.userId);
    const user =
      id !== undefined &&
      (await tx.user.findUnique({ where: { id }, select: { id: true, email: true } }));
    if (isBlank(input.userId)) columns.userId = null;
    else if (user) columns.userId = user.id;
    else reader.note('userId', words.invalid);
    // A new order gets the e-mail address of its owner, whoever creates it.
    if (!order && email === undefined) columns.email = user ? user.email : null;
  }
  return columns;
}

async function writeColumns(write: Write, order: WorkingOrder, columns: Columns): Promise<void> {
  const changed = Object.entries(columns).filter(
    ([key, value]) => order[key as keyof Columns] !== value,
  );
  if (changed.length === 0) return;
  await write.tx.order.update({
    where: { id: order.id },
    data: Object.fromEntries(changed),
    select: { id: true },
  });
  write.touch(order.id);
  auditOverride(write, order.id, order, columns);
}

/**
 * Adds attributes that require `orders.override` to the audit log; without an order, those of a new one.
 * Decision: N76.
 */
export function auditOverride(
  write: Write,
  id: bigint,
  before: Partial<Columns>,
  after: Columns & { readonly number?: string },
): void {
  const { userId, channel, number } = after;
  const written = {
    ...(userId !== undefined && { userId }),
    ...(channel !== undefined && { channel }),
    ...(number !== undefined && { number }),
  };
  const changes = auditChanges({ ...before }, written);
  if (Object.keys(changes).length === 0) return;
  write.audit({ action: 'orders.override', subject: 'Order', id, changes });
}

const changesLine = (change: LineChange): boolean =>
  change.kind === 'add' ||
  change.variant !== null ||
  change.quantity !== change.line.quantity ||
  (change.price !== null && !change.price.equals(change.line.price.toString()));

/** The entries of `lineItems` as changes; nothing is changed if one of them is invalid. */
export async function readLines(
  write: Write,
  context: Context,
  reader: AttributeReader,
  order: WorkingOrder | null,
  { lineItems }: OrderInputShape,
): Promise<LineChange[]> {
  const entries = lineItems ?? [];
  if (notesTooMany(reader, 'lineItems', entries)) return [];
  const variantOf = await findVariants(write, context, entries);
  const changes = entries.flatMap((entry, index) => {
    const prefix = `lineItems.${index}`;
    if (isBlank(entry.id) || !order) {
      return readNewLine(reader, write, entry, variantOf(entry), prefix) ?? [];
    }
    const id = parseId(entry.id);
    const line = order.lineItems.find((candidate) => candidate.id === id);
    if (line) return readChangedLine(reader, write, line, entry, variantOf(entry), prefix) ?? [];
    reader.note(`${prefix}.id`, words.invalid);
    return [];
  });
  if (!order) return changes;
  const most = mostChangedLines[isInCheckout(order.state) ? 'checkout' : 'open'];
  return notesTooMany(reader, 'lineItems', changes.filter(changesLine), most) ? [] : changes;
}

type Addresses = Partial<Record<AddressRole, Awaited<ReturnType<typeof readAddress>>>>;

/**
 * The addresses that were sent, as they would be after the write. An address of the order named by its id is
 * copied: no row is shared.
 * Decision: C23, C25, T27.
 */
export async function readAddresses(
  { tx }: Write,
  reader: AttributeReader,
  order: Pick<WorkingOrder, 'id' | 'billAddress' | 'shipAddress'> | null,
  input: OrderInputShape,
): Promise<Addresses> {
  const read = async (role: AddressRole) => {
    const key = `${role}Id` as const;
    const id = parseId(input[key]);
    const named =
      order && id !== undefined
        ? await tx.address.findFirst({ where: { id, orderId: order.id } })
        : null;
    if (!named && !isBlank(input[key])) reader.note(key, words.invalid);
    const given = input[role];
    if (given) return readAddress(tx, reader, given, order?.[role] ?? null, role);
    return named ?? undefined;
  };
  const billAddress = await read('billAddress');
  // `useBilling` takes precedence over a ship address in the same request.
  const shipAddress = input.useBilling === true ? undefined : await read('shipAddress');
  return { ...(billAddress && { billAddress }), ...(shipAddress && { shipAddress }) };
}

export async function writeAddresses(
  write: Write,
  orderId: bigint,
  { billAddress, shipAddress }: Addresses,
  { useBilling }: OrderInputShape,
): Promise<void> {
  if (!billAddress && !shipAddress && useBilling !== true) return;
  if (billAddress) {
    await writeAddress(write, await readOrder(write.tx, orderId), 'billAddress', billAddress);
  }
  const order = await readOrder(write.tx, orderId);
  const copied = useBilling === true ? order.billAddress : shipAddress;
  if (copied) await writeAddress(write, order, 'shipAddress', copied);
  await dropUnusedAddresses(write, orderId);
}

async function writeShipments(
  write: Write,
  orderId: bigint,
  { shipments }: OrderInputShape,
  reader: AttributeReader,
): Promise<void> {
  const entries = shipments ?? [];
  if (notesTooMany(reader, 'shipments', entries)) return;
  for (const [index, entry] of entries.entries()) {
    const order = await readOrder(write.tx, orderId);
    await writeOrderShipment(write, order, entry, reader, `shipments.${index}`);
  }
}

/**
 * Records the payments sent without id; amounts default to the totals as the write leaves them.
 * Decision: T25.
 */
export async function writePayments(
  write: Write,
  orderId: bigint,
  { payments }: OrderInputShape,
  reader: AttributeReader,
): Promise<void> {
  const entries = payments ?? [];
  const added = entries.filter(({ id }) => isBlank(id));
  if (
    notesTooMany(reader, 'payments', entries) ||
    notesTooMany(reader, 'payments', added, mostPaymentsInOneWrite)
  ) {
    return;
  }
  for (const [index, entry] of entries.entries()) {
    if (!isBlank(entry.id)) continue;
    await recalculateTouched(write);
    const order = await readOrder(write.tx, orderId);
    const given = isInCheckout(order.state) ? { ...entry, amount: null } : entry;
    await createPayment(write, order, reader, given, `payments.${index}`);
  }
}
