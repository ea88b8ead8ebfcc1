import { invalid, keyUnder } from '../attribute-reader.ts';
import { words } from '../domain/messages.ts';
import { toDecimal } from '../domain/money.ts';
import { piecesFor, requireRoom } from '../list-room.ts';
import { temporaryId } from '../new-rows.ts';
import { changeIn } from '../order-desk/order-parts.ts';
import { presentPriceOf } from '../order-desk/settle.ts';
import type { Act, WorkingLine, WorkingOrder } from '../order-desk/working-order.ts';
import {
  changesLine,
  type LineChange,
  type LineSetting,
  type NewLine,
  settingOf,
} from './line-change.ts';
import type { LineParts } from './line-parts.ts';
import { auditLinePrice, followed, isAtAnotherPrice, mayTakeMore } from './line-prices.ts';
import { lowerUnits } from './line-units.ts';

interface Applied {
  readonly order: WorkingOrder;
  readonly lineId: bigint;
  /** What the line keeps, if it may lose something: that is taken off the order once, after all changes. */
  readonly kept?: LineParts;
}

/** The parts of each line, without those that earlier changes took off. */
export type PartsOf = (line: Pick<WorkingLine, 'id'>) => LineParts;

/**
 * Applies one change; with `merge`, adding a variant that the order has increases its line item, but none at a price that
 * was set by hand, unless the caller may set prices. Units that a line gets more are still to be added, those that it
 * loses, their credits and emptied shipments are still there, and taxes are as they were. Decision: T43, T45, T46.
 */
export function applyLine(
  act: Act,
  order: WorkingOrder,
  change: LineChange,
  merge: boolean,
  partsOf: PartsOf,
): Applied {
  if (change.kind === 'add') {
    const line = merge
      ? order.lineItems.find(
          (line) => line.variantId === change.variant.id && mayTakeMore(act, line),
        )
      : undefined;
    if (!line) return addLine(act, order, change);
    const sum = line.quantity + change.quantity;
    const most = piecesFor(act.viewer).line;
    if (sum > most) throw invalid('quantity', words.atMost(String(most)));
    if (isAtAnotherPrice(act, change, presentPriceOf(act, order, line))) {
      throw invalid(keyUnder(change.key, 'price'), words.joinedLine);
    }
    const joined = { line, quantity: sum, variant: null, price: null, key: '' };
    return setLine(act, order, { kind: 'set', ...joined }, partsOf);
  }
  // Looked up again: an earlier entry may have changed or removed it.
  const line = order.lineItems.find(({ id }) => id === change.line.id);
  if (!line) throw invalid(keyUnder(change.key, 'id'), words.invalid);
  return setLine(act, order, settingOf(change, line), partsOf);
}

/** An order with one more line, and its price in the audit log if the caller set it. */
export function addLine(
  act: Act,
  order: WorkingOrder,
  { variant, quantity, price }: NewLine,
): Applied {
  requireRoom('lineItems', order.lineItems.length);
  const line: WorkingLine = {
    id: temporaryId(),
    orderId: order.id,
    variantId: variant.id,
    variant,
    quantity,
    price: price ?? variant.price,
    discount: 0,
    tax: 0,
    taxRate: 0,
    leftPieces: null,
    leftDiscount: null,
    leftTax: null,
    priceIsOwn: price !== null,
    createdAt: act.now,
    updatedAt: act.now,
  };
  const added = { ...order, lineItems: [...order.lineItems, line] };
  return { order: auditLinePrice(added, { price }, followed(variant), line), lineId: line.id };
}

function setLine(act: Act, order: WorkingOrder, change: LineSetting, partsOf: PartsOf): Applied {
  const { line, quantity, variant } = change;
  const cost = presentPriceOf(act, order, line);
  // the price that it shows would not stay unless it is kept by hand
  const keepsPrice = isAtAnotherPrice(act, change, cost);
  if (!changesLine(change) && !keepsPrice) return { order, lineId: line.id };
  const price = change.price ?? toDecimal((variant ?? line).price);
  const priceIsOwn = change.price !== null || (!variant && line.priceIsOwn);
  if (quantity > line.quantity && !mayTakeMore(act, { priceIsOwn })) {
    throw invalid(keyUnder(change.key, 'quantity'), words.setPrice);
  }
  const parts = partsOf(line);
  if (variant && parts.staying.length > 0) {
    throw invalid(keyUnder(change.key, 'variantId'), words.shippedLine);
  }
  // A line item that gets another variant loses all its units and gets new ones.
  const most = variant ? 0 : Math.min(quantity, line.quantity);
  // Before completion a line item has units if shipments are proposed, or one was created by hand.
  const key = keyUnder(change.key, 'quantity');
  const { order: lowered, kept } = lowerUnits(act, order, { line, parts }, most, key);
  if (quantity === 0) {
    const lineItems = lowered.lineItems.filter(({ id }) => id !== line.id);
    return { order: { ...lowered, lineItems }, lineId: line.id, kept };
  }
  const isCredited = order.completedAt !== null && kept.credited.size > 0;
  if (isCredited && !price.equals(toDecimal(line.price))) {
    throw invalid(keyUnder(change.key, 'price'), words.creditedLine);
  }
  const changed: WorkingLine = {
    ...line,
    quantity,
    price,
    priceIsOwn,
    ...(variant && { variant, variantId: variant.id }),
  };
  const set = changeIn(lowered, 'lineItems', [line], changed);
  const former = variant ? followed(variant) : { ...line, price: keepsPrice ? cost : line.price };
  return { order: auditLinePrice(set, change, former, changed), lineId: line.id, kept };
}
