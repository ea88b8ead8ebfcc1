import { Decimal } from 'decimal.js';
import { sumAmounts } from './money.ts';
import { spread } from './taxes.ts';

const none = new Decimal(0);

/** A line that shares in discounts. */
export interface Sharing {
  /** What its units cost that no credit is for. */
  readonly value: Decimal;
  /** The share that it had when it left, or was canceled; null while something of it is open. */
  readonly kept: Decimal | null;
}

/**
 * The share of each line in discounts. What has left keeps its share; the rest goes to the open lines by value, and what
 * is more than these to those that have left, as far as they cost something. If the discounts are less than what was
 * kept, this is lowered. No share is more than the value of its line, and together they are the amount, or all values.
 * Decision: C26
 */
export function shareDiscounts(
  amount: Decimal,
  lines: readonly Sharing[],
  currency: string,
): readonly Decimal[] {
  if (amount.isZero()) return lines.map(() => none);
  const kept = lines.map(({ value, kept: share }) =>
    Decimal.max(0, Decimal.min(share ?? 0, value)),
  );
  const open = lines.map((line) => (line.kept === null ? line.value : none));
  const others = lines.map(({ value, kept: share }, place) =>
    share === null ? none : value.minus(kept[place] ?? none),
  );
  let rest = amount;
  let shares: readonly Decimal[] = lines.map(() => none);
  for (const room of [kept, open, others]) {
    const part = spread(Decimal.min(rest, sumAmounts(room)), room, currency);
    shares = shares.map((share, place) => share.plus(part[place] ?? none));
    rest = rest.minus(sumAmounts(part));
  }
  return shares;
}
