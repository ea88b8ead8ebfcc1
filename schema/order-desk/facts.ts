import { Decimal } from 'decimal.js';
import { may } from '../abilities.ts';
import { toDecimal } from '../domain/money.ts';
import type { OrderFacts } from '../domain/order-machine.ts';
import { hasProposal, isInCheckout } from '../domain/order-states.ts';
import { everyPackageHasRate, type ProposedShipment } from '../domain/proposal.ts';
import { findShortVariants, type NamedVariant } from '../domain/stock-guard.ts';
import { piecesFor } from './piece-bounds.ts';
import { settle } from './settle.ts';
import { buildProposal, proposeFor } from './shipments.ts';
import { type Place, wantVariant } from './wanted.ts';
import {
  type Act,
  type Amount,
  billAddressOf,
  shipAddressOf,
  type WorkingOrder,
} from './working-order.ts';

/** The total that a customer pays at completion: before delivery, with the shipping that will be proposed. */
function totalAtCompletion(
  act: Act,
  order: WorkingOrder,
  proposed: readonly ProposedShipment[],
): Amount {
  return proposed.length > 0 ? settle(act, buildProposal(act, order)).total : order.total;
}

/** What the guards of the order machine check, read under the lock. Decision: T2, T5 to T20. */
export function orderFacts(act: Act, order: WorkingOrder): OrderFacts {
  const isProposed = !isInCheckout(order.state) || hasProposal(order.state);
  const proposed = isProposed ? [] : proposeFor(act, order);
  return {
    mayForce: may(act.viewer, 'orders.fire', order),
    pieces: order.lineItems.reduce((sum, { quantity }) => sum + quantity, 0),
    mostPieces: piecesFor(act.viewer).order,
    email: order.email,
    billAddressProblems: billAddressOf(order) ? {} : null,
    shipAddressProblems: shipAddressOf(order) ? {} : null,
    everyPackageHasRate: everyPackageHasRate(proposed),
    stockShort: findShort(order),
    get total() {
      return new Decimal(totalAtCompletion(act, order, proposed).toString());
    },
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
