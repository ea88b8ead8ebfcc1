import { planGiveBack } from '../domain/stock.ts';
import { countTooLarge, moveStock } from './counts.ts';
import { located, setUnits } from './units.ts';
import type { Act, WorkingOrder, WorkingUnit } from './working-order.ts';

/**
 * Returns units that are not put back on the shelf: in the ledger they come back and leave again as damaged, so
 * that the count stays and no backorder is filled. The counts must be locked.
 * Throws Invalid if a count would become too large in between.
 * Decision: T31, T36.
 */
export function returnDamaged(
  act: Act,
  order: WorkingOrder,
  units: readonly WorkingUnit[],
): WorkingOrder {
  let next = order;
  for (const item of planGiveBack(located(act, order, units))) {
    const pieces = item.pieces.length;
    const back = moveStock(act, next, item, pieces, { kind: 'return' });
    const gone = back && moveStock(act, back, item, -pieces, { kind: 'damaged' });
    if (!gone) throw countTooLarge();
    next = gone;
  }
  return setUnits(next, units, 'returned', false);
}
