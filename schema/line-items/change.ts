import type { Decimal } from 'decimal.js';
import { invalid, keyUnder } from '../attribute-reader.ts';
import { auditChanges } from '../domain/audit.ts';
import { setbackByContents, type CheckoutSetback } from '../domain/checkout.ts';
import { sentences, words } from '../domain/messages.ts';
import { toDecimal } from '../domain/money.ts';
import { isClosed, isInCheckout } from '../domain/order-states.ts';
import { findShortVariants, quantityNotAvailable } from '../domain/stock-guard.ts';
import { wantVariant } from '../orders/facts.ts';
import { piecesFor } from '../orders/piece-bounds.ts';
import { dropShipments } from '../orders/shipments-of.ts';
import { recordOrderStep } from '../orders/state-change.ts';
import {
  readOrder,
  type WorkingLine,
  type WorkingOrder,
  type WorkingVariant,
} from '../orders/working-order.ts';
import { requireRoom } from '../list-room.ts';
import { lockStockItems } from '../stock/stock-item.ts';
import type { Write } from '../write.ts';
import { addUnits, removeUnits } from './line-units.ts';

/** One change to the line items of an order; only admins set prices. */
export type LineChange =
  | {
      readonly kind: 'add';
      readonly variant: WorkingVariant;
      readonly quantity: number;
      readonly price: Decimal | null;
      /** The shipment for new units, if the caller chose one. */
      readonly shipmentId?: bigint;
    }
  | {
      readonly kind: 'set';
      readonly line: WorkingLine;
      readonly quantity: number;
      readonly variant: WorkingVariant | null;
      readonly price: Decimal | null;
      /** The key of its messages, e.g. `lineItems.0`. */
      readonly key: string;
    };

/**
 * Changes the line items of an order. Before completion stock is only checked and proposed shipments are
 * discarded; afterwards stock is taken and returned at once. With `merge`, adding a variant that the order
 * already has increases its line item. Returns the line item of each change, in order.
 * Throws Invalid.
 * Decision: T13, T43, T44, T45, T46.
 */
export async function changeLines(
  write: Write,
  order: WorkingOrder,
  changes: readonly LineChange[],
  merge: boolean,
): Promise<bigint[]> {
  if (changes.length === 0) return [];
  if (isClosed(order.state) && changes.some(hasEffect)) throw invalid('base', sentences.closed);
  const inCheckout = isInCheckout(order.state);
  if (inCheckout) checkStock(order, changes);
  else await lockStockItems(write, changes.flatMap(variantsOf));
  const ids: bigint[] = [];
  let changed = false;
  for (const change of changes) {
    const present = inCheckout && !changed ? order : await readOrder(write.tx, order.id);
    const applied = await changeLine(write, present, change, merge);
    ids.push(applied.lineId);
    changed ||= applied.hasEffect;
  }
  if (!changed) return ids;
  write.touch(order.id);
  const after = await readOrder(write.tx, order.id);
  if (inCheckout)
    await setBack(write, after, setbackByContents(after.state, after.lineItems.length));
  return ids;
}

/** Whether a change has any effect. Decision: F11, T44. */
function hasEffect(change: LineChange): boolean {
  if (change.kind === 'add' || change.variant) return true;
  const { line, quantity, price } = change;
  return quantity !== line.quantity || price?.equals(toDecimal(line.price)) === false;
}

const variantsOf = (change: LineChange): bigint[] =>
  change.kind === 'add'
    ? [change.variant.id]
    : [change.line.variantId, ...(change.variant ? [change.variant.id] : [])];

/** Sets an order before completion back to an earlier state, without its shipments. Decision: T27, T45, L29. */
export async function setBack(
  write: Write,
  order: WorkingOrder,
  { state, dropShipments: drop }: CheckoutSetback,
): Promise<void> {
  if (drop) await dropShipments(write, order);
  if (state === order.state) return;
  await write.tx.order.update({ where: { id: order.id }, data: { state }, select: { id: true } });
  await recordOrderStep(write, order, 'set_back', state);
}

/**
 * Checks the stock for each variant whose quantity grows, summed over the resulting line items.
 * Decision: T13, T45.
 */
function checkStock(order: WorkingOrder, changes: readonly LineChange[]): void {
  const after = new Map(
    order.lineItems.map(({ id, variant, quantity }) => [String(id), { variant, quantity }]),
  );
  const grown = new Set<bigint>();
  changes.forEach((change, index) => {
    if (change.kind === 'add') {
      after.set(`+${index}`, { variant: change.variant, quantity: change.quantity });
      grown.add(change.variant.id);
      return;
    }
    const { line } = change;
    const variant = change.variant ?? line.variant;
    after.set(String(line.id), { variant, quantity: change.quantity });
    if (change.variant || change.quantity > line.quantity) grown.add(variant.id);
  });
  const wanted = [...after.values()]
    .filter(({ variant }) => grown.has(variant.id))
    .map(({ variant, quantity }) => wantVariant(variant, quantity));
  const short = findShortVariants(wanted);
  if (short.length > 0) throw invalid('quantity', ...short.map(quantityNotAvailable));
}

/**
 * Adds a price that the caller set for a line item to the audit log; that requires `orders.override`.
 * Decision: N76.
 */
export function auditLinePrice(
  write: Write,
  orderId: bigint,
  before: { toString(): string },
  { price }: Pick<LineChange, 'price'>,
  lineId: bigint | null = null,
): void {
  if (price === null) return;
  const name = lineId === null ? 'price' : `lineItems.${lineId}.price`;
  const changes = auditChanges(
    { [name]: toDecimal(before).toFixed() },
    { [name]: price.toFixed() },
  );
  if (Object.keys(changes).length === 0) return;
  write.audit({ action: 'orders.override', subject: 'Order', id: orderId, changes });
}

interface Applied {
  readonly lineId: bigint;
  readonly hasEffect: boolean;
}

async function changeLine(
  write: Write,
  order: WorkingOrder,
  change: LineChange,
  merge: boolean,
): Promise<Applied> {
  if (change.kind === 'add') {
    const line = merge
      ? order.lineItems.find(({ variantId }) => variantId === change.variant.id)
      : undefined;
    if (!line) return addLine(write, order, change);
    const sum = line.quantity + change.quantity;
    const most = piecesFor(write.viewer).line;
    if (sum > most) throw invalid('quantity', words.atMost(String(most)));
    // The price stays, whoever adds to the line item.
    const joined = {
      kind: 'set',
      line,
      quantity: sum,
      variant: null,
      price: null,
      key: '',
    } as const;
    return setLine(write, order, joined, change.shipmentId);
  }
  // Looked up again: an earlier entry may have changed or removed it.
  const line = order.lineItems.find(({ id }) => id === change.line.id);
  if (!line) throw invalid(keyUnder(change.key, 'id'), words.invalid);
  return setLine(write, order, { ...change, line });
}

async function addLine(
  write: Write,
  order: WorkingOrder,
  { variant, quantity, price, shipmentId }: Extract<LineChange, { kind: 'add' }>,
): Promise<Applied> {
  requireRoom('lineItems', order.lineItems.length);
  const { id: lineId } = await write.tx.lineItem.create({
    data: {
      orderId: order.id,
      variantId: variant.id,
      quantity,
      price: price ?? variant.price,
      createdAt: write.now,
      updatedAt: write.now,
    },
    select: { id: true },
  });
  auditLinePrice(write, order.id, variant.price, { price }, lineId);
  if (!isInCheckout(order.state)) {
    await addUnits(write, order.id, { lineId, variant, quantity }, shipmentId);
  }
  return { lineId, hasEffect: true };
}

async function setLine(
  write: Write,
  order: WorkingOrder,
  change: Extract<LineChange, { kind: 'set' }>,
  shipmentId?: bigint,
): Promise<Applied> {
  const { line, quantity, variant } = change;
  if (!hasEffect(change)) return { lineId: line.id, hasEffect: false };
  const price = change.price ?? toDecimal((variant ?? line).price);
  const open = !isInCheckout(order.state);
  const units = order.inventoryUnits.filter(({ lineItemId }) => lineItemId === line.id);
  if (variant && units.some(({ state }) => state === 'shipped' || state === 'returned')) {
    throw invalid(keyUnder(change.key, 'variantId'), words.shippedLine);
  }
  // A line item that gets another variant loses all its units and gets new ones.
  const kept = variant ? 0 : Math.min(quantity, line.quantity);
  // Before completion a line item has units if shipments are proposed, or one was created by hand.
  if (units.length > 0)
    await removeUnits(write, order, units, kept, keyUnder(change.key, 'quantity'));
  if (quantity === 0) {
    await write.tx.lineItem.delete({ where: { id: line.id }, select: { id: true } });
    return { lineId: line.id, hasEffect: true };
  }
  await write.tx.lineItem.update({
    where: { id: line.id },
    data: { quantity, price, variantId: variant?.id ?? line.variantId, updatedAt: write.now },
    select: { id: true },
  });
  auditLinePrice(write, order.id, line.price, change, line.id);
  if (open) {
    const added = { lineId: line.id, variant: variant ?? line.variant, quantity: quantity - kept };
    await addUnits(write, order.id, added, shipmentId);
  }
  return { lineId: line.id, hasEffect: true };
}
