import { builder } from '../builder.ts';
import { LineItemInput } from '../line-items/input.ts';
import { PaymentInput } from '../payments/payment-input.ts';
import { AddressInput } from '../places/address-input.ts';
import { ShipmentInput } from '../shipments/shipment-input.ts';

/** Attributes of an order; the action checks who may write which. Decision: F41, A25. */
export const OrderInput = builder.inputType('OrderInput', {
  description:
    'Fields of an order. Fields that you leave out stay as they are; fields that you may not write are ignored.',
  fields: (t) => ({
    email: t.string(),
    specialInstructions: t.string(),
    lineItems: t.field({
      type: [LineItemInput],
      description:
        'Line items to change (with `id`) or to add (without). Line items that are not listed stay.',
    }),
    billAddress: t.field({ type: AddressInput }),
    shipAddress: t.field({ type: AddressInput }),
    useBilling: t.boolean({
      description: 'If true, the bill address is copied to the ship address.',
    }),
    billAddressId: t.id({ description: 'Id of an address of this order.' }),
    shipAddressId: t.id({ description: 'Id of an address of this order.' }),
    shipments: t.field({
      type: [ShipmentInput],
      description:
        'Shipments to change, each named by `id` or `number`. To choose a shipping method, send `selectedShippingRateId`.',
    }),
    payments: t.field({ type: [PaymentInput] }),
    couponCode: t.string({ description: 'Must be empty: the store has no promotions.' }),
    userId: t.id({
      description:
        'Id of the user who owns the order; null for a guest order. Ignored unless you hold `orders.override`.',
    }),
    channel: t.string({ description: 'Sales channel. Ignored unless you hold `orders.override`.' }),
    number: t.string({
      description:
        'Order number of a new order; a number is chosen if you leave it out. Ignored unless you hold `orders.override`.',
    }),
    lockVersion: t.int({
      description:
        'The `lockVersion` that you read. If the record was changed since, you get CONFLICT and nothing is updated.',
    }),
  }),
});

export type OrderInputShape = typeof OrderInput.$inferInput;
