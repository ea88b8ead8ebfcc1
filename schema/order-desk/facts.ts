import { Decimal } from 'decimal.js';
import type { Destination } from '../domain/rates.ts';
import { toDecimal } from '../domain/money.ts';
import type { OrderFacts } from '../domain/order-machine.ts';
import { isInCheckout } from '../domain/order-states.ts';
import {
  everyPackageHasRate,
  type ProposedShipment,
  proposeShipments,
} from '../domain/proposal.ts';
import { findShortVariants, type NamedVariant, type WantedVariant } from '../domain/stock-guard.ts';
import { optionsTextOf } from '../variants/option-value.ts';
import { piecesFor } from './piece-bounds.ts';
import {
  type Act,
  billAddressOf,
  shipAddressOf,
  type WorkingOrder,
  type WorkingVariant,
} from './working-order.ts';

/** The name of a variant in messages. */
export const nameOf = (variant: WorkingVariant): NamedVariant => ({
  name: variant.product.name,
  optionsText: optionsTextOf(variant),
});

/** The id of a stock location; undefined means the default one. */
type Place = bigint | undefined;

/** A variant wanted at a location, with its stock item there. Decision: T13. */
export function wantVariant(
  variant: WorkingVariant,
  quantity: number,
  place?: Place,
): WantedVariant {
  const item = variant.stockItems.find(({ stockLocationId, stockLocation }) =>
    place === undefined ? stockLocation.isDefault : stockLocationId === place,
  );
  return {
    ...nameOf(variant),
    variantId: variant.id,
    quantity,
    deleted: variant.deletedAt !== null,
    trackInventory: variant.trackInventory,
    backorderable: item?.backorderable ?? true,
    countOnHand: item?.countOnHand ?? 0,
  };
}

/**
 * The shipments proposed for the line items and the ship address; none without an address.
 * Decision: T21, T22.
 */
export function proposeFor(act: Act, order: WorkingOrder): readonly ProposedShipment[] {
  const address = shipAddressOf(order);
  if (!address) return [];
  const destination: Destination = { countryId: address.countryId, stateId: address.stateId };
  const lines = order.lineItems.map(({ variant, ...line }) => ({
    ...line,
    shippingCategoryId: variant.product.shippingCategoryId,
  }));
  return proposeShipments(lines, destination, act.methods);
}

/** What the guards of the order machine check, read under the lock. Decision: T2, T5 to T20. */
export function orderFacts(act: Act, order: WorkingOrder): OrderFacts {
  const proposed = order.state === 'address' ? proposeFor(act, order) : [];
  return {
    pieces: order.lineItems.reduce((sum, { quantity }) => sum + quantity, 0),
    mostPieces: piecesFor(act.viewer).order,
    email: order.email,
    billAddressProblems: billAddressOf(order) ? {} : null,
    shipAddressProblems: shipAddressOf(order) ? {} : null,
    everyPackageHasRate: everyPackageHasRate(proposed),
    stockShort: findShort(order),
    total: new Decimal(order.total.toString()),
    paymentTotal: toDecimal(order.paymentTotal),
    payments: order.payments.map(({ state, amount, paymentMethod }) => ({
      state,
      amount: toDecimal(amount),
      methodKind: paymentMethod.kind,
    })),
    alwaysConfirm: act.settings.checkoutConfirm,
    shipmentStates: order.shipments.map(({ state }) => state),
    unitStates: order.inventoryUnits.map(({ state }) => state),
  };
}

/**
 * The variants that are short of stock: for the line items before completion, for the units of a canceled
 * order. Units are checked at the location of their shipment.
 * Decision: T13, T30.
 */
function findShort(order: WorkingOrder): readonly NamedVariant[] {
  const inCheckout = isInCheckout(order.state);
  if (!inCheckout && order.state !== 'canceled') return [];
  const locations = new Map(
    order.shipments.map(({ id, stockLocationId }) => [id, stockLocationId]),
  );
  const pieces = new Map(order.lineItems.map(({ id }) => [id, new Map<Place, number>()]));
  const add = (lineId: bigint, place: Place, quantity: number): void => {
    const line = pieces.get(lineId);
    if (quantity > 0) line?.set(place, (line.get(place) ?? 0) + quantity);
  };
  for (const { lineItemId, shipmentId } of order.inventoryUnits) {
    add(lineItemId, shipmentId === null ? undefined : locations.get(shipmentId), 1);
  }
  for (const { id, quantity } of inCheckout ? order.lineItems : []) {
    const present = [...(pieces.get(id)?.values() ?? [])].reduce((sum, count) => sum + count, 0);
    add(id, order.shipments[0]?.stockLocationId, quantity - present);
  }
  const places = new Set([...pieces.values()].flatMap((line) => [...line.keys()]));
  const short = [...places].flatMap((place) =>
    findShortVariants(
      order.lineItems.flatMap(({ id, variant }) => {
        const quantity = pieces.get(id)?.get(place);
        return quantity === undefined ? [] : [wantVariant(variant, quantity, place)];
      }),
    ),
  );
  return short.filter(
    ({ variantId }, place) => short.findIndex((other) => other.variantId === variantId) === place,
  );
}
