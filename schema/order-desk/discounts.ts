import { Decimal } from 'decimal.js';
import { sumAmounts, toDecimal } from '../domain/money.ts';
import { spread } from '../domain/taxes.ts';
import { lineTotal } from '../domain/totals.ts';
import {
  byLine,
  discountInCredits,
  goodsDiscountIn,
  isShippingCredit,
  isUnitCredit,
  piecesIn,
  taxInCredits,
} from './booked-credits.ts';
import type { WorkingAdjustment, WorkingLine, WorkingOrder } from './working-order.ts';

/** The total of a line before discounts and tax. */
const valueOf = ({ price, quantity }: WorkingLine): Decimal =>
  lineTotal({ price: toDecimal(price), quantity });

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

/**
 * The share of each line in the discounts that no credit contains, by the value of its units that are not credited, and
 * what the discounts are more than all of these.
 */
function shareGoods(order: WorkingOrder, currency: string) {
  const creditsOf = byLine(order.adjustments.filter(isUnitCredit));
  const lines = order.lineItems.map((line) => {
    const credits = creditsOf(line);
    const quantity = Math.max(0, line.quantity - piecesIn(credits));
    return { line, credits, value: valueOf({ ...line, quantity }) };
  });
  const values = lines.map(({ value }) => value);
  const rest = Decimal.max(0, discountOf(order).minus(discountInCredits(order)));
  const onGoods = Decimal.min(rest, sumAmounts(values));
  const shares = spread(onGoods, values, currency);
  return {
    lines: lines.map((one, place) => ({ ...one, share: shares[place] ?? new Decimal(0) })),
    beyond: rest.minus(onGoods),
  };
}

/**
 * What is left of the total of each line after its share of the discounts, by the id of the line. The units that are
 * credited keep the share that they were credited with; the others have the rest.
 * Decision: C26, C42
 */
export function discounted(order: WorkingOrder, currency: string): ReadonlyMap<bigint, Decimal> {
  const { lines } = shareGoods(order, currency);
  return new Map(
    lines.map(({ line, credits, share }) => {
      const kept = sumAmounts(credits.map((credit) => goodsDiscountIn(line, credit)));
      return [line.id, valueOf(line).minus(kept).minus(share)];
    }),
  );
}

/**
 * The whole share of each line in the discounts, and that of each shipment, by their ids. What the discounts are more
 * than the goods that are not credited is spread over the taxes of these, which what has left keeps, and over shipping
 * with its tax.
 * Decision: C26, C42
 */
export function discountShares(order: WorkingOrder, currency: string) {
  const { lines, beyond } = shareGoods(order, currency);
  const credited = new Set(
    order.adjustments.flatMap((row) => (isShippingCredit(row) ? [row.shipmentId] : [])),
  );
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
