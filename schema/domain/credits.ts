import { Decimal } from 'decimal.js';
import { roundShare } from './money.ts';

/** What is credited of a line item for units that were returned, or canceled with one shipment. */
export interface Credit<Key> {
  readonly key: Key;
  readonly pieces: number;
  /** Zero or more. */
  readonly amount: Decimal;
}

/** The part of an amount for so many of its pieces, rounded half away from zero. */
export const cutAmount = (
  amount: Decimal,
  part: number,
  pieces: number,
  currency: string,
): Decimal => roundShare(amount.times(part).div(pieces), currency);

/**
 * The credits of a line item for the units that are returned or canceled now. Units that were credited before keep
 * their amount. Others get their part of the line or, if it was credited at other amounts before, of what is left, so
 * that the credits for all units are exactly what the line cost. `amount` is what all `quantity` units cost, with tax
 * and after discounts. Decision: C42
 */
export function settleCredits<Key>(
  { amount, quantity }: { readonly amount: Decimal; readonly quantity: number },
  booked: readonly Credit<Key>[],
  wanted: ReadonlyMap<Key, number>,
  currency: string,
): readonly Credit<Key>[] {
  const credits = new Map<Key, Credit<Key>>();
  let left = amount;
  let pieces = quantity;
  const note = (credit: Credit<Key>, added: Pick<Credit<Key>, 'pieces' | 'amount'>): void => {
    credits.set(credit.key, credit);
    left = left.minus(added.amount);
    pieces -= added.pieces;
  };
  for (const credit of booked) {
    const count = Math.min(credit.pieces, wanted.get(credit.key) ?? 0);
    if (count === 0) continue;
    const part = cutAmount(credit.amount, count, credit.pieces, currency);
    const kept = count === credit.pieces ? credit : { ...credit, pieces: count, amount: part };
    note(kept, kept);
  }
  for (const [key, count] of wanted) {
    const known = credits.get(key) ?? { key, pieces: 0, amount: new Decimal(0) };
    const added = count - known.pieces;
    if (added <= 0) continue;
    const upTo = (gone: number): Decimal =>
      cutAmount(amount, gone, Math.max(quantity, gone), currency);
    const gone = quantity - pieces;
    const isEven = upTo(gone).equals(amount.minus(left));
    const part = isEven
      ? upTo(gone + added).minus(upTo(gone))
      : cutAmount(left, added, Math.max(pieces, added), currency);
    const more = Decimal.max(0, part);
    note({ key, pieces: count, amount: known.amount.plus(more) }, { pieces: added, amount: more });
  }
  return [...credits.values()];
}
