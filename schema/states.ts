import { builder } from './builder.ts';
import { checkoutStepNames } from './domain/checkout.ts';
import { inventoryUnitEvents, inventoryUnitStates } from './domain/inventory-unit-machine.ts';
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
 * capitals. `meanings` describes every word; one that is missing is a type error.
 * Decision: O24.
 */
function enumOf<const Word extends string>(
  name: string,
  description: string,
  words: readonly Word[],
  meanings: Readonly<Record<Word, string>>,
) {
  const ref = builder.enumType(name, {
    description,
    values: Object.fromEntries(
      words.map((word): [string, Value] => [
        word.toUpperCase(),
        { value: word, description: meanings[word] },
      ]),
    ),
    // The schema is sorted by name, also the values of enums.
    extensions: { inOrder: words.map((word) => word.toUpperCase()) },
  });
  return Object.assign(ref, { meanings });
}

/** An enum with the meanings of its words. */
interface Explained {
  readonly meanings: Readonly<Record<string, string>>;
}

/**
 * An enum of the words of several others, by the kind of record that each is about, and further words: for what
 * tells of records of all these kinds.
 */
function gathered(
  name: string,
  description: string,
  enums: Readonly<Record<string, Explained>>,
  further: Readonly<Record<string, string>> = {},
) {
  const meanings = new Map<string, string>();
  for (const [kind, { meanings: own }] of Object.entries(enums)) {
    for (const [word, meaning] of Object.entries(own)) {
      meanings.set(word, `${meanings.get(word) ?? ''} Of ${kind}: ${meaning}`.trim());
    }
  }
  const all = { ...Object.fromEntries(meanings), ...further };
  return enumOf(name, description, Object.keys(all), all);
}

export const OrderState = enumOf('OrderState', 'Where an order is in its life.', orderStates, {
  cart: 'Being filled.',
  address: 'In checkout: addresses are to be given.',
  delivery: 'In checkout: shipping is to be chosen.',
  payment: 'In checkout: a payment is to be given.',
  confirm: 'In checkout: everything is given and is to be confirmed.',
  complete: 'Placed; stock is taken.',
  resumed: 'Open again after it was canceled.',
  awaiting_return: 'A return is expected.',
  returned: 'Sent back. Final.',
  canceled: 'Canceled; its stock was returned.',
});

export const CheckoutStep = enumOf(
  'CheckoutStep',
  'A step of the checkout, after the cart.',
  checkoutStepNames,
  {
    address: 'Addresses.',
    delivery: 'Choice of shipping.',
    payment: 'Payment.',
    confirm: 'Confirmation.',
    complete: 'The order is placed.',
  },
);

export const OrderPaymentState = enumOf(
  'OrderPaymentState',
  'How far a completed order is paid.',
  orderPaymentStates,
  {
    failed: 'There are payments, and all of them failed.',
    void: 'Canceled, and no money is kept.',
    balance_due: 'Less was paid than the order costs.',
    credit_owed: 'More was paid than the order costs.',
    paid: 'Paid in full.',
  },
);

export const OrderShipmentState = enumOf(
  'OrderShipmentState',
  'How far a completed order is shipped.',
  orderShipmentStates,
  {
    canceled: 'All shipments are canceled.',
    backorder: 'Some units are not in stock.',
    shipped: 'Everything has shipped.',
    partial: 'Some shipments have shipped.',
    ready: 'All shipments can be sent.',
    pending: 'Shipments are not ready yet.',
  },
);

export const ShipmentState = enumOf(
  'ShipmentState',
  'Where a shipment is in its life.',
  shipmentStates,
  {
    pending: 'Not ready yet.',
    ready_to_ship: 'Can be sent.',
    shipped: 'Sent.',
    canceled: 'Canceled; its stock was returned.',
  },
);

export const PaymentState = enumOf(
  'PaymentState',
  'Where a payment is in its life.',
  paymentStates,
  {
    checkout: 'Given in checkout; not submitted yet.',
    processing: 'Being processed.',
    pending: 'Authorized; not captured yet.',
    completed: 'The money was received or, if negative, paid back.',
    failed: 'Failed.',
    void: 'Voided.',
    invalid: 'Replaced by another payment.',
  },
);

export const InventoryUnitState = enumOf(
  'InventoryUnitState',
  'Where one unit of an order is.',
  inventoryUnitStates,
  {
    on_hand: 'In stock; not taken yet.',
    sold: 'Taken from stock for the order.',
    backordered: 'Sold before it was in stock.',
    shipped: 'Sent.',
    returned: 'Sent back.',
  },
);

export const AdjustmentKind = enumOf(
  'AdjustmentKind',
  'What an adjustment is for.',
  adjustmentKinds,
  {
    shipping: 'Shipping.',
    tax: 'Tax.',
    manual: 'Added by staff.',
    return: 'What a returned unit cost.',
    canceled: 'What was canceled.',
  },
);

export const OrderEvent = enumOf(
  'OrderEvent',
  'What moves an order to another state.',
  orderEvents,
  {
    next: 'Advances the checkout by one step.',
    complete: 'Places the order: takes stock and submits its payments.',
    cancel: 'Cancels the order: returns its stock and cancels its shipments.',
    resume: 'Opens a canceled order again.',
    authorize_return: 'Expects a return.',
    return: 'Records that the goods came back.',
    approve: 'Records that staff approved the order; its state stays.',
  },
);

export const ShipmentEvent = enumOf(
  'ShipmentEvent',
  'What moves a shipment to another state.',
  shipmentEvents,
  {
    ready: 'Makes it ready to be sent.',
    pend: 'Makes it wait.',
    ship: 'Records that it was sent.',
    cancel: 'Cancels it and returns its stock.',
    resume: 'Opens a canceled shipment again.',
  },
);

export const PaymentEvent = enumOf(
  'PaymentEvent',
  'What moves a payment to another state.',
  paymentVerbs,
  {
    authorize: 'Records that the money is promised.',
    purchase: 'Records that the money was received at once.',
    capture: 'Records that the money was received.',
    void: 'Makes the payment void.',
    credit: 'Pays money back; the payment itself stays completed.',
  },
);

export const InventoryUnitEvent = enumOf(
  'InventoryUnitEvent',
  'What moves one unit of an order to another state.',
  inventoryUnitEvents,
  {
    fill_backorder: 'Records that a backordered unit came in.',
    ship: 'Records that it was sent.',
    return: 'Records that it came back.',
  },
);

export const PeriodUnit = enumOf('PeriodUnit', 'Length of a period, in UTC.', periodLengths, {
  day: 'From midnight to midnight.',
  week: 'From Monday to Monday.',
  month: 'From the first of a month to that of the next.',
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
  'an order': OrderEvent,
  'a shipment': ShipmentEvent,
  'a payment': PaymentEvent,
  'an inventory unit': InventoryUnitEvent,
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
  'an order': OrderState,
  'a shipment': ShipmentState,
  'a payment': PaymentState,
  'an inventory unit': InventoryUnitState,
});

export const StockMovementKind = enumOf(
  'StockMovementKind',
  'Why a count changed.',
  movementKinds,
  {
    set: 'The count was set.',
    adjust: 'The count was changed by a number of units.',
    sale: 'Units were taken for an order.',
    restock: 'Units were put back that had not left.',
    return: 'Units were sent back.',
    damaged: 'Units were sent back that cannot be sold again.',
  },
);

/** What the argument of an event says. */
export const ownMutation =
  'The event. For programs that follow the states of a record: each event also has a mutation of its own.';
