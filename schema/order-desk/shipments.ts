import { Decimal } from 'decimal.js';
import { type ProposedShipment, proposeShipments } from '../domain/proposal.ts';
import { newShipmentNumber } from '../new-numbers.ts';
import { isShippingCredit } from './booked-credits.ts';
import { asMade, temporaryId } from '../new-rows.ts';
import { idsOf, shelvesOf, shipAddressOf } from './order-parts.ts';
import { addUnits, removeUnits } from './units.ts';
import type { Act, Amount, WorkingOrder, WorkingShipment } from './working-order.ts';

/** Columns of a new shipment; its number is generated unless given. */
export interface NewShipment {
  readonly stockLocationId: bigint;
  readonly number?: string | undefined;
  readonly shippingMethodId?: bigint | null;
  /** Its own address, if it does not go to that of the order. */
  readonly addressId?: bigint | null;
  readonly cost?: Amount;
  readonly rates?: WorkingShipment['rates'];
}

/**
 * Adds a pending shipment without units, by default without method and cost; it is the last of the order.
 * Decision: T14, C37.
 */
export function addShipment(
  { now }: Act,
  order: WorkingOrder,
  {
    stockLocationId,
    number,
    shippingMethodId = null,
    addressId = null,
    cost = new Decimal(0),
    rates = [],
  }: NewShipment,
): WorkingOrder {
  const id = temporaryId();
  const shipment = asMade<WorkingShipment>({
    id,
    number: number ?? newShipmentNumber(),
    orderId: order.id,
    state: 'pending',
    cost,
    tax: 0,
    taxRate: 0,
    tracking: null,
    shippedAt: null,
    stockLocationId,
    shippingMethodId,
    addressId,
    lockVersion: 0,
    createdAt: now,
    updatedAt: now,
    rates: rates.map((rate) => ({ ...rate, shipmentId: id })),
  });
  return { ...order, shipments: [...order.shipments, shipment] };
}

/** The shipment that units without one join at completion: the first that has not left. Decision: T14 (2). */
export const shipmentToFill = ({ shipments }: WorkingOrder): WorkingShipment | undefined =>
  shipments.find(({ state }) => state !== 'shipped');

/**
 * The shipments that a canceled order had until then: not those that were canceled before, which are credited.
 * Decision: T17, C42.
 */
export function canceledWithOrder({ shipments, adjustments }: WorkingOrder): WorkingShipment[] {
  const credited = new Set(adjustments.filter(isShippingCredit).map((row) => row.shipmentId));
  return shipments.filter(({ id, state }) => state === 'canceled' && !credited.has(id));
}

/**
 * What a shipment keeps of the one that it is split from: where its goods are and go to, and how. It costs
 * nothing unless that is emptied, so neither does its rate; the other rates cost what was offered.
 * Decision: T29.
 */
export const keptBySplit = ({
  stockLocationId,
  shippingMethodId,
  addressId,
  rates,
}: WorkingShipment) => ({
  stockLocationId,
  shippingMethodId,
  addressId,
  rates: rates.map((rate) => ({
    ...rate,
    id: temporaryId(),
    cost: rate.selected ? new Decimal(0) : rate.cost,
  })),
});

/** The shipment added last. */
export function latestShipment({ shipments }: WorkingOrder): WorkingShipment {
  const shipment = shipments.at(-1);
  if (!shipment) throw new Error('The order has no shipment.');
  return shipment;
}

/** Deletes shipments with their rates and adjustments, and addresses that only they used. */
export function deleteShipments(order: WorkingOrder, gone: ReadonlySet<bigint>): WorkingOrder {
  if (gone.size === 0) return order;
  return dropUnusedAddresses({
    ...order,
    shipments: order.shipments.filter(({ id }) => !gone.has(id)),
    adjustments: order.adjustments.filter(
      ({ shipmentId }) => shipmentId === null || !gone.has(shipmentId),
    ),
  });
}

/** Deletes the shipments of an order before completion, with their units and rates. Decision: T21, T45. */
export const dropShipments = (order: WorkingOrder): WorkingOrder =>
  dropUnusedAddresses(
    deleteShipments(removeUnits(order, order.inventoryUnits), idsOf(order.shipments)),
  );

/** Deletes addresses of the order that are no longer used. Decision: C25. */
export function dropUnusedAddresses(order: WorkingOrder): WorkingOrder {
  const used = new Set([
    order.billAddressId,
    order.shipAddressId,
    ...order.shipments.map(({ addressId }) => addressId),
  ]);
  const addresses = order.addresses.filter(({ id }) => used.has(id));
  return addresses.length === order.addresses.length ? order : { ...order, addresses };
}

/**
 * The shipments proposed for the line items and the ship address; none without an address.
 * Decision: T21, T22.
 */
export function proposeFor(act: Act, order: WorkingOrder): readonly ProposedShipment[] {
  const address = shipAddressOf(order);
  if (!address) return [];
  const lines = order.lineItems.map(({ variant, ...line }) => ({
    ...line,
    shippingCategoryId: variant.product.shippingCategoryId,
    shelves: variant.trackInventory ? shelvesOf(variant) : [],
  }));
  return proposeShipments(lines, act.defaultLocationId, address, act.methods);
}

/**
 * An order with the shipments proposed for its line items and ship address in place of its own; if it is not to be
 * saved, without units, of which an order that is not complete costs nothing.
 * Decision: T21.
 */
export function buildProposal(act: Act, order: WorkingOrder, hasUnits = true): WorkingOrder {
  const emptied = dropShipments(order);
  return proposeFor(act, emptied).reduce((next, { stockLocationId, rates, lines, cost }) => {
    const added = addShipment(act, next, {
      stockLocationId,
      shippingMethodId: rates.find(({ selected }) => selected)?.shippingMethodId ?? null,
      cost,
      rates: rates.map((rate) => ({ ...rate, id: temporaryId(), shipmentId: 0n })),
    });
    if (!hasUnits) return added;
    const pieces = lines.map(({ id, ...line }) => ({ ...line, lineItemId: id }));
    return addUnits(act, added, latestShipment(added).id, pieces);
  }, emptied);
}
