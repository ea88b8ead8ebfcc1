import { groupsOf } from '../domain/groups.ts';
import { freeUnits, quantityNotAvailable } from '../domain/stock-guard.ts';
import { assignTake, groupByStockItem } from '../domain/stock.ts';
import { Invalid } from '../errors.ts';
import { requireRoom } from '../list-room.ts';
import { addBox } from './added-box.ts';
import { changeIn, changeRows, idsOf, nameOf } from './order-parts.ts';
import { addShipment, keptBySplit, latestShipment } from './shipments.ts';
import { located, moveStock, moveUnits } from './units.ts';
import type { Act, Movement, WorkingOrder, WorkingShipment, WorkingUnit } from './working-order.ts';

/** Too little stock for what a write takes; the value before it is still there. */
export class StockShort extends Invalid {
  constructor(messages: readonly string[]) {
    super({ quantity: messages });
  }
}

/** The variants of an order whose stock is not counted, as is known since their stock was locked. */
const untrackedVariants = ({ lineItems, stock }: WorkingOrder): ReadonlySet<bigint> =>
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

type ShipmentIds = ReadonlySet<bigint | null>;

/** The shipments that hold other units than these. */
function shipmentsBeside(order: WorkingOrder, units: readonly WorkingUnit[]): ShipmentIds {
  const ids = idsOf(units);
  const others = order.inventoryUnits.filter(({ id }) => !ids.has(id));
  return new Set(others.map(({ shipmentId }) => shipmentId));
}

/**
 * Takes stock for units wherever there is some: at the location of their shipment, else at the other active ones, the
 * default first, then by id. The units that another location gives move into a shipment from there. The counts must be
 * locked. `beside` are the shipments that hold other units.
 * Throws StockShort for units of deleted variants, and if there is too little at all of them together, and Invalid for
 * too many shipments. Decision: T13, T30.
 */
export function takeAnywhere(
  act: Act,
  order: WorkingOrder,
  units: readonly WorkingUnit[],
  beside: ShipmentIds = shipmentsBeside(order, units),
): WorkingOrder {
  refuseDeleted(order, units);
  const moves = planMoves(act, order, units);
  return takeForUnits(act, moveOut(act, order, units, moves, beside), units);
}

/** The units that another location than that of their shipment gives, with it. */
function planMoves(
  act: Act,
  order: WorkingOrder,
  units: readonly WorkingUnit[],
): ReadonlyMap<bigint, bigint> {
  const untracked = untrackedVariants(order);
  const moves = new Map<bigint, bigint>();
  const placed = located(act, order, units);
  for (const [variantId, ofVariant] of groupsOf(placed, (unit) => unit.variantId)) {
    const free = untracked.has(variantId) ? [] : freeUnits(order.stock.get(variantId) ?? []);
    const shelves = new Map(free.map((shelf) => [shelf.stockLocationId, shelf]));
    const waiting = ofVariant.filter(({ stockLocationId }) => {
      const own = shelves.get(stockLocationId);
      if (!own || own.units === 0) return true;
      own.units -= 1;
      return false;
    });
    for (const { id, stockLocationId } of waiting) {
      while (free[0]?.units === 0) free.shift();
      const [shelf] = free;
      if (shelf) {
        shelf.units -= 1;
        moves.set(id, shelf.stockLocationId);
      } else if (act.inactiveLocations.has(stockLocationId)) moves.set(id, act.defaultLocationId);
    }
  }
  return moves;
}

/**
 * Moves units out of their shipments, or from none: those of each location into a pending shipment from there with the
 * same method and address (from none: without an own one), else into a new one, which costs nothing. A shipment that all
 * units would leave goes to their first location itself: what the order costs stays.
 */
function moveOut(
  act: Act,
  order: WorkingOrder,
  units: readonly WorkingUnit[],
  moves: ReadonlyMap<bigint, bigint>,
  beside: ShipmentIds,
): WorkingOrder {
  if (moves.size === 0) return order;
  const leaving = units.filter(({ id }) => moves.has(id));
  const held = new Set(beside);
  for (const { id, shipmentId } of units) if (!moves.has(id)) held.add(shipmentId);
  const targets = new Map<bigint, bigint>();
  let next = order;
  for (const [originId, ofOrigin] of groupsOf(leaving, ({ shipmentId }) => shipmentId)) {
    const origin = order.shipments.find(({ id }) => id === originId);
    const byLocation = groupsOf(ofOrigin, ({ id }) => moves.get(id) as bigint);
    for (const [stockLocationId, group] of byLocation) {
      if (origin && !held.has(originId)) {
        held.add(originId);
        next = changeIn(next, 'shipments', [origin], { stockLocationId });
        continue;
      }
      const joined = joinShipment(act, next, stockLocationId, origin, group);
      next = joined.order;
      held.add(joined.id);
      for (const { id } of group) targets.set(id, joined.id);
    }
  }
  return {
    ...next,
    inventoryUnits: changeRows(next.inventoryUnits, new Set(targets.keys()), ({ id }) => ({
      shipmentId: targets.get(id) as bigint,
    })),
  };
}

/** The pending shipment from a location that goes like another one, in the order, which gets it if there is none. */
function joinShipment(
  act: Act,
  order: WorkingOrder,
  stockLocationId: bigint,
  origin: WorkingShipment | undefined,
  units: readonly WorkingUnit[],
): { readonly order: WorkingOrder; readonly id: bigint } {
  const present = order.shipments.find(
    (candidate) =>
      candidate.id !== origin?.id &&
      candidate.state === 'pending' &&
      candidate.stockLocationId === stockLocationId &&
      (origin ? goesLike(candidate, origin) : candidate.addressId === null),
  );
  if (present) return { order, id: present.id };
  requireRoom('shipments', order.shipments.length);
  const added = origin
    ? addShipment(act, order, { ...keptBySplit(origin), stockLocationId })
    : addBox(act, order, stockLocationId, (next, id) => moveUnits(next, units, id));
  return { order: added, id: latestShipment(added).id };
}

const goesLike = (one: WorkingShipment, other: WorkingShipment): boolean =>
  one.shippingMethodId === other.shippingMethodId && one.addressId === other.addressId;
