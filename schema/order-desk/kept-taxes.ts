import { Decimal } from 'decimal.js';
import { roundShare, toDecimal } from '../domain/money.ts';
import { byLine, isUnitCredit, piecesIn, taxInCredits, type UnitCredit } from './booked-credits.ts';
import { changeRows, idsOf } from './order-parts.ts';
import { countUnits, settleTaxes, standingsOf } from './taxes.ts';
import type { Act, WorkingLine, WorkingOrder } from './working-order.ts';

/**
 * A line with another number of units. Its tax is what the credits that stay contain, and of the rest each other piece
 * its part, those that join as well, so that it is the same once they are taken off again.
 * Decision: C26, C42
 */
function resized(
  { settings: { currency } }: Act,
  line: WorkingLine,
  quantity: number,
  [had, has]: readonly [had: readonly UnitCredit[], has: readonly UnitCredit[]],
): WorkingLine {
  const others = Math.max(1, line.quantity - piecesIn(had));
  const othersNow = Math.max(0, quantity - piecesIn(has));
  const rest = Decimal.max(0, toDecimal(line.tax).minus(taxInCredits(line, had)));
  const tax = taxInCredits(line, has).plus(roundShare(rest.times(othersNow).div(others), currency));
  return { ...line, quantity, tax };
}

/** The lines at the prices that they have in `after`, with their taxes if one has changed. */
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
 * The order `after` changes to the lines of `before`, with the tax of lines that have another number of units, of which
 * none is open: they keep it. Of all changes together, canceled units leave first, at the price that they were
 * credited with; then the prices change, which all units of a line follow as long as one of them is open; then the
 * others leave. So it does not matter which change comes first. The tax of other lines is settled later.
 * Decision: C26
 */
export function withKeptTaxes(act: Act, before: WorkingOrder, after: WorkingOrder): WorkingOrder {
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
    const { tax } = resized(act, taxed.get(line.id) ?? line, line.quantity, [credits, credits]);
    return { tax };
  });
  return { ...after, lineItems };
}
