import type { Decimal } from 'decimal.js';
import { may } from '../abilities.ts';
import { displayMoney, toDecimal } from '../domain/money.ts';
import type { OrderFacts } from '../domain/order-machine.ts';
import { hasProposal, isInCheckout } from '../domain/order-states.ts';
import { everyPackageHasRate } from '../domain/proposal.ts';
import { billAddressOf, shipAddressOf } from './order-parts.ts';
import { piecesFor } from './piece-bounds.ts';
import { settle } from './settle.ts';
import { proposeFor, withProposal } from './shipments.ts';
import { findShort } from './shortage.ts';
import { findShortOf, nameOf } from './wanted.ts';
import type { Act, WorkingOrder } from './working-order.ts';

/**
 * What the guards of the order machine check, read under the lock, and whether a return puts units back on the shelf.
 * Decision: T2, T5 to T20.
 */
export function orderFacts(act: Act, order: WorkingOrder, restocks = true): OrderFacts {
  const isProposed = !isInCheckout(order.state) || hasProposal(order.state);
  const proposed = isProposed ? [] : proposeFor(act, order);
  // before delivery a customer pays the shipping that will be proposed
  const addsShipping = proposed.length > 0;
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
      total ??= toDecimal((addsShipping ? settle(act, withProposal(act, order)) : order).total);
      return total;
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
