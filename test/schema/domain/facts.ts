import { Decimal } from 'decimal.js';
import type { InventoryUnitFacts } from '../../../schema/domain/inventory-unit-machine.ts';
import type { OrderFacts, OrderPaymentFacts } from '../../../schema/domain/order-machine.ts';
import type { ShipmentFacts } from '../../../schema/domain/shipment-machine.ts';

/** An order whose guards all hold; a test overrides only what it is about. */
export function orderFacts(change: Partial<OrderFacts> = {}): OrderFacts {
  return {
    mayForce: true,
    restocks: true,
    pieces: 2,
    mostPieces: 20_000,
    email: 'ada@harbour.example',
    hasBillAddress: true,
    hasShipAddress: true,
    everyPackageHasRate: true,
    proposedShipments: 1,
    stockShort: [],
    stockShortOfProposal: [],
    priceChanges: [],
    total: new Decimal(45),
    paymentTotal: new Decimal(0),
    payments: [payment()],
    alwaysConfirm: false,
    delivers: true,
    shipmentStates: ['pending'],
    unitStates: ['on_hand', 'on_hand'],
    ...change,
  };
}

/** A payment of 45.00 by check in checkout. */
export function payment(change: Partial<OrderPaymentFacts> = {}): OrderPaymentFacts {
  const paymentMethod = { kind: 'check' };
  return { state: 'checkout', amount: new Decimal(45), paymentMethod, ...change };
}

/** A shipment of an open order that may be shipped. */
export function shipmentFacts(change: Partial<ShipmentFacts> = {}): ShipmentFacts {
  return {
    orderState: 'complete',
    requirePaymentToShip: false,
    paymentState: 'balance_due',
    unitStates: ['sold', 'sold'],
    stockShort: [],
    delivers: true,
    ...change,
  };
}

/** A unit of an open order in a pending shipment. */
export function unitFacts(change: Partial<InventoryUnitFacts> = {}): InventoryUnitFacts {
  return {
    orderState: 'complete',
    requirePaymentToShip: false,
    paymentState: 'balance_due',
    shipmentState: 'pending',
    ...change,
  };
}
