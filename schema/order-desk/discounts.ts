import { Decimal } from 'decimal.js';
import { shareDiscounts } from '../domain/discounts.ts';
import { sumAmounts, toDecimal } from '../domain/money.ts';
import { spread, type Standing } from '../domain/taxes.ts';
import { lineTotal } from '../domain/totals.ts';
import {
  discountInCredits,
  discountInGoods,
  isShippingCredit,
  piecesIn,
  taxInCredits,
  unitCreditsOf,
} from './booked-credits.ts';
import type { WorkingAdjustment, WorkingLine, WorkingOrder } from './working-order.ts';

/** Whether an adjustment takes something off an order by hand. Decision: C26 */
const isDiscount = ({ kind, eligible, amount }: WorkingAdjustment): boolean =>
  kind === 'manual' && eligible && toDecimal(amount).isNegative();

/** What is taken off an order by hand. */
const discountOf = ({ adjustments }: WorkingOrder): Decimal =>
  sumAmounts(adjustments.filter(isDiscount).map(({ amount }) => toDecimal(amount).negated()));

/**
 * Whether a discount is needed for what was credited: the others are less than the share of the discounts that the
 * credits contain.
 * Decision: C26, C42
 */
export function isInCredits(order: WorkingOrder, row: WorkingAdjustment): boolean {
  const adjustments = order.adjustments.filter(({ id }) => id !== row.id);
  return (
    isDiscount(row) && discountOf({ ...order, adjustments }).lessThan(discountInCredits(order))
  );
}

/** What the discounts are more than the share of them that credits contain. */
const uncreditedOf = (order: WorkingOrder): Decimal =>
  Decimal.max(0, discountOf(order).minus(discountInCredits(order)));

/** The lines with the credits for their units, what is in these of the discounts on goods, and the value of the others. */
function linesWithCredits(order: WorkingOrder) {
  const creditsOf = unitCreditsOf(order);
  return order.lineItems.map((line) => {
    const credits = creditsOf(line);
    const quantity = Math.max(0, line.quantity - piecesIn(credits));
    const inCredits = discountInGoods(line, credits);
    return { line, credits, inCredits, value: lineTotal({ ...line, quantity }) };
  });
}

/** What a line costs before tax: its total, less its share of the discounts. */
export const costOf = (line: WorkingLine): Decimal =>
  lineTotal(line).minus(toDecimal(line.discount));

/**
 * The lines of an order with their shares of its discounts. Units that are credited keep the share that they were
 * credited with, and a line that has left its own; the others have the rest.
 * Decision: C26, C42
 */
export function withDiscounts(
  order: WorkingOrder,
  standing: (line: WorkingLine) => Standing,
  currency: string,
): readonly WorkingLine[] {
  const lines = linesWithCredits(order);
  const sharing = lines.map(({ line, inCredits, value }) => {
    const isClosed = standing(line) === 'closed';
    return { value, kept: isClosed ? toDecimal(line.discount).minus(inCredits) : null };
  });
  const shares = shareDiscounts(uncreditedOf(order), sharing, currency);
  return lines.map(({ line, inCredits }, place) => {
    const discount = inCredits.plus(shares[place] ?? 0);
    return discount.equals(toDecimal(line.discount)) ? line : { ...line, discount };
  });
}

/**
 * The whole share of each line in the discounts, and that of each shipment, by their ids. What the discounts are more
 * than the goods that are not credited is spread over the taxes of these, which what has left keeps, and over shipping
 * with its tax. The lines have their shares of the discounts on goods.
 * Decision: C26, C42
 */
export function discountShares(order: WorkingOrder, currency: string) {
  const lines = linesWithCredits(order).map(({ line, credits, inCredits }) => {
    return { line, credits, share: toDecimal(line.discount).minus(inCredits) };
  });
  const beyond = uncreditedOf(order).minus(sumAmounts(lines.map(({ share }) => share)));
  const credited = new Set(order.adjustments.filter(isShippingCredit).map((row) => row.shipmentId));
  const charges = [
    ...lines.map(({ line, credits }) => {
      return Decimal.max(0, toDecimal(line.tax).minus(taxInCredits(line, credits)));
    }),
    ...order.shipments.map(({ id, cost, tax }) =>
      credited.has(id) ? new Decimal(0) : toDecimal(cost).plus(toDecimal(tax)),
    ),
  ];
  const shares = spread(Decimal.min(beyond, sumAmounts(charges)), charges, currency);
  const shareAt = (place: number): Decimal => shares[place] ?? new Decimal(0);
  return {
    lines: new Map(
      lines.map(({ line, credits, share }, place) => {
        const kept = discountInCredits({ adjustments: credits });
        return [line.id, kept.plus(share).plus(shareAt(place))];
      }),
    ),
    shipments: new Map(order.shipments.map(({ id }, place) => [id, shareAt(lines.length + place)])),
  };
}

/**
 * The order without the share of its discounts that units took along when they were taken off their lines, so that
 * nobody else gets it; the oldest discounts are lowered first.
 * Decision: C42
 */
export function withoutDiscount(order: WorkingOrder, share: Decimal): WorkingOrder {
  let left = share;
  const adjustments = order.adjustments.flatMap((row): WorkingAdjustment[] => {
    if (!isDiscount(row) || left.isZero()) return [row];
    const part = Decimal.min(left, toDecimal(row.amount).negated());
    left = left.minus(part);
    const amount = toDecimal(row.amount).plus(part);
    return amount.isZero() ? [] : [{ ...row, amount }];
  });
  return { ...order, adjustments };
}
