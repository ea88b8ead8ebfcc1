import { builder } from './builder.ts';
import { checkoutStepNames } from './domain/checkout.ts';
import { inventoryUnitEvents, inventoryUnitStates } from './domain/inventory-unit-machine.ts';
import type { Meanings } from './domain/meanings.ts';
import { orderEvents } from './domain/order-machine.ts';
import { orderStates } from './domain/order-states.ts';
import { periodLengths } from './domain/periods.ts';
import { paymentStates, paymentVerbs } from './domain/payment-machine.ts';
import { orderPaymentStates } from './domain/payment-state.ts';
import { shipmentEvents } from './domain/shipment-machine.ts';
import { orderShipmentStates } from './domain/shipment-state.ts';
import { shipmentStates } from './domain/shipment-states.ts';
import { movementKinds } from './domain/stock.ts';
import { adjustmentKinds } from './domain/totals.ts';

/** A value of an enum: columns are texts, so it is one too. */
interface Value {
  readonly value: string;
  readonly description: string;
}

/**
 * An enum of words that are stored in lower case, in the order of the domain's table: each value is its word in
 * capitals.
 */
const enumOf = (name: string, description: string, meanings: Meanings) =>
  builder.enumType(name, {
    description,
    values: Object.fromEntries(
      Object.entries(meanings).map(([word, meaning]): [string, Value] => [
        word.toUpperCase(),
        { value: word, description: meaning },
      ]),
    ),
    // The schema is sorted by name, also the values of enums.
    extensions: { inOrder: Object.keys(meanings).map((word) => word.toUpperCase()) },
  });

/**
 * An enum of the words of several tables, by the kind of record that each is about, and further words: for what
 * tells of records of all these kinds.
 */
function gathered(
  name: string,
  description: string,
  tables: Readonly<Record<string, Meanings>>,
  further: Meanings = {},
) {
  const meanings = new Map<string, string>();
  for (const [kind, own] of Object.entries(tables)) {
    for (const [word, meaning] of Object.entries(own)) {
      meanings.set(word, `${meanings.get(word) ?? ''} Of ${kind}: ${meaning}`.trim());
    }
  }
  return enumOf(name, description, { ...Object.fromEntries(meanings), ...further });
}

const enumsOf = <Name extends string>(
  tables: Readonly<Record<Name, readonly [description: string, Meanings]>>,
) =>
  Object.fromEntries(
    Object.entries<readonly [string, Meanings]>(tables).map(([name, row]) => [
      name,
      enumOf(name, ...row),
    ]),
  ) as Record<Name, ReturnType<typeof enumOf>>;

/** The enums of the domain's tables, each with its description. */
export const {
  OrderState,
  CheckoutStep,
  OrderPaymentState,
  OrderShipmentState,
  ShipmentState,
  PaymentState,
  InventoryUnitState,
  AdjustmentKind,
  OrderEvent,
  ShipmentEvent,
  PaymentEvent,
  InventoryUnitEvent,
  PeriodUnit,
  StockMovementKind,
} = enumsOf({
  OrderState: ['Where an order is in its life.', orderStates],
  CheckoutStep: ['A step of the checkout, after the cart.', checkoutStepNames],
  OrderPaymentState: ['How far a completed order is paid.', orderPaymentStates],
  OrderShipmentState: ['How far a completed order is shipped.', orderShipmentStates],
  ShipmentState: ['Where a shipment is in its life.', shipmentStates],
  PaymentState: ['Where a payment is in its life.', paymentStates],
  InventoryUnitState: ['Where one unit of an order is.', inventoryUnitStates],
  AdjustmentKind: ['What an adjustment is for.', adjustmentKinds],
  OrderEvent: ['What moves an order to another state.', orderEvents],
  ShipmentEvent: ['What moves a shipment to another state.', shipmentEvents],
  PaymentEvent: ['What moves a payment to another state.', paymentVerbs],
  InventoryUnitEvent: ['What moves one unit of an order to another state.', inventoryUnitEvents],
  PeriodUnit: ['Length of a period, in UTC.', periodLengths],
  StockMovementKind: ['Why a count changed.', movementKinds],
});

/** The types of the records that have states, as the history stores them. */
const statefulTypes: Readonly<Record<string, Value>> = {
  ORDER: { value: 'Order', description: 'The order itself.' },
  SHIPMENT: { value: 'Shipment', description: 'A shipment.' },
  PAYMENT: { value: 'Payment', description: 'A payment.' },
  INVENTORY_UNIT: { value: 'InventoryUnit', description: 'An inventory unit.' },
};

export const HistoryKind = builder.enumType('HistoryKind', {
  description: 'What kind of record a state change is about.',
  values: statefulTypes,
});

const firedEvents = {
  'an order': orderEvents,
  'a shipment': shipmentEvents,
  'a payment': paymentVerbs,
  'an inventory unit': inventoryUnitEvents,
};

export const AllowedEvent = gathered(
  'AllowedEvent',
  'An event that an order or a part of it allows.',
  firedEvents,
);

export const HistoryEvent = gathered(
  'HistoryEvent',
  'What moved an order or a part of it to another state.',
  firedEvents,
  {
    fail: 'Of a payment: It failed.',
    invalidate: 'Of a payment: It was replaced by another payment.',
    empty: 'Of an order: All that it contained was removed.',
    set_back: 'Of an order: A change took the checkout back.',
    unrecorded: 'Something that was not recorded when it happened.',
  },
);

export const HistoryState = gathered('HistoryState', 'A state of an order or of a part of it.', {
  'an order': orderStates,
  'a shipment': shipmentStates,
  'a payment': paymentStates,
  'an inventory unit': inventoryUnitStates,
});

/** What the argument of an event says. */
export const ownMutation =
  'The event. For programs that follow the states of a record: each event also has a mutation of its own.';
