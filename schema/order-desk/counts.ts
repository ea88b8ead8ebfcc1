import { maximumCount } from '../domain/measures.ts';
import { words } from '../domain/messages.ts';
import { planGiveBack, type StockItemKey, type TakenUnit } from '../domain/stock.ts';
import { Invalid } from '../errors.ts';
import { boundsAt, itemAt } from '../stock/stock-item.ts';
import type { Act, Movement, WorkingOrder } from './working-order.ts';

/** By how many units the count of a stock item is to change. */
interface Move extends StockItemKey {
  readonly kind: Movement['kind'];
  readonly quantity: number;
  /** How many of it are goods that others may get. */
  readonly rise?: number;
  readonly shipmentId?: bigint | null;
}

/**
 * Changes locked counts, one after the other, and adds the stock movements. `made` has that of each change; undefined
 * if the count may not become so: negative only if backorderable, and in the bounds together with those of other
 * locations. Where there is no stock item is a new one with count 0. Decision: T30, T31, T34.
 */
export function moveStock(
  act: Act,
  order: WorkingOrder,
  moves: readonly Move[],
): { readonly order: WorkingOrder; readonly made: readonly (Movement | undefined)[] } {
  if (moves.length === 0) return { order, made: [] };
  const stock = new Map(order.stock);
  const made = moves.map((move): Movement | undefined => {
    const { variantId, stockLocationId: id, kind, quantity, rise = 0, shipmentId = null } = move;
    const ofVariant = stock.get(variantId) ?? [];
    const count = itemAt(ofVariant, variantId, {
      id,
      isDefault: id === act.defaultLocationId,
      active: !act.inactiveLocations.has(id),
    });
    const countAfter = count.countOnHand + quantity;
    const { min, max } = boundsAt(ofVariant, count);
    if (countAfter < min || countAfter > max) return undefined;
    const others = ofVariant.filter((other) => other.id !== count.id);
    stock.set(variantId, [...others, { ...count, countOnHand: countAfter }]);
    // what lies above 0 nobody waits for but those that a step fills, and the same write may take it again
    const owed = Math.min(rise, Math.max(0, -count.countOnHand));
    return { stockItemId: count.id, kind, quantity, countAfter, shipmentId, rise: owed };
  });
  const movements = [...order.movements, ...made.flatMap((movement) => movement ?? [])];
  return { order: { ...order, stock, movements }, made };
}

/** The same for stock that comes back. Throws Invalid if a count would become too large. */
export function receiveStock(act: Act, order: WorkingOrder, moves: readonly Move[]): WorkingOrder {
  const { order: received, made } = moveStock(act, order, moves);
  if (!made.includes(undefined)) return received;
  throw new Invalid({ countOnHand: [words.atMost(String(maximumCount))] });
}

/**
 * Returns the stock of units: first that of backordered ones, which fills nothing, then that of the others, which fills
 * backorders. The caller then removes the units or sets their state. The counts must be locked.
 * Throws Invalid if a count would become too large. Decision: T32, T33, T53.
 */
export function giveBackStock(
  act: Act,
  order: WorkingOrder,
  units: readonly TakenUnit[],
  kind: 'restock' | 'return',
): WorkingOrder {
  const moves = planGiveBack(units).flatMap(({ debt, pieces, ...item }) => [
    { ...item, kind, quantity: debt.length },
    { ...item, kind, quantity: pieces.length, rise: pieces.length },
  ]);
  return receiveStock(
    act,
    order,
    moves.filter(({ quantity }) => quantity > 0),
  );
}
