import { planGiveBack } from '../domain/stock.ts';
import { receiveStock } from './counts.ts';
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
  const moves = planGiveBack(located(act, order, units)).flatMap(({ pieces, ...item }) => [
    { ...item, quantity: pieces.length, kind: 'return' as const },
    { ...item, quantity: -pieces.length, kind: 'damaged' as const },
  ]);
  return setUnits(receiveStock(act, order, moves), units, 'returned', false);
}
