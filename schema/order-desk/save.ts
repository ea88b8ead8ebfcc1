import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Prisma } from '../../prisma/generated/client/client.ts';
import { isPermitted } from '../abilities.ts';
import { sentences } from '../domain/messages.ts';
import { toDecimal } from '../domain/money.ts';
import { isInCheckout } from '../domain/order-states.ts';
import { Invalid } from '../errors.ts';
import { moveCounts } from '../stock/move-counts.ts';
import type { Write } from '../write.ts';
import { type Change, changedRows, lists, stamp, withIds } from './difference.ts';
import { isTemporary } from '../new-rows.ts';
import { idsOf } from './order-parts.ts';
import { settlePriced } from './settle.ts';
import { putSteps } from './save-steps.ts';
import { putUnits, saveWaits, withWaits } from './save-units.ts';
import { reserveIds } from '../reserved-ids.ts';
import { dropRows, type OrderModel, putRows, type Row, runParts } from './table-rows.ts';
import type { WorkingOrder, WorkingRate } from './working-order.ts';

const models = Object.keys(lists) as OrderModel[];

/** What a write may remove beside rates, children first. */
const removable = ['InventoryUnit', 'LineItem', 'Adjustment', 'Shipment', 'Address'] as const;

/**
 * Saves what a write made of its orders: derived values are computed again, and the difference from what was loaded is
 * written in at most six statements, whatever the number of orders and rows: they reserve ids, take rates away, write what
 * is new or changed, move counts with their ledger, count who waits, and remove what is gone. An order that is what was
 * loaded is not touched.
 * Throws Invalid if a total exceeds a bound.
 */
export async function saveOrders(write: Write, orders: readonly WorkingOrder[]): Promise<void> {
  const changes = orders.flatMap((order): Change[] => {
    const before = write.stored.get(order.id);
    if (!before) throw new Error(`Order ${order.id} was not loaded by this write.`);
    return before === order ? [] : [{ before, after: settlePriced(write, order) }];
  });
  for (const change of changes) requireWorth(write, change);
  if (changes.length > 0) await saveChanges(write, changes);
}

/**
 * Discounts are given for what an order contains: only who may give them places one with a total below 0, or takes
 * goods off it to there.
 * Throws Invalid. Decision: C26.
 */
function requireWorth({ viewer }: Write, { before, after }: Change): void {
  const total = toDecimal(after.total);
  if (isInCheckout(after.state) || !total.isNegative()) return;
  const falls =
    isInCheckout(before.state) || toDecimal(after.itemTotal).lessThan(toDecimal(before.itemTotal));
  if (falls && !isPermitted(viewer, 'orders.override')) {
    throw new Invalid({ base: [sentences.belowNothing] });
  }
}

/**
 * The same for one order; returns it as it is stored now, with the ids of new rows. With what it gave back, the write
 * fills backorders when it ends.
 */
export async function saveOrder(write: Write, order: WorkingOrder): Promise<WorkingOrder> {
  await saveOrders(write, [order]);
  return write.stored.get(order.id) as WorkingOrder;
}

/** An order with its derived values computed again, if the write has changed it. */
export const settleChanged = (write: Write, order: WorkingOrder): WorkingOrder =>
  write.stored.get(order.id) === order ? order : settlePriced(write, order);

/** Of an order with more units other requests have a turn of the event loop before and while it is compared. */
const mostInTurn = 1_000;

const hasMany = ({ after }: Change): boolean => after.inventoryUnits.length > mostInTurn;

async function saveChanges(write: Write, settled: readonly Change[]): Promise<void> {
  const isLong = settled.some(hasMany);
  if (isLong) await nextTurn();
  const wanted = models.map((model) => {
    const rows = settled.flatMap(({ after }) => lists[model](after));
    return { model, ids: rows.map(({ id }) => id).filter(isTemporary) };
  });
  const real = await reserveIds(write, wanted);
  const changes = settled.map(({ before, after }) => ({ before, after: withIds(after, real) }));
  const stamped = changes.map(({ before, after }) => ({
    before,
    after: withWaits(write, stamp(write, before, after)),
  }));
  if (isLong) await nextTurn();
  const rowsOf = (model: OrderModel): readonly Row[] =>
    stamped.flatMap(({ before, after }) => changedRows(model, before, after));
  const put = (model: OrderModel): readonly Prisma.Sql[] => putRows(model, rowsOf(model));
  const drop = (model: OrderModel): readonly Prisma.Sql[] => {
    const gone = stamped.flatMap((change) => goneRows(model, change));
    return dropRows(model, gone);
  };
  const rates = rowsOf('ShippingRate') as readonly WorkingRate[];
  const added = new Set(real.values());
  const isDeselected = ({ id, selected }: WorkingRate): boolean => !selected && !added.has(id);
  const otherRates = rates.filter((rate) => !isDeselected(rate));
  // a shipment has at most one selected rate, at every moment
  await runParts(write, [
    ...putRows('ShippingRate', rates.filter(isDeselected)),
    ...dropRows('ShippingRate', stamped.flatMap(goneRates)),
  ]);
  await runParts(write, [
    ...put('Address'),
    ...put('LineItem'),
    ...put('Shipment'),
    ...putRows('ShippingRate', otherRates),
    ...putUnits(stamped),
    ...put('Payment'),
    ...put('Adjustment'),
    ...put('Order'),
    ...putSteps(write, stamped),
  ]);
  await saveCounts(write, stamped);
  await saveWaits(write, stamped);
  await runParts(write, removable.flatMap(drop));
  for (const { after } of stamped) {
    write.audited.push(...after.audits);
    for (const { stockItemId, rise } of after.movements) {
      if (rise > 0) write.rises.set(stockItemId, (write.rises.get(stockItemId) ?? 0) + rise);
    }
    write.stored.set(after.id, {
      ...after,
      stock: new Map(),
      movements: [],
      steps: [],
      audits: [],
      repriced: [],
    });
  }
}

const goneRows = (model: OrderModel, { before, after }: Change): readonly Row[] => {
  const rows = lists[model](after);
  const stored = lists[model](before);
  if (rows === stored) return [];
  const kept = idsOf(rows);
  return stored.filter(({ id }) => !kept.has(id));
};

/** The rates that are gone from shipments that stay; those of others go with them. */
function goneRates(change: Change): readonly Row[] {
  const shipments = idsOf(change.after.shipments);
  const rates = goneRows('ShippingRate', change) as readonly WorkingRate[];
  return rates.filter(({ shipmentId }) => shipments.has(shipmentId));
}

/** Saves the counts that orders in hand have changed, with the ledger's rows. */
async function saveCounts(write: Write, changes: readonly Change[]): Promise<void> {
  const movements = changes.flatMap(({ after }) =>
    after.movements.map((movement) => ({ ...movement, orderId: after.id })),
  );
  const stock = changes.flatMap(({ after }) => [...after.stock.values()].flat());
  const counts = new Map(stock.map((count) => [count.id, count]));
  const differences = new Map<bigint, number>();
  for (const { stockItemId, quantity } of movements) {
    differences.set(stockItemId, (differences.get(stockItemId) ?? 0) + quantity);
  }
  const items = [...differences].flatMap(([id, difference]) => {
    const count = counts.get(id);
    return count ? [{ ...count, difference }] : [];
  });
  await moveCounts(write, items, movements);
}
