import { maximumCount } from '../domain/measures.ts';
import { words } from '../domain/messages.ts';
import type { StockItemKey } from '../domain/stock.ts';
import { Invalid } from '../errors.ts';
import { exceedsBound, itemAt } from '../stock/stock-item.ts';
import type { Act, LockedStockItem, Movement, WorkingOrder } from './working-order.ts';

const ofVariant = ({ stock }: WorkingOrder, variantId: bigint): readonly LockedStockItem[] =>
  stock.filter((count) => count.variantId === variantId);

/** The locked count of a stock item; a new one with count 0 if there is none. Decision: T31. */
export const countAt = (
  act: Act,
  order: WorkingOrder,
  { variantId, stockLocationId: id }: StockItemKey,
): LockedStockItem =>
  itemAt(ofVariant(order, variantId), variantId, {
    id,
    isDefault: id === act.defaultLocationId,
    active: !act.inactiveLocations.has(id),
  });

type Kind = Movement['kind'];

/**
 * Changes a locked count and adds the stock movement; undefined if the count may not become so: negative only
 * if backorderable, and not above the bound together with those of other locations.
 * Decision: T30, T31, T34.
 */
export function moveStock(
  act: Act,
  order: WorkingOrder,
  key: StockItemKey,
  quantity: number,
  {
    kind,
    rise = 0,
    shipmentId = null,
  }: { readonly kind: Kind; readonly rise?: number; readonly shipmentId?: bigint | null },
): WorkingOrder | undefined {
  const count = countAt(act, order, key);
  const countAfter = count.countOnHand + quantity;
  if (quantity < 0 && countAfter < 0 && !count.backorderable) return undefined;
  if (countAfter < -maximumCount - 1) return undefined;
  const isTooMuch =
    quantity > 0 && exceedsBound(ofVariant(order, count.variantId), count, countAfter);
  if (isTooMuch) return undefined;
  return {
    ...order,
    stock: [
      ...order.stock.filter(({ id }) => id !== count.id),
      { ...count, countOnHand: countAfter },
    ],
    movements: [
      ...order.movements,
      { stockItemId: count.id, kind, quantity, countAfter, shipmentId, rise },
    ],
  };
}

/** Why stock that comes back is refused. Decision: T34. */
export const countTooLarge = (): Invalid =>
  new Invalid({ countOnHand: [words.atMost(String(maximumCount))] });
