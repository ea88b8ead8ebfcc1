import type { Decimal } from 'decimal.js';
import { invalid, keyUnder } from '../attribute-reader.ts';
import { auditChanges, type AuditRecord } from '../domain/audit.ts';
import { setbackByContents, type CheckoutSetback } from '../domain/checkout.ts';
import { sentences, words } from '../domain/messages.ts';
import { toDecimal } from '../domain/money.ts';
import { isClosed, isInCheckout } from '../domain/order-states.ts';
import { findShortVariants, quantityNotAvailable } from '../domain/stock-guard.ts';
import { ignoresUnheard } from '../heard.ts';
import { requireRoom } from '../list-room.ts';
import { wantVariant } from '../order-desk/wanted.ts';
import { isCredited } from '../order-desk/credits.ts';
import { withStock } from '../order-desk/load.ts';
import { piecesFor } from '../order-desk/piece-bounds.ts';
import { costOf } from '../order-desk/prices.ts';
import { deleteEmptiedShipments, dropShipments } from '../order-desk/shipments.ts';
import { taxOfResized } from '../order-desk/taxes.ts';
import {
  type Act,
  addAudit,
  addStep,
  type Amount,
  changeRows,
  temporaryId,
  type WorkingLine,
  type WorkingOrder,
  type WorkingVariant,
} from '../order-desk/working-order.ts';
import type { Write } from '../write.ts';
import { lowerUnits, takeMore } from './line-units.ts';

/** One change to the line items of an order; only admins set prices. */
export type LineChange =
  | {
      readonly kind: 'add';
      readonly variant: WorkingVariant;
      readonly quantity: number;
      readonly price: Decimal | null;
      /** The shipment for new units, if the caller chose one. */
      readonly shipmentId?: bigint;
      /** The key of its messages, e.g. `lineItems.0`. */
      readonly key: string;
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

/** An order after changes to its line items, and the line item of each change. */
export interface ChangedLines {
  readonly order: WorkingOrder;
  readonly ids: readonly bigint[];
}

/**
 * Changes the line items of an order. Before completion stock is only checked and proposed shipments are
 * discarded; afterwards stock is taken and returned at once, of locked counts. With `merge`, adding a variant
 * that the order already has increases its line item.
 * Throws Invalid.
 * Decision: T13, T43, T44, T45, T46.
 */
export function changeLines(
  act: Act,
  order: WorkingOrder,
  changes: readonly LineChange[],
  merge: boolean,
): ChangedLines {
  if (changes.length === 0) return { order, ids: [] };
  if (isClosed(order.state) && changes.some(hasEffect)) throw invalid('base', sentences.closed);
  const inCheckout = isInCheckout(order.state);
  if (inCheckout) checkStock(order, changes);
  const ids: bigint[] = [];
  let next = order;
  for (const change of changes) {
    const applied = changeLine(act, next, change, merge);
    ids.push(applied.lineId);
    next = applied.order;
  }
  if (next === order || !inCheckout) return { order: next, ids };
  return { order: setBack(next, setbackByContents(next.state, next.lineItems.length)), ids };
}

/** Locks the counts that changes to line items take or return; before completion there are none. Decision: T53. */
export function withStockOfLines(
  write: Write,
  order: WorkingOrder,
  changes: readonly LineChange[],
): Promise<WorkingOrder> {
  return withStock(write, order, isInCheckout(order.state) ? [] : changes.flatMap(variantsOf));
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
export function setBack(
  order: WorkingOrder,
  { state, dropShipments: drop }: CheckoutSetback,
): WorkingOrder {
  const left = drop ? dropShipments(order) : order;
  const { id, state: from } = order;
  if (state === from) return left;
  return addStep({ ...left, state }, { type: 'Order', id, event: 'set_back', from, to: state });
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
  order: WorkingOrder,
  before: Amount,
  { price }: Pick<LineChange, 'price'>,
  lineId: bigint,
): WorkingOrder {
  const entry = price && linePriceEntry(order.id, `lineItems.${lineId}.price`, before, price);
  return entry ? addAudit(order, entry) : order;
}

/** The entry of the audit log for a price that was set; undefined if it is the same. */
export function linePriceEntry(
  orderId: bigint,
  name: string,
  before: Amount,
  price: Decimal,
): AuditRecord | undefined {
  const changes = auditChanges(
    { [name]: toDecimal(before).toFixed() },
    { [name]: price.toFixed() },
  );
  if (Object.keys(changes).length === 0) return undefined;
  return { action: 'orders.override', subject: 'Order', id: orderId, changes };
}

interface Applied {
  readonly order: WorkingOrder;
  readonly lineId: bigint;
}

function changeLine(act: Act, order: WorkingOrder, change: LineChange, merge: boolean): Applied {
  if (change.kind === 'add') {
    const line = merge
      ? order.lineItems.find(({ variantId }) => variantId === change.variant.id)
      : undefined;
    if (!line) return addLine(act, order, change);
    const sum = line.quantity + change.quantity;
    const most = piecesFor(act.viewer).line;
    if (sum > most) throw invalid('quantity', words.atMost(String(most)));
    if (isAtAnotherPrice(act, change, costOf(act, order, line))) {
      throw invalid(keyUnder(change.key, 'price'), words.joinedLine);
    }
    const joined = {
      kind: 'set',
      line,
      quantity: sum,
      variant: null,
      price: null,
      key: '',
    } as const;
    return setLine(act, order, joined, change.shipmentId);
  }
  // Looked up again: an earlier entry may have changed or removed it.
  const line = order.lineItems.find(({ id }) => id === change.line.id);
  if (!line) throw invalid(keyUnder(change.key, 'id'), words.invalid);
  return setLine(act, order, { ...change, line });
}

/**
 * Whether a price was sent that is not what the line item will cost by itself; REST does not ask for it.
 * Decision: T43, V30.
 */
export const isAtAnotherPrice = (
  { viewer }: Pick<Act, 'viewer'>,
  { price }: Pick<LineChange, 'price'>,
  cost: Amount,
): boolean => price !== null && !price.equals(toDecimal(cost)) && !ignoresUnheard(viewer);

function addLine(
  act: Act,
  order: WorkingOrder,
  { variant, quantity, price, shipmentId }: Extract<LineChange, { kind: 'add' }>,
): Applied {
  requireRoom('lineItems', order.lineItems.length);
  const line: WorkingLine = {
    id: temporaryId(),
    orderId: order.id,
    variantId: variant.id,
    variant,
    quantity,
    price: price ?? variant.price,
    tax: 0,
    taxRate: 0,
    priceIsOwn: price !== null,
    createdAt: act.now,
    updatedAt: act.now,
  };
  const added = auditLinePrice(
    { ...order, lineItems: [...order.lineItems, line] },
    variant.price,
    { price },
    line.id,
  );
  return {
    order: isInCheckout(order.state) ? added : takeMore(act, added, line, quantity, shipmentId),
    lineId: line.id,
  };
}

function setLine(
  act: Act,
  order: WorkingOrder,
  change: Extract<LineChange, { kind: 'set' }>,
  shipmentId?: bigint,
): Applied {
  const { line, quantity, variant } = change;
  const cost = costOf(act, order, line);
  // the price that it shows would not stay unless it is kept by hand
  const keepsPrice = isAtAnotherPrice(act, change, cost);
  if (!hasEffect(change) && !keepsPrice) return { order, lineId: line.id };
  const price = change.price ?? toDecimal((variant ?? line).price);
  const units = order.inventoryUnits.filter(({ lineItemId }) => lineItemId === line.id);
  if (variant && units.some(({ state }) => state === 'shipped' || state === 'returned')) {
    throw invalid(keyUnder(change.key, 'variantId'), words.shippedLine);
  }
  // A line item that gets another variant loses all its units and gets new ones.
  const kept = variant ? 0 : Math.min(quantity, line.quantity);
  // Before completion a line item has units if shipments are proposed, or one was created by hand.
  const lowered = lowerUnits(act, order, units, kept, keyUnder(change.key, 'quantity'));
  const had = units.map(({ shipmentId: id }) => id);
  if (quantity === 0) {
    const lineItems = lowered.lineItems.filter(({ id }) => id !== line.id);
    return { order: deleteEmptiedShipments({ ...lowered, lineItems }, had), lineId: line.id };
  }
  if (!price.equals(toDecimal(line.price)) && isCredited(lowered, line)) {
    throw invalid(keyUnder(change.key, 'price'), words.creditedLine);
  }
  const changed: WorkingLine = {
    ...line,
    quantity,
    price,
    priceIsOwn: change.price !== null || (!variant && line.priceIsOwn),
    ...(variant && { variant, variantId: variant.id }),
  };
  // what has left keeps its tax, but not that of pieces which are gone (C26)
  const isResized = quantity !== line.quantity;
  const tax = isResized ? taxOfResized(act, line, changed, [order, lowered]) : line.tax;
  const lineItems = changeRows(lowered.lineItems, new Set([line.id]), { ...changed, tax });
  const before = keepsPrice ? cost : line.price;
  const set = auditLinePrice({ ...lowered, lineItems }, before, change, line.id);
  const taken = isInCheckout(order.state)
    ? set
    : takeMore(act, set, changed, quantity - kept, shipmentId);
  return { order: deleteEmptiedShipments(taken, had), lineId: line.id };
}
