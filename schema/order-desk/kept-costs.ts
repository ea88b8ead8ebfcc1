import { Decimal } from 'decimal.js';
import { roundShare, toDecimal } from '../domain/money.ts';
import { taxOf } from '../domain/taxes.ts';
import {
  type CostParts,
  discountInGoods,
  piecesIn,
  taxInCredits,
  type UnitCredit,
  unitCreditsOf,
} from './booked-credits.ts';
import { costOf } from './discounts.ts';
import { rememberLeft, restoredParts } from './joined-lines.ts';
import { changeRows, countUnits, idsOf, standingsOf } from './order-parts.ts';
import { settleTaxes } from './taxes.ts';
import type { Act, Amount, WorkingLine, WorkingOrder } from './working-order.ts';

/**
 * The discount and the tax of a line that has another number of units: what the credits that stay contain, and of the rest
 * each other piece its part, those that join as well, so that both are the same once they are taken off again.
 * Decision: C26, C42
 */
function resized(
  { settings: { currency } }: Act,
  line: WorkingLine,
  quantity: number,
  [had, has]: readonly [had: readonly UnitCredit[], has: readonly UnitCredit[]],
): CostParts {
  const others = Math.max(1, line.quantity - piecesIn(had));
  const othersNow = Math.max(0, quantity - piecesIn(has));
  const part = (whole: Amount, inCredits: typeof taxInCredits): Decimal => {
    const rest = Decimal.max(0, toDecimal(whole).minus(inCredits(line, had)));
    return inCredits(line, has).plus(roundShare(rest.times(othersNow).div(others), currency));
  };
  return { discount: part(line.discount, discountInGoods), tax: part(line.tax, taxInCredits) };
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
 * The lines with the tax of those that are `open` until their last open unit leaves: what they cost then, less the
 * discounts that no other line has room for. `others` are the lines as they are before any unit leaves, those that grow
 * with what joins them.
 */
function withLastTaxes(
  act: Act,
  order: WorkingOrder,
  others: readonly WorkingLine[],
  open: ReadonlySet<bigint>,
): readonly WorkingLine[] {
  if (open.size === 0) return order.lineItems;
  const left = new Map(order.lineItems.map((line) => [line.id, line]));
  const known = idsOf(others);
  const lineItems = [
    ...others.map((line) => {
      const now = left.get(line.id) ?? line;
      return open.has(line.id) || now.quantity > line.quantity ? now : line;
    }),
    ...order.lineItems.filter(({ id }) => !known.has(id)),
  ];
  const shared = new Map(
    settleTaxes(act, { ...order, lineItems }).lineItems.map((line) => [line.id, line]),
  );
  return changeRows(order.lineItems, open, (line) => {
    const rate = toDecimal(line.taxRate);
    const amount = costOf({ ...line, discount: (shared.get(line.id) ?? line).discount });
    const part = { amount, standing: 'partly', tax: toDecimal(line.tax), taxRate: rate } as const;
    return { tax: taxOf(part, rate, act.settings.currency).tax };
  });
}

/**
 * The order `changed` from `before`, with the discount and tax of lines that have another number of units, of which none
 * is open: each piece keeps its part. Of all changes together, canceled units leave first, at the price that they were
 * credited with; then the prices change, which all units of a line follow as long as one of them is open; then the others
 * leave, which may have joined a line that had left: then it costs what it did. So it does not matter which change comes
 * first. Other lines are settled later.
 * Decision: C26
 */
export function withKeptCosts(act: Act, before: WorkingOrder, changed: WorkingOrder): WorkingOrder {
  if (changed.completedAt === null) return changed;
  const after = { ...changed, lineItems: rememberLeft(before, changed) };
  const former = new Map(before.lineItems.map((line) => [line.id, line]));
  const [was, is] = [standingsOf(before), standingsOf(after)];
  const closing = after.lineItems.filter(
    (line) => former.get(line.id)?.quantity !== line.quantity && is(line) === 'closed',
  );
  if (closing.length === 0) return after;
  const had = unitCreditsOf(before);
  const has = unitCreditsOf(after);
  const [wereCanceled, areCanceled] = [before, after].map((order) => countUnits(order, 'on_hand'));
  const staying = before.lineItems.map((line) => {
    const gone = (wereCanceled?.get(line.id) ?? 0) - (areCanceled?.get(line.id) ?? 0);
    if (gone === 0) return line;
    const quantity = line.quantity - gone;
    return { ...line, quantity, ...resized(act, line, quantity, [had(line), has(line)]) };
  });
  const taxed = repriced(act, staying, after);
  const wholeOf = new Map(taxed.map((line) => [line.id, line]));
  const open = new Set<bigint>();
  const lineItems = changeRows(after.lineItems, idsOf(closing), (line) => {
    const credits = has(line);
    const restored = restoredParts(line, credits);
    if (restored) return restored;
    const known = former.get(line.id);
    if (known && was(known) !== 'closed' && line.quantity > piecesIn(credits)) open.add(line.id);
    return resized(act, wholeOf.get(line.id) ?? line, line.quantity, [credits, credits]);
  });
  const kept = { ...after, lineItems };
  return { ...kept, lineItems: withLastTaxes(act, kept, taxed, open) };
}
