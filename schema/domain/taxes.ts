import { Decimal } from 'decimal.js';
import { roundShare, sumAmounts } from './money.ts';

// decimal.js rounds to 20 digits by default, fewer than an item total times a precise rate has
const Exact = Decimal.clone({ precision: 60 });

const zero = new Decimal(0);

/**
 * An amount spread over values in proportion to them, each share rounded half away from zero. The shares sum up to the
 * amount: the rest goes to the largest value and, as far as that has no room for it, to the next. The amount is at most
 * the sum of the values. Decision: C26, R2
 */
export function spread(
  amount: Decimal,
  values: readonly Decimal[],
  currency: string,
): readonly Decimal[] {
  const all = sumAmounts(values);
  if (amount.isZero() || all.isZero()) return values.map(() => zero);
  const shares = values.map((value) =>
    roundShare(new Decimal(new Exact(amount).times(value).div(all)), currency),
  );
  let rest = amount.minus(sumAmounts(shares));
  const largestFirst = values
    .map((value, place) => ({ value, place }))
    .sort((one, other) => other.value.comparedTo(one.value) || one.place - other.place);
  for (const { value, place } of largestFirst) {
    if (rest.isZero()) break;
    const share = shares[place] ?? zero;
    const moved = Decimal.max(share.negated(), Decimal.min(rest, value.minus(share)));
    shares[place] = share.plus(moved);
    rest = rest.minus(moved);
  }
  return shares;
}

/**
 * How much of a line or a shipment has left, or was canceled.
 * - `open`    nothing
 * - `partly`  some; the rate it had then stays
 * - `closed`  all was shipped or canceled; its tax stays
 */
export type Standing = 'open' | 'partly' | 'closed';

/** What is taxed: an amount after discounts, and the tax that it had so far. */
export interface Taxable {
  readonly amount: Decimal;
  readonly standing: Standing;
  readonly tax: Decimal;
  /** A fraction such as 0.19. */
  readonly taxRate: Decimal;
}

/** The tax of a line or a shipment, rounded half away from zero, and its rate. */
export function taxOf(
  { amount, standing, tax, taxRate }: Taxable,
  presentRate: Decimal,
  currency: string,
): Pick<Taxable, 'tax' | 'taxRate'> {
  if (standing === 'closed') return { tax, taxRate };
  const rate = standing === 'partly' ? taxRate : presentRate;
  if (rate.isZero()) return { tax: zero, taxRate: rate };
  return {
    tax: roundShare(new Decimal(new Exact(amount).times(rate)), currency),
    taxRate: rate,
  };
}
