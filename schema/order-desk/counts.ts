import { maximumCount } from '../domain/measures.ts';
import { words } from '../domain/messages.ts';
import { freeUnits } from '../domain/placement.ts';
import type { StockItemKey } from '../domain/stock.ts';
import { Invalid } from '../errors.ts';
import {
  type Act,
  type Movement,
  type StockCount,
  temporaryId,
  type WorkingOrder,
} from './working-order.ts';

/** The locked count of a stock item; a new one with count 0 if there is none. Decision: T31. */
export function countAt(act: Act, order: WorkingOrder, key: StockItemKey): StockCount {
  const ofVariant = order.stock.filter(({ variantId }) => variantId === key.variantId);
  return (
    ofVariant.find(({ stockLocationId }) => stockLocationId === key.stockLocationId) ?? {
      ...key,
      countOnHand: 0,
      backorderable: ofVariant.find(({ isDefault }) => isDefault)?.backorderable ?? true,
      id: temporaryId(),
      isDefault: key.stockLocationId === act.defaultLocationId,
      active: !act.inactiveLocations.has(key.stockLocationId),
      isNew: true,
    }
  );
}

/** Units that can be sold of the variant of a count, at all active locations together. */
const unitsOnShelves = (stock: readonly StockCount[], variantId: bigint): number =>
  freeUnits(stock.filter((count) => count.variantId === variantId)).reduce(
    (sum, { units }) => sum + units,
    0,
  );

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
  if (countAfter > maximumCount || countAfter < -maximumCount - 1) return undefined;
  const stock = [
    ...order.stock.filter(({ id }) => id !== count.id),
    { ...count, countOnHand: countAfter },
  ];
  if (quantity > 0 && unitsOnShelves(stock, count.variantId) > maximumCount) return undefined;
  return {
    ...order,
    stock,
    movements: [
      ...order.movements,
      { stockItemId: count.id, kind, quantity, countAfter, shipmentId, rise },
    ],
  };
}

/** Why stock that comes back is refused. Decision: T34. */
export const countTooLarge = (): Invalid =>
  new Invalid({ countOnHand: [words.atMost(String(maximumCount))] });
