import type { Decimal } from 'decimal.js';
import { may } from '../abilities.ts';
import { displayMoney, toDecimal } from '../domain/money.ts';
import type { OrderFacts } from '../domain/order-machine.ts';
import { hasProposal, isInCheckout } from '../domain/order-states.ts';
import { everyPackageHasRate } from '../domain/proposal.ts';
import {
  findShortVariants,
  type FreeUnits,
  freeUnits,
  type NamedVariant,
  type WantedVariant,
} from '../domain/stock-guard.ts';
import { piecesFor } from '../list-room.ts';
import { isDeliverable } from './deliver.ts';
import {
  billAddressOf,
  countUnits,
  idsOf,
  nameOf,
  shelvesOf,
  shipAddressOf,
} from './order-parts.ts';
import { settle } from './settle.ts';
import { buildProposal, canceledWithOrder, proposeFor } from './shipments.ts';
import type { Act, WorkingOrder, WorkingVariant } from './working-order.ts';

/**
 * What the guards of the order machine check, read under the lock, and whether a return puts units back on the shelf.
 */
export function orderFacts(act: Act, order: WorkingOrder, restocks = true): OrderFacts {
  const isProposed = !isInCheckout(order.state) || hasProposal(order.state);
  const proposed = isProposed ? [] : proposeFor(act, order);
  // before delivery a customer pays the shipping that will be proposed
  const charged = (): WorkingOrder =>
    proposed.length > 0 ? settle(act, buildProposal(act, order, false)) : order;
  let total: Decimal | undefined;
  return {
    restocks,
    mayForce: may(act.viewer, 'orders.fire', order),
    pieces: order.lineItems.reduce((sum, { quantity }) => sum + quantity, 0),
    mostPieces: piecesFor(act.viewer).order,
    email: order.email,
    hasBillAddress: billAddressOf(order) !== null,
    hasShipAddress: shipAddressOf(order) !== null,
    everyPackageHasRate: everyPackageHasRate(proposed),
    proposedShipments: proposed.length,
    stockShort: findShort(order),
    stockShortOfProposal: isProposed ? [] : findShortOf(order.lineItems),
    priceChanges: order.repriced.map(({ line: { id, variant }, from }) => ({
      ...nameOf(variant),
      lineId: id,
      from: displayMoney(from, order.currency),
      to: displayMoney(variant.price, order.currency),
    })),
    get total() {
      total ??= toDecimal(charged().total);
      return total;
    },
    paymentTotal: toDecimal(order.paymentTotal),
    payments: order.payments,
    alwaysConfirm: act.settings.checkoutConfirm,
    delivers:
      order.state !== 'canceled' ||
      canceledWithOrder(order).every((shipment) => isDeliverable(act, order, shipment)),
    shipmentStates: order.shipments.map(({ state }) => state),
    unitStates: order.inventoryUnits.map(({ state }) => state),
  };
}

/**
 * The variants that are short of stock at all active locations together: for the line items and units before
 * completion, for the units that a canceled order takes again.
 */
function findShort(order: WorkingOrder): readonly NamedVariant[] {
  const inCheckout = isInCheckout(order.state);
  if (!inCheckout && order.state !== 'canceled') return [];
  const reopened = idsOf(canceledWithOrder(order));
  const inventoryUnits = order.inventoryUnits.filter(
    ({ shipmentId }) => inCheckout || shipmentId === null || reopened.has(shipmentId),
  );
  const units = countUnits({ ...order, inventoryUnits });
  return findShortOf(
    order.lineItems.flatMap(({ id, variant, quantity: ordered }) => {
      const quantity = Math.max(units.get(id) ?? 0, inCheckout ? ordered : 0);
      return quantity === 0 ? [] : [{ variant, quantity }];
    }),
  );
}

const wanted = (
  variant: WorkingVariant,
  quantity: number,
  free: readonly FreeUnits[],
): WantedVariant => ({
  ...nameOf(variant),
  variantId: variant.id,
  quantity,
  deleted: variant.deletedAt !== null,
  trackInventory: variant.trackInventory,
  backorderable: isBackorderable(variant.stockItems),
  countOnHand: free.reduce((sum, { units }) => sum + units, 0),
});

/** The variants of which all active locations together cannot sell what is wanted. */
export const findShortOf = (
  lines: readonly { readonly variant: WorkingVariant; readonly quantity: number }[],
): readonly NamedVariant[] =>
  findShortVariants(
    lines.map(({ variant, quantity }) => wanted(variant, quantity, freeUnits(shelvesOf(variant)))),
  );

/** A wanted variant with what can be sold of it at one location alone. */
export function wantVariantAt(
  { inactiveLocations }: Act,
  variant: WorkingVariant,
  quantity: number,
  place: bigint,
): WantedVariant {
  const free = freeUnits(shelvesOf(variant));
  const there = free.filter(({ stockLocationId }) => stockLocationId === place);
  return {
    ...wanted(variant, quantity, there),
    ...(inactiveLocations.has(place) && { trackInventory: true, backorderable: false }),
  };
}

/** The flag is that of all stock items of a variant. Decision: B50. */
const isBackorderable = (items: WorkingVariant['stockItems']): boolean =>
  items.find(({ stockLocation }) => stockLocation.isDefault)?.backorderable ?? true;
