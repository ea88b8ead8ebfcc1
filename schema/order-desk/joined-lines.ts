import { Decimal } from 'decimal.js';
import { toDecimal } from '../domain/money.ts';
import {
  type CostParts,
  discountInGoods,
  piecesIn,
  taxInCredits,
  type UnitCredit,
  unitCreditsOf,
} from './booked-credits.ts';
import { countUnits, standingsOf } from './order-parts.ts';
import type { WorkingLine, WorkingOrder } from './working-order.ts';

type Left = Pick<WorkingLine, 'leftPieces' | 'leftDiscount' | 'leftTax'>;

const nothing: Left = { leftPieces: null, leftDiscount: null, leftTax: null };

const forgetting = (line: WorkingLine): WorkingLine =>
  line.leftPieces === null ? line : { ...line, ...nothing };

/** What those units of a line cost that have left and are not credited; nothing if there are none. */
function costOfLeft(line: WorkingLine, credits: readonly UnitCredit[]): Left {
  const leftPieces = line.quantity - piecesIn(credits);
  const rest = (whole: Decimal, inCredits: Decimal): Decimal =>
    Decimal.max(0, whole.minus(inCredits));
  return leftPieces <= 0
    ? nothing
    : {
        leftPieces,
        leftDiscount: rest(toDecimal(line.discount), discountInGoods(line, credits)),
        leftTax: rest(toDecimal(line.tax), taxInCredits(line, credits)),
      };
}

/**
 * The lines of an order, of which `before` had those that had left whole: where others join them now, with what the former
 * cost; without that where the price is another one.
 * Decision: C26
 */
export function rememberLeft(before: WorkingOrder, after: WorkingOrder): readonly WorkingLine[] {
  const [was, is] = [standingsOf(before), standingsOf(after)];
  const had = unitCreditsOf(before);
  const former = new Map(before.lineItems.map((line) => [line.id, line]));
  return after.lineItems.map((line) => {
    const known = former.get(line.id);
    if (!known) return line;
    if (!toDecimal(known.price).equals(toDecimal(line.price))) return forgetting(line);
    const isJoined = was(known) === 'closed' && is(line) !== 'closed';
    return isJoined ? { ...line, ...costOfLeft(known, had(known)) } : line;
  });
}

/**
 * What a line costs once all units that had joined those that had left are taken off again: the same as before. Undefined
 * if it is not left with these. `credits` are those that it has now.
 * Decision: C26
 */
export function restoredParts(
  line: WorkingLine,
  credits: readonly UnitCredit[],
): CostParts | undefined {
  const { leftPieces, leftDiscount, leftTax, quantity } = line;
  if (leftPieces === null || quantity - piecesIn(credits) !== leftPieces) return undefined;
  return {
    discount: discountInGoods(line, credits).plus(toDecimal(leftDiscount ?? 0)),
    tax: taxInCredits(line, credits).plus(toDecimal(leftTax ?? 0)),
  };
}

/**
 * The order without what is remembered of lines whose units cost the same now, whoever joined: another one has left or is
 * to be credited, or none is open any more.
 * Decision: C26
 */
export function withPresentLeft(order: WorkingOrder): WorkingOrder {
  if (order.lineItems.every(({ leftPieces }) => leftPieces === null)) return order;
  const standing = standingsOf(order);
  const sent = countUnits(order, 'shipped');
  const gone = countUnits(order, 'returned', 'on_hand');
  const creditsOf = unitCreditsOf(order);
  const lineItems = order.lineItems.map((line) => {
    const { id, leftPieces } = line;
    const isSame =
      standing(line) === 'partly' &&
      (sent.get(id) ?? 0) === leftPieces &&
      (gone.get(id) ?? 0) <= piecesIn(creditsOf(line));
    return isSame ? line : forgetting(line);
  });
  return { ...order, lineItems };
}
