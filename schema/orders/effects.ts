import type { OrderEffect } from '../domain/order-machine.ts';
import { everyPackageHasRate } from '../domain/proposal.ts';
import type { TakenUnit } from '../domain/stock.ts';
import { giveBackStock } from '../stock/give-back.ts';
import { defaultLocationId, lockStockItems } from '../stock/stock-item.ts';
import { takeStock } from '../stock/take.ts';
import { createUnits, moveUnits, setUnits } from '../stock/units.ts';
import type { Write } from '../write.ts';
import { nameOf, proposeFor } from './facts.ts';
import { buildProposal, createShipmentRow } from './shipments-of.ts';
import { recordStateChange } from './state-change.ts';
import { readOrder, type WorkingOrder, type WorkingUnit } from './working-order.ts';

const isUnshipped = ({ state }: { readonly state: string }): boolean => state !== 'shipped';
const hasNotLeft = ({ state }: WorkingUnit): boolean => state !== 'shipped' && state !== 'returned';
const idsOf = (rows: readonly { readonly id: bigint }[]): bigint[] => rows.map(({ id }) => id);

/** Units with the location of their stock: that of their shipment, else the default. Decision: T50. */
export function located(
  order: WorkingOrder,
  units: readonly WorkingUnit[],
  locationId: bigint,
): (WorkingUnit & TakenUnit)[] {
  const locations = new Map(
    order.shipments.map(({ id, stockLocationId }) => [id, stockLocationId]),
  );
  return units.map((unit) => ({
    ...unit,
    stockLocationId: (unit.shipmentId !== null && locations.get(unit.shipmentId)) || locationId,
  }));
}

/**
 * Takes stock for units of an order.
 * Throws StockShort.
 * Decision: T30.
 */
export async function takeForUnits(
  write: Write,
  order: WorkingOrder,
  units: readonly WorkingUnit[],
): Promise<void> {
  const variants = new Map(order.lineItems.map(({ variant }) => [variant.id, variant]));
  const locationId = await defaultLocationId(write.tx);
  await takeStock(
    write,
    order.id,
    located(order, units, locationId).map((unit) => ({
      ...unit,
      tracked: variants.get(unit.variantId)?.trackInventory ?? true,
    })),
    (variantId) => {
      const variant = variants.get(variantId);
      return variant ? nameOf(variant) : { name: '', optionsText: '' };
    },
  );
}

/** Returns the stock of units and sets their final state. Decision: T32. */
export async function releaseUnits(
  write: Write,
  order: WorkingOrder,
  units: readonly WorkingUnit[],
  end: 'on_hand' | 'returned',
): Promise<void> {
  const locationId = await defaultLocationId(write.tx);
  const kind = end === 'returned' ? 'return' : 'restock';
  await giveBackStock(
    write,
    order.id,
    located(order, units, locationId),
    () => kind,
    () => setUnits(write, idsOf(units), end, false),
  );
}

/** Sets the state of shipments that are not in it yet. */
export async function setShipments(
  write: Write,
  order: WorkingOrder,
  event: string,
  state: string,
  chosen: WorkingOrder['shipments'],
): Promise<void> {
  for (const shipment of chosen) {
    if (shipment.state === state) continue;
    await write.tx.shipment.update({
      where: { id: shipment.id },
      data: {
        state,
        updatedAt: write.now,
        lockVersion: { increment: write.raise('shipments', [shipment.id]).length },
      },
      select: { id: true },
    });
    const stateful = { type: 'Shipment', id: shipment.id, orderId: order.id } as const;
    await recordStateChange(write, stateful, event, shipment.state, state);
  }
}

async function setPayments(
  write: Write,
  order: WorkingOrder,
  from: readonly string[],
  event: string,
  state: string,
): Promise<void> {
  for (const payment of order.payments.filter((candidate) => from.includes(candidate.state))) {
    await write.tx.payment.update({
      where: { id: payment.id },
      data: { state, updatedAt: write.now },
      select: { id: true },
    });
    const stateful = { type: 'Payment', id: payment.id, orderId: order.id } as const;
    await recordStateChange(write, stateful, event, payment.state, state);
  }
}

/** A shipment for the units: a proposed one if possible, else an empty one. Decision: T14 (1). */
async function ensureShipment(write: Write, order: WorkingOrder): Promise<void> {
  if (order.shipments.some(isUnshipped)) return;
  const proposed = await proposeFor(write, order);
  if (proposed.length > 0 && everyPackageHasRate(proposed)) {
    await buildProposal(write, order);
    return;
  }
  await createShipmentRow(write, order.id, { stockLocationId: await defaultLocationId(write.tx) });
}

/**
 * Creates the missing units of each line item, in the first unshipped shipment; units without a shipment join
 * it.
 * Decision: T14 (2).
 */
async function addMissingUnits(write: Write, order: WorkingOrder): Promise<void> {
  const shipment = order.shipments.find(isUnshipped);
  if (!shipment) throw new Error(`Order ${order.id} has no shipment to fill.`);
  const present = new Map<bigint, number>();
  for (const { lineItemId } of order.inventoryUnits) {
    present.set(lineItemId, (present.get(lineItemId) ?? 0) + 1);
  }
  await createUnits(
    write,
    { orderId: order.id, shipmentId: shipment.id },
    order.lineItems.map(({ id, variantId, quantity }) => ({
      lineItemId: id,
      variantId,
      quantity: quantity - (present.get(id) ?? 0),
    })),
  );
  const loose = order.inventoryUnits.filter(({ shipmentId }) => shipmentId === null);
  await moveUnits(write, idsOf(loose), shipment.id);
}

/** Canceling and emptying an order make its open payments void or invalid. Decision: T39. */
export const voidPayments = (write: Write, order: WorkingOrder): Promise<void> =>
  setPayments(write, order, ['checkout', 'pending'], 'void', 'void');

/** What emptying an order does to payments. Decision: T48. */
export async function dropPayments(write: Write, order: WorkingOrder): Promise<void> {
  await setPayments(write, order, ['checkout'], 'invalidate', 'invalid');
  await setPayments(write, order, ['pending'], 'void', 'void');
}

type Effect = (write: Write, order: WorkingOrder) => Promise<void>;

/** Columns that change together with the state, in one statement. */
const stamps = {
  stampCompletedAt: ({ now }: Write) => ({ completedAt: now }),
  stampCanceledAt: ({ now, userId }: Write) => ({ canceledAt: now, cancelerId: userId }),
  stampApproval: ({ now, userId }: Write, { approvedAt }: WorkingOrder) =>
    approvedAt ? {} : { approvedAt: now, approverId: userId },
} satisfies Partial<Record<OrderEffect, (write: Write, order: WorkingOrder) => object>>;

type Stamp = keyof typeof stamps;

const isStamp = (name: OrderEffect): name is Stamp => Object.hasOwn(stamps, name);

/** What each effect of the order machine does; the type requires all of them. Decision: T5 to T20. */
const effects: Readonly<Record<Exclude<OrderEffect, Stamp>, Effect>> = {
  buildProposal,
  ensureShipment,
  addMissingUnits,
  submitPayments: (write, order) => setPayments(write, order, ['checkout'], 'authorize', 'pending'),
  takeStock: (write, order) =>
    takeForUnits(
      write,
      order,
      order.inventoryUnits.filter(({ state }) => state === 'on_hand'),
    ),
  releaseStock: (write, order) => releaseUnits(write, order, order.inventoryUnits, 'on_hand'),
  cancelShipments: (write, order) =>
    setShipments(write, order, 'cancel', 'canceled', order.shipments),
  voidOpenPayments: voidPayments,
  reopenShipments: (write, order) =>
    setShipments(write, order, 'resume', 'pending', order.shipments),
  returnShippedUnits: async (write, order) => {
    // Including those of the units released next: all stock items are locked at once, in one order.
    await lockStockItems(
      write,
      order.inventoryUnits.map(({ variantId }) => variantId),
    );
    await releaseUnits(
      write,
      order,
      order.inventoryUnits.filter(({ state }) => state === 'shipped'),
      'returned',
    );
  },
  releaseUnshippedUnits: (write, order) =>
    releaseUnits(write, order, order.inventoryUnits.filter(hasNotLeft), 'on_hand'),
  cancelUnshippedShipments: (write, order) =>
    setShipments(
      write,
      order,
      'cancel',
      'canceled',
      order.shipments.filter(
        (shipment) => isUnshipped(shipment) && nothingLeft(order, shipment.id),
      ),
    ),
};

/** Effects that change shipments or units: the next effect reads them again. */
const reshaping: ReadonlySet<OrderEffect> = new Set([
  'ensureShipment',
  'addMissingUnits',
  'returnShippedUnits',
  'releaseUnshippedUnits',
]);

const nothingLeft = ({ inventoryUnits }: WorkingOrder, shipmentId: bigint): boolean =>
  inventoryUnits.filter((unit) => unit.shipmentId === shipmentId).every(hasNotLeft);

/**
 * Runs the effects of an event on an order just read, each seeing the changes of the one before, then writes
 * the state with its timestamps.
 */
export async function carryOut(
  write: Write,
  order: WorkingOrder,
  names: readonly OrderEffect[],
  state: WorkingOrder['state'],
): Promise<void> {
  let present = order;
  let isStale = false;
  for (const name of names) {
    if (isStamp(name)) continue;
    if (isStale) present = await readOrder(write.tx, order.id);
    await effects[name](write, present);
    isStale = reshaping.has(name);
  }
  const stamped = names.filter(isStamp).map((name) => stamps[name](write, order));
  await write.tx.order.update({
    where: { id: order.id },
    data: Object.assign({ state }, ...stamped) as { state: string },
    select: { id: true },
  });
}
