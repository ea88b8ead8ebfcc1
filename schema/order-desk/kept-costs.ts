import { Decimal } from 'decimal.js';
import { roundShare, toDecimal } from '../domain/money.ts';
import {
  byLine,
  discountInGoods,
  isUnitCredit,
  piecesIn,
  taxInCredits,
  type UnitCredit,
} from './booked-credits.ts';
import { changeRows, countUnits, idsOf, standingsOf } from './order-parts.ts';
import { settleTaxes } from './taxes.ts';
import type { Act, Amount, WorkingLine, WorkingOrder } from './working-order.ts';

/**
 * A line with another number of units. Its tax, and its share of the discounts, are what the credits that stay contain,
 * and of the rest each other piece its part, those that join as well, so that both are the same once they are taken off
 * again.
 */
function resized(
  { settings: { currency } }: Act,
  line: WorkingLine,
  quantity: number,
  [had, has]: readonly [had: readonly UnitCredit[], has: readonly UnitCredit[]],
): WorkingLine {
  const others = Math.max(1, line.quantity - piecesIn(had));
  const othersNow = Math.max(0, quantity - piecesIn(has));
  const part = (whole: Amount, inCredits: typeof taxInCredits): Decimal => {
    const rest = Decimal.max(0, toDecimal(whole).minus(inCredits(line, had)));
    return inCredits(line, has).plus(roundShare(rest.times(othersNow).div(others), currency));
  };
  const discount = part(line.discount, discountInGoods);
  return { ...line, quantity, discount, tax: part(line.tax, taxInCredits) };
}

/** The lines at the prices that they have in `after`, with their discounts and taxes if one has changed. */
function repriced(
  act: Act,
  lines: readonly WorkingLine[],
  after: WorkingOrder,
): readonly WorkingLine[] {
  const prices = new Map(after.lineItems.map(({ id, price }) => [id, toDecimal(price)]));
  const isChanged = ({ id, price }: WorkingLine): boolean =>
    prices.get(id)?.equals(toDecimal(price)) === false;
  const changed = lines.filter(isChanged);
  if (changed.length === 0) return lines;
  const lineItems = changeRows(lines, idsOf(changed), ({ id, price }) => ({
    price: prices.get(id) ?? price,
  }));
  return settleTaxes(act, { ...after, lineItems }).lineItems;
}

/**
 * The order `after` changes to the lines of `before`, with the discount and tax of lines that have another number of
 * units, of which none is open: each piece keeps its part. Of all changes together, canceled units leave first, at the
 * price that they were credited with; then the prices change, which all units of a line follow as long as one of them is
 * open; then the others leave. So it does not matter which change comes first. Other lines are settled later.
 * Decision: C26
 */
export function withKeptCosts(act: Act, before: WorkingOrder, after: WorkingOrder): WorkingOrder {
  if (after.completedAt === null) return after;
  const quantities = new Map(before.lineItems.map(({ id, quantity }) => [id, quantity]));
  const standing = standingsOf(after);
  const closing = after.lineItems.filter(
    (line) => quantities.get(line.id) !== line.quantity && standing(line) === 'closed',
  );
  if (closing.length === 0) return after;
  const had = byLine(before.adjustments.filter(isUnitCredit));
  const has = byLine(after.adjustments.filter(isUnitCredit));
  const [wereCanceled, areCanceled] = [before, after].map((order) => countUnits(order, 'on_hand'));
  const staying = before.lineItems.map((line) => {
    const gone = (wereCanceled?.get(line.id) ?? 0) - (areCanceled?.get(line.id) ?? 0);
    return gone === 0 ? line : resized(act, line, line.quantity - gone, [had(line), has(line)]);
  });
  const taxed = new Map(repriced(act, staying, after).map((line) => [line.id, line]));
  const lineItems = changeRows(after.lineItems, idsOf(closing), (line) => {
    const credits = has(line);
    const former = taxed.get(line.id) ?? line;
    const { discount, tax } = resized(act, former, line.quantity, [credits, credits]);
    return { discount, tax };
  });
  return { ...after, lineItems };
}
