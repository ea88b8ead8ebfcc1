import { groupsOf } from './groups.ts';
import { hasLeft, type InventoryUnitState } from './inventory-unit-machine.ts';
import { accept, type Reading, refuse, words } from './messages.ts';

/** The stock item a unit belongs to: its variant in the location of its shipment. */
export interface StockItemKey {
  readonly variantId: bigint;
  readonly stockLocationId: bigint;
}

/** A count of a variant at a location, locked by the write; `isNew` has no row yet, and a temporary id. */
export interface LockedStockItem {
  readonly id: bigint;
  readonly variantId: bigint;
  readonly stockLocationId: bigint;
  readonly countOnHand: number;
  readonly backorderable: boolean;
  /** Of its variant. */
  readonly isTracked: boolean;
  /** Its variant. */
  readonly isDeleted: boolean;
  /** Of its location. */
  readonly isDefault: boolean;
  readonly active: boolean;
  readonly isNew?: true;
}

export const movementKinds = {
  set: 'The count was set.',
  adjust: 'The count was changed by a number of units.',
  sale: 'Units were taken for an order.',
  restock: 'Units were put back that had not left.',
  return: 'Units were sent back.',
  damaged: 'Units were sent back that cannot be sold again.',
} as const;

export type MovementKind = keyof typeof movementKinds;

interface Identified {
  readonly id: bigint;
}

/** Units of one stock item, lowest id first. */
interface StockItemUnits<Unit> extends StockItemKey {
  readonly units: readonly Unit[];
}

/** Units by stock item, in the order in which stock items are locked. */
export function groupByStockItem<Unit extends Identified & StockItemKey>(
  units: readonly Unit[],
): readonly StockItemUnits<Unit>[] {
  const groups = groupsOf(
    units.toSorted(byId),
    ({ variantId, stockLocationId }) => `${String(variantId)}/${String(stockLocationId)}`,
  );
  return [...groups.values()]
    .map((group) => {
      const [{ variantId, stockLocationId }] = group;
      return { variantId, stockLocationId, units: group };
    })
    .toSorted(
      (a, b) => byValue(a.variantId, b.variantId) || byValue(a.stockLocationId, b.stockLocationId),
    );
}

/**
 * Which units of one stock item, lowest id first, become sold and which backordered, given the count before. All are
 * subtracted from it, so a negative count is the number of backordered units. Decision: T30
 */
export function assignTake<Unit>(units: readonly Unit[], countBefore: number) {
  const inStock = Math.max(0, countBefore);
  return { sold: units.slice(0, inStock), backordered: units.slice(inStock) };
}

/** A unit, as far as returning its stock needs it; `stockTaken` from taking to returning. */
export interface TakenUnit extends Identified, StockItemKey {
  readonly state: InventoryUnitState;
  readonly stockTaken: boolean;
}

/**
 * What one stock item gets back. `debt` are backordered units: the count rises by their number and nothing is
 * filled. `pieces` are goods: the count rises by their number, and that fills others' backorders.
 */
interface GiveBack<Unit> extends StockItemKey {
  readonly debt: readonly Unit[];
  readonly pieces: readonly Unit[];
}

/**
 * What units return, by stock item in locking order. Units without taken stock return nothing, so nothing is returned
 * twice; stock items that get nothing back are left out. Decision: T32, T35, T53
 */
export function planGiveBack<Unit extends TakenUnit>(
  units: readonly Unit[],
): readonly GiveBack<Unit>[] {
  return groupByStockItem(units.filter(({ stockTaken }) => stockTaken)).map((item) => ({
    variantId: item.variantId,
    stockLocationId: item.stockLocationId,
    debt: item.units.filter(({ state }) => state === 'backordered'),
    pieces: item.units.filter(({ state }) => state !== 'backordered'),
  }));
}

/** A waiting unit with the number of rows that its order is counted as. */
export interface FilledUnit extends Identified {
  readonly orderId: bigint;
  readonly rows: bigint;
}

/** The most that one write fills: orders, and rows that are read of them together, such as units and payments. */
export interface FillBounds {
  readonly orders: number;
  readonly rows: number;
}

/** What one write fills takes less than a second, also on a slow machine, and is read in one statement. */
export const fillBounds: FillBounds = { orders: 250, rows: 5_000 };

/** Half of what one write fills, but an order at least. */
export const halfOf = ({ orders, rows }: FillBounds): FillBounds => ({
  orders: Math.ceil(orders / 2),
  rows: Math.ceil(rows / 2),
});

/**
 * Which of the units that could be filled one write fills, in the given order: as many orders as stay within both
 * bounds, and at least one.
 */
export function boundFill<Unit extends FilledUnit>(
  units: readonly Unit[],
  bounds: FillBounds,
): readonly Unit[] {
  const orders = new Set<bigint>();
  let rows = 0n;
  const beyond = units.findIndex((unit) => {
    if (orders.has(unit.orderId)) return false;
    orders.add(unit.orderId);
    rows += unit.rows;
    return orders.size > 1 && (orders.size > bounds.orders || rows > bounds.rows);
  });
  return beyond < 0 ? units : units.slice(0, beyond);
}

/**
 * How many of the units that wait for a stock item its goods have arrived for: all but those that the count lies
 * below zero.
 */
export function planNextFill(waiting: number, countOnHand: number): number {
  return Math.max(0, waiting - Math.max(0, -countOnHand));
}

/** The units of a line item: those that have left, and the others in the order in which they may be taken off it. */
export interface LineUnits<Unit> {
  readonly staying: readonly Unit[];
  readonly removable: readonly Unit[];
}

/**
 * In which order units of a line item are deleted when its quantity is lowered: on hand, then backordered, then sold
 * ones, the newest first. Decision: T45
 */
export function groupForLowering<Unit extends Identified & { readonly state: InventoryUnitState }>(
  units: readonly Unit[],
): LineUnits<Unit> {
  const ofState = groupsOf(units, ({ state }) => state);
  const removable = (['on_hand', 'backordered', 'sold'] as const).flatMap((state) =>
    (ofState.get(state) ?? []).toSorted((a, b) => byId(b, a)),
  );
  return { staying: units.filter(({ state }) => hasLeft(state)), removable };
}

/** Which units are deleted when a quantity is lowered. Refused below the number of units that have left. */
export function planLowering<Unit>(
  { staying, removable }: LineUnits<Unit>,
  quantity: number,
): Reading<readonly Unit[]> {
  const surplus = Math.max(0, staying.length + removable.length - quantity);
  return surplus > removable.length
    ? refuse(words.belowShipped)
    : accept(removable.slice(0, surplus));
}

/** Orders ids from the lowest. */
export function byValue(a: bigint, b: bigint): number {
  return a < b ? -1 : a > b ? 1 : 0;
}

function byId(a: Identified, b: Identified): number {
  return byValue(a.id, b.id);
}
