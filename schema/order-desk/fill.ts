import { Prisma } from '../../prisma/generated/client/client.ts';
import { NeedsRecords } from '../../prisma/shares/write-turn.ts';
import { boundFill, fillBounds, type FillBounds, type FilledUnit } from '../domain/stock.ts';
import type { Write } from '../write.ts';
import { readOrders } from './load.ts';
import { idsOf } from './order-parts.ts';
import { type OrderSize, sizesOf } from './read-size.ts';
import { saveOrders } from './save.ts';
import { setUnits } from './units.ts';
import type { WorkingOrder } from './working-order.ts';

/** A waiting unit with its stock item; its order is counted as its units, or as all its rows. */
interface WaitingUnit extends FilledUnit {
  readonly stockItemId: bigint;
}

/**
 * Turns backordered units into sold ones where counts rose in this write: of each stock item at most as many as
 * arrived, those of the order completed first, then by order id and unit id. Of a canceled shipment no unit waits. The
 * orders concerned are locked if that is possible at once; their totals and states are computed again. The number of
 * statements does not grow with the number of orders. What is beyond the bounds, or behind an order that somebody else
 * has locked, is left for `fillNext`: returns the stock items of which something is. Only its steps wait for orders:
 * they start over with them. Decision: T33, T53, T55, P74.
 */
export async function fillBackorders(
  write: Write,
  bounds: FillBounds = fillBounds,
  mayWait = false,
): Promise<ReadonlySet<bigint>> {
  if (write.rises.size === 0) return new Set();
  const rises = new Map(write.rises);
  write.rises.clear();
  const oldest = oldestWaiting(rises, bounds.rows + 1);
  const waiting = await write.tx.$queryRaw<readonly WaitingUnit[]>(oldest);
  const chosen = await boundRead(write, boundFill(waiting.slice(0, bounds.rows), bounds), bounds);
  if (mayWait) write.requireLocks(ordersOf(chosen));
  const units = mayWait ? chosen : await lockAtOnce(write, chosen);
  if (units.length > 0) await fillUnits(write, units);
  if (units.length === waiting.length) return new Set();
  const left = stockItemsLeft(rises, units, waiting, bounds);
  await leaveForSteps(write, left);
  return left;
}

/**
 * Selects the units that goods have arrived for, the oldest of each stock item first, up to a limit for all together. It
 * reads those alone: the counts tell how many each stock item has, an index holds them in this order.
 */
export function oldestWaiting(rises: ReadonlyMap<bigint, number>, most: number): Prisma.Sql {
  const risen = [...rises].map(([id, rise]) => ({ id: String(id), rise: Math.min(rise, most) }));
  return Prisma.sql`
    SELECT w.id, w.order_id AS "orderId", i.id AS "stockItemId",
           (SELECT o.total_quantity FROM orders o WHERE o.id = w.order_id) AS "rows"
    FROM (
      SELECT i.id, i.variant_id, i.stock_location_id, LEAST(risen.rise, i.backordered) AS units,
             sum(LEAST(risen.rise, i.backordered)) OVER (ORDER BY i.variant_id, i.stock_location_id) AS up_to
      FROM jsonb_to_recordset(${JSON.stringify(risen)}::jsonb) AS risen(id bigint, rise bigint)
      JOIN stock_items i ON i.id = risen.id
    ) i
    CROSS JOIN LATERAL (
      SELECT u.id, u.order_id, u.waiting_since FROM inventory_units u
      WHERE u.state = 'backordered' AND u.variant_id = i.variant_id
        AND u.waiting_location_id = i.stock_location_id
      ORDER BY u.waiting_since, u.order_id, u.id
      LIMIT GREATEST(0, LEAST(i.units, ${most}::bigint - i.up_to + i.units))::bigint
    ) w
    ORDER BY i.variant_id, i.stock_location_id, w.waiting_since, w.order_id, w.id
    LIMIT ${most}`;
}

/**
 * Which of the units one write fills by all that is read of their orders. Those given have few enough units, so little
 * is counted.
 */
async function boundRead(
  { tx }: Write,
  units: readonly WaitingUnit[],
  bounds: FillBounds,
): Promise<readonly WaitingUnit[]> {
  if (units.length === 0) return units;
  const sizes = await tx.$queryRaw<readonly OrderSize[]>(sizesOf(ordersOf(units)));
  const rowsOf = new Map(sizes.map(({ id, rows }) => [id, rows]));
  const counted = units.map((unit) => ({ ...unit, rows: rowsOf.get(unit.orderId) ?? unit.rows }));
  return boundFill(counted, bounds);
}

const ordersOf = (units: readonly WaitingUnit[]): readonly bigint[] => [
  ...new Set(units.map(({ orderId }) => orderId)),
];

/**
 * Those of the units whose orders could be locked, and are now; of each stock item none behind one whose order could
 * not. That they still wait is certain under the lock of their stock items, so what is locked after these must not be
 * waited for.
 */
async function lockAtOnce(
  write: Write,
  units: readonly WaitingUnit[],
): Promise<readonly WaitingUnit[]> {
  const ids = ordersOf(units).filter((id) => claimsAtOnce(write, id));
  if (ids.length === 0) return [];
  const rows = await write.tx.$queryRaw<readonly { id: bigint }[]>(Prisma.sql`
    SELECT id FROM orders WHERE id = ANY(${ids.map(String)}::bigint[])
    ORDER BY id FOR NO KEY UPDATE SKIP LOCKED`);
  const locked = idsOf(rows);
  await write.lockOrders([...locked]);
  const heldUp = new Set<bigint>();
  return units.filter(({ orderId, stockItemId }) => {
    if (!locked.has(orderId)) heldUp.add(stockItemId);
    return !heldUp.has(stockItemId);
  });
}

/** Whether no other write of this process has an order. */
function claimsAtOnce(write: Write, id: bigint): boolean {
  try {
    write.claim('orders', [id]);
    return true;
  } catch (error) {
    if (error instanceof NeedsRecords) return false;
    throw error;
  }
}

/** The stock items of which more may wait than was filled. */
function stockItemsLeft(
  rises: ReadonlyMap<bigint, number>,
  filled: readonly WaitingUnit[],
  waiting: readonly WaitingUnit[],
  { rows }: FillBounds,
): ReadonlySet<bigint> {
  const ids = idsOf(filled);
  const rest = waiting.filter(({ id }) => !ids.has(id)).map(({ stockItemId }) => stockItemId);
  if (waiting.length <= rows) return new Set(rest);
  // what is beyond the limit of the search is not known
  const done = new Set(filled.map(({ stockItemId }) => stockItemId));
  return new Set([...rest, ...[...rises.keys()].filter((id) => !done.has(id))]);
}

async function fillUnits(write: Write, units: readonly WaitingUnit[]): Promise<void> {
  const filled = idsOf(units);
  const orders = await readOrders(write, ordersOf(units));
  const changed = orders.map((order) => fillOrder(order, filled));
  await saveOrders(write, changed);
}

function fillOrder(order: WorkingOrder, filled: ReadonlySet<bigint>): WorkingOrder {
  const units = order.inventoryUnits.filter(({ id }) => filled.has(id));
  const shipments = units.flatMap(({ shipmentId }) => shipmentId ?? []);
  return {
    ...setUnits(order, units, 'sold', true),
    filled: new Set([...order.filled, ...shipments]),
  };
}

/** Notes locked stock items whose goods wait for further steps; one that is noted stays as it is. */
async function leaveForSteps(
  { tx, userId }: Write,
  stockItemIds: ReadonlySet<bigint>,
): Promise<void> {
  await tx.$executeRaw(Prisma.sql`
    INSERT INTO stock_fills (stock_item_id, user_id)
    SELECT id, ${userId}::bigint FROM unnest(${[...stockItemIds].map(String)}::bigint[]) AS id
    ON CONFLICT DO NOTHING`);
}
