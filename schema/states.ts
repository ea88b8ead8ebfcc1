import { builder } from './builder.ts';
import { checkoutStepNames } from './domain/checkout.ts';
import { inventoryUnitStates } from './domain/inventory-unit-machine.ts';
import { orderStates } from './domain/order-states.ts';
import { paymentStates } from './domain/payment-machine.ts';
import { orderPaymentStates } from './domain/payment-state.ts';
import { orderShipmentStates } from './domain/shipment-state.ts';
import { shipmentStates } from './domain/shipment-states.ts';
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
const enumOf = <const Word extends string>(
  name: string,
  description: string,
  words: readonly Word[],
  meanings: Readonly<Record<Word, string>>,
) =>
  builder.enumType(name, {
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
