import type { InventoryUnitState } from '../domain/inventory-unit-machine.ts';
import { maximumCount } from '../domain/measures.ts';
import { words } from '../domain/messages.ts';
import { planGiveBack, type StockItemKey, type TakenUnit } from '../domain/stock.ts';
import { Invalid } from '../errors.ts';
import { asMade, temporaryId } from '../new-rows.ts';
import { boundsAt, itemAt } from '../stock/stock-item.ts';
import { changeIn, idsOf } from './order-parts.ts';
import type { Act, Movement, WorkingOrder, WorkingUnit } from './working-order.ts';

type LinePieces = Pick<WorkingUnit, 'lineItemId' | 'variantId'> & { readonly quantity: number };

export function addUnits(
  act: Act,
  order: WorkingOrder,
  shipmentId: bigint | null,
  lines: readonly LinePieces[],
): WorkingOrder {
  const added = lines.flatMap(({ lineItemId, variantId, quantity }) =>
    Array.from({ length: Math.max(0, quantity) }, () =>
      asMade<WorkingUnit>({
        id: temporaryId(),
        orderId: order.id,
        lineItemId,
        variantId,
        shipmentId,
        state: 'on_hand',
        stockTaken: false,
        waitingSince: null,
        waitingLocationId: null,
        returnAuthorizationId: null,
        lockVersion: 0,
        createdAt: act.now,
        updatedAt: act.now,
      }),
    ),
  );
  if (added.length === 0) return order;
  return { ...order, inventoryUnits: [...order.inventoryUnits, ...added] };
}

export const setUnits = (
  order: WorkingOrder,
  units: readonly { readonly id: bigint }[],
  state: InventoryUnitState,
  stockTaken: boolean,
): WorkingOrder => changeIn(order, 'inventoryUnits', units, { state, stockTaken });

/** Moves units into a shipment, or out of any. */
export const moveUnits = (
  order: WorkingOrder,
  units: readonly { readonly id: bigint }[],
  shipmentId: bigint | null,
): WorkingOrder => changeIn(order, 'inventoryUnits', units, { shipmentId });

/** Removes units whose stock was returned before, or never taken. */
export function removeUnits(
  order: WorkingOrder,
  units: readonly { readonly id: bigint }[],
): WorkingOrder {
  if (units.length === 0) return order;
  const gone = idsOf(units);
  return { ...order, inventoryUnits: order.inventoryUnits.filter(({ id }) => !gone.has(id)) };
}

/** Where the stock of a unit is: at the location of its shipment, else at the default one. Decision: T50. */
export function locationIn(
  { defaultLocationId }: Act,
  { shipments }: WorkingOrder,
): (unit: WorkingUnit) => bigint {
  const locations = new Map(shipments.map(({ id, stockLocationId }) => [id, stockLocationId]));
  return ({ shipmentId }) =>
    (shipmentId !== null && locations.get(shipmentId)) || defaultLocationId;
}

/** Units with the location of their stock. */
export function located(
  act: Act,
  order: WorkingOrder,
  units: readonly WorkingUnit[],
): (TakenUnit & Pick<WorkingUnit, 'shipmentId'>)[] {
  const locationOf = locationIn(act, order);
  return units.map((unit) => {
    // no copies of whole units: an order may have 20,000
    const { id, variantId, shipmentId, state, stockTaken } = unit;
    return { id, variantId, shipmentId, state, stockTaken, stockLocationId: locationOf(unit) };
  });
}

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
  const needed = moves.filter(({ quantity }) => quantity > 0);
  return receiveStock(act, order, needed);
}

/** Returns the stock of units and sets their final state. */
export function releaseUnits(
  act: Act,
  order: WorkingOrder,
  units: readonly WorkingUnit[],
  end: 'on_hand' | 'returned',
): WorkingOrder {
  const kind = end === 'returned' ? 'return' : 'restock';
  const given = giveBackStock(act, order, located(act, order, units), kind);
  return setUnits(given, units, end, false);
}

/**
 * Returns units that are not put back on the shelf: in the ledger they come back and leave again as damaged, so that
 * the count stays and no backorder is filled. The counts must be locked.
 * Throws Invalid if a count would become too large in between. Decision: T31, T36.
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
