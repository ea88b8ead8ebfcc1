import { groupsOf } from '../domain/groups.ts';
import { freeUnits, type FreeUnits } from '../domain/placement.ts';
import { requireRoom } from '../list-room.ts';
import { changeIn, idsOf, unitsIn } from './order-parts.ts';
import { addShipment, keptBySplit, latestShipment } from './shipments.ts';
import { located, moveUnits, takeForUnits, untrackedVariants } from './units.ts';
import type { Act, WorkingOrder, WorkingShipment, WorkingUnit } from './working-order.ts';

/**
 * Takes stock for units wherever there is some: at the location of their shipment, else at the other active ones,
 * the default first, then by id. The units that another location gives move into a shipment from there. The counts
 * must be locked.
 * Throws StockShort if there is too little at all of them together, and Invalid for too many shipments.
 * Decision: T30.
 */
export function takeAnywhere(
  act: Act,
  order: WorkingOrder,
  units: readonly WorkingUnit[],
): WorkingOrder {
  const spread = spreadUnits(act, order, units);
  const taking = idsOf(units);
  return takeForUnits(
    act,
    spread,
    spread === order ? units : spread.inventoryUnits.filter(({ id }) => taking.has(id)),
  );
}

function spreadUnits(act: Act, order: WorkingOrder, units: readonly WorkingUnit[]): WorkingOrder {
  const moves = planMoves(act, order, units);
  if (moves.size === 0) return order;
  const origins = new Set(units.filter(({ id }) => moves.has(id)).map((unit) => unit.shipmentId));
  let next = order;
  for (const origin of origins) next = moveOut(act, next, origin, moves);
  return next;
}

/** The units that another location than that of their shipment gives, with it. */
function planMoves(
  act: Act,
  order: WorkingOrder,
  units: readonly WorkingUnit[],
): ReadonlyMap<bigint, bigint> {
  const untracked = untrackedVariants(order);
  const moves = new Map<bigint, bigint>();
  for (const [variantId, ofVariant] of groupsOf(
    located(act, order, units),
    (unit) => unit.variantId,
  )) {
    const free = untracked.has(variantId) ? [] : freeUnits(order.stock.get(variantId) ?? []);
    const take = (shelf: FreeUnits | undefined): boolean => {
      if (!shelf) return false;
      shelf.units -= 1;
      return true;
    };
    const waiting = ofVariant.filter(
      ({ stockLocationId }) =>
        !take(free.find((shelf) => shelf.units > 0 && shelf.stockLocationId === stockLocationId)),
    );
    for (const { id, stockLocationId } of waiting) {
      const shelf = free.find((candidate) => candidate.units > 0);
      if (shelf && take(shelf)) moves.set(id, shelf.stockLocationId);
      else if (act.inactiveLocations.has(stockLocationId)) moves.set(id, act.defaultLocationId);
    }
  }
  return moves;
}

/**
 * Moves units out of a shipment, or from none: those of each location into a pending shipment from there with the
 * same method and address, else into a new one, which costs nothing. A shipment that all units would leave goes
 * to their first location itself: what the order costs stays.
 */
function moveOut(
  act: Act,
  order: WorkingOrder,
  originId: bigint | null,
  moves: ReadonlyMap<bigint, bigint>,
): WorkingOrder {
  const origin = order.shipments.find(({ id }) => id === originId);
  const leaving = order.inventoryUnits.filter(
    ({ id, shipmentId }) => shipmentId === originId && moves.has(id),
  );
  const groups = [...groupsOf(leaving, ({ id }) => moves.get(id) as bigint)];
  let next = order;
  if (origin && unitsIn(order, origin).length === leaving.length) {
    for (const [stockLocationId] of groups.splice(0, 1)) {
      next = changeIn(next, 'shipments', [origin], { stockLocationId });
    }
  }
  for (const [stockLocationId, units] of groups) {
    const present = next.shipments.find(
      (candidate) =>
        candidate.id !== originId &&
        candidate.state === 'pending' &&
        candidate.stockLocationId === stockLocationId &&
        (!origin || goesLike(candidate, origin)),
    );
    if (!present) requireRoom('shipments', next.shipments.length);
    const added = present
      ? next
      : addShipment(act, next, { ...(origin && keptBySplit(origin)), stockLocationId });
    next = moveUnits(added, units, (present ?? latestShipment(added)).id);
  }
  return next;
}

const goesLike = (one: WorkingShipment, other: WorkingShipment): boolean =>
  one.shippingMethodId === other.shippingMethodId && one.addressId === other.addressId;
