import type { InventoryUnitState } from '../domain/inventory-unit-machine.ts';
import { quantityNotAvailable } from '../domain/stock-guard.ts';
import { assignTake, groupByStockItem, planGiveBack, type TakenUnit } from '../domain/stock.ts';
import { Invalid } from '../errors.ts';
import { giveBackStock, moveStock, receiveStock } from './counts.ts';
import { asMade, temporaryId } from '../new-rows.ts';
import { changeIn, idsOf, nameOf } from './order-parts.ts';
import type { Act, Movement, WorkingOrder, WorkingUnit } from './working-order.ts';

/** Too little stock for what a write takes; the value before it is still there. */
export class StockShort extends Invalid {
  constructor(messages: readonly string[]) {
    super({ quantity: messages });
  }
}

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

/** Units with the location of their stock: that of their shipment, else the default. Decision: T50. */
export function located(
  act: Act,
  order: WorkingOrder,
  units: readonly WorkingUnit[],
): (WorkingUnit & TakenUnit)[] {
  const locations = new Map(
    order.shipments.map(({ id, stockLocationId }) => [id, stockLocationId]),
  );
  return units.map((unit) => ({
    ...unit,
    stockLocationId:
      (unit.shipmentId !== null && locations.get(unit.shipmentId)) || act.defaultLocationId,
  }));
}

/** The variants of an order whose stock is not counted, as is known since their stock was locked. */
export const untrackedVariants = ({ lineItems, stock }: WorkingOrder): ReadonlySet<bigint> =>
  new Set(
    lineItems.flatMap(({ variant: { id, trackInventory } }) =>
      (stock.get(id)?.[0]?.isTracked ?? trackInventory) ? [] : [id],
    ),
  );

/** The variants of an order that are deleted, as is known since their stock was locked. */
const deletedVariants = ({ lineItems, stock }: WorkingOrder): ReadonlySet<bigint> =>
  new Set(
    lineItems.flatMap(({ variant: { id, deletedAt } }) =>
      (stock.get(id)?.[0]?.isDeleted ?? deletedAt !== null) ? [id] : [],
    ),
  );

/** The messages for variants with too little stock, each once. */
function notAvailable(
  { lineItems }: WorkingOrder,
  short: readonly { readonly variantId: bigint }[],
): readonly string[] {
  const variants = new Map(lineItems.map(({ variant }) => [variant.id, variant]));
  const messages = short.map(({ variantId }) => {
    const variant = variants.get(variantId);
    return quantityNotAvailable(variant ? nameOf(variant) : { name: '', optionsText: '' });
  });
  return [...new Set(messages)];
}

/** Throws StockShort for units of deleted variants that are not sold yet. */
export function refuseDeleted(
  order: WorkingOrder,
  units: readonly { readonly variantId: bigint }[],
): void {
  const deleted = deletedVariants(order);
  const short = units.filter(({ variantId }) => deleted.has(variantId));
  if (short.length > 0) throw new StockShort(notAvailable(order, short));
}

/**
 * Takes stock for units at the locations of the shipments that they are in by now: as many as are in stock become sold,
 * the others backordered; at an inactive location nothing is taken. Units of untracked variants become sold without a
 * stock movement. The counts must be locked.
 * Throws StockShort.
 * Decision: T30, T35, T53.
 */
export function takeForUnits(
  act: Act,
  order: WorkingOrder,
  taking: readonly { readonly id: bigint }[],
): WorkingOrder {
  const ids = idsOf(taking);
  const units = order.inventoryUnits.filter(({ id }) => ids.has(id));
  const untrackedIds = untrackedVariants(order);
  const isTracked = ({ variantId }: { readonly variantId: bigint }): boolean =>
    !untrackedIds.has(variantId);
  const placed = located(act, order, units);
  const items = groupByStockItem(placed.filter(isTracked));
  const { order: taken, made } = moveStock(
    act,
    order,
    items.map((item) => ({ ...item, quantity: -item.units.length, kind: 'sale' })),
  );
  const short = [
    ...placed.filter(({ stockLocationId }) => act.inactiveLocations.has(stockLocationId)),
    ...items.filter((_item, place) => made[place] === undefined),
  ];
  if (short.length > 0) throw new StockShort(notAvailable(order, short));
  const splits = items.map(({ units: ofItem }, place) => {
    const { countAfter, quantity } = made[place] as Movement;
    return assignTake(ofItem, countAfter - quantity);
  });
  const sold = idsOf(splits.flatMap((split) => split.sold));
  const backordered = idsOf(splits.flatMap((split) => split.backordered));
  const untracked = idsOf(units.filter((unit) => !isTracked(unit)));
  if (sold.size + backordered.size + untracked.size === 0) return order;
  return {
    ...taken,
    inventoryUnits: taken.inventoryUnits.map((unit) => {
      if (sold.has(unit.id)) return { ...unit, state: 'sold', stockTaken: true };
      if (backordered.has(unit.id)) return { ...unit, state: 'backordered', stockTaken: true };
      return untracked.has(unit.id) ? { ...unit, state: 'sold', stockTaken: false } : unit;
    }),
  };
}

/** Returns the stock of units and sets their final state. */
export const releaseUnits = (
  act: Act,
  order: WorkingOrder,
  units: readonly WorkingUnit[],
  end: 'on_hand' | 'returned',
): WorkingOrder =>
  setUnits(
    giveBackStock(
      act,
      order,
      located(act, order, units),
      end === 'returned' ? 'return' : 'restock',
    ),
    units,
    end,
    false,
  );

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
