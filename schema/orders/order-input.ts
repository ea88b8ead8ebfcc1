import { builder, type InputFields } from '../builder.ts';
import { inputRules } from '../input-rules.ts';
import { AddLineItemInput, OrderLineItemInput } from '../line-items/input.ts';
import { OrderPaymentInput } from '../payments/payment-input.ts';
import { AddressInput } from '../places/address-input.ts';
import { OrderShipmentInput } from '../shipments/shipment-input.ts';

/** Each address is given once: as it is, as another of the order, or as a copy of the bill address. */
const addressFields = [
  ['billAddress', 'billAddressId'],
  ['useBilling', 'shipAddress', 'shipAddressId'],
] as const;

const sharedFields = (t: InputFields) => ({
  email: t.string(),
  specialInstructions: t.string(),
  billAddress: t.field({ type: AddressInput }),
  shipAddress: t.field({ type: AddressInput }),
  useBilling: t.boolean({
    description:
      'If true, the bill address is copied to the ship address, in place of `shipAddress`.',
  }),
  billAddressId: t.id({
    description: 'Id of an address of this order, in place of `billAddress`.',
  }),
  shipAddressId: t.id({
    description: 'Id of an address of this order, in place of `shipAddress`.',
  }),
  payments: t.field({ type: [OrderPaymentInput], description: 'Payments to add.' }),
  couponCode: t.string({ description: 'Must be empty: the store has no promotions.' }),
  userId: t.id({
    description:
      'Id of the user who owns the order; null for a guest order. An order that you take from a user gets a new order token. You need `orders.override`.',
  }),
  channel: t.string({ description: 'Sales channel. You need `orders.override`.' }),
});

/** Attributes of a new order; the action checks who may write which. */
export const CreateOrderInput = builder.inputType('CreateOrderInput', {
  ...inputRules({ either: addressFields }),
  fields: (t) => ({
    ...sharedFields(t),
    lineItems: t.field({ type: [AddLineItemInput], description: 'Line items to add.' }),
    number: t.string({
      description: 'Order number; one is chosen if you leave it out. You need `orders.override`.',
    }),
  }),
});

export const UpdateOrderInput = builder.inputType('UpdateOrderInput', {
  ...inputRules({
    either: addressFields,
    neverBlank: ['billAddress', 'billAddressId', 'shipAddress', 'shipAddressId'],
  }),
  fields: (t) => ({
    ...sharedFields(t),
    lineItems: t.field({
      type: [OrderLineItemInput],
      description:
        'Line items to change (with `id`) or to add (without). Line items that are not listed stay.',
    }),
    shipments: t.field({
      type: [OrderShipmentInput],
      description:
        'Shipments to change, each once, named by `id` or `number`. To choose a shipping method, send `selectedShippingRateId`.',
    }),
  }),
});

export type OrderAttributes = typeof UpdateOrderInput.$inferInput &
  Partial<Pick<typeof CreateOrderInput.$inferInput, 'number'>>;
