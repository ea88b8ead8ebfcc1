import { builder } from '../builder.ts';
import { LineItemInput } from '../line-items/input.ts';
import { PaymentInput } from '../payments/payment-input.ts';
import { AddressInput } from '../places/address-input.ts';
import { ShipmentInput } from '../shipments/shipment-input.ts';

/** Attributes of an order; who may write which is told apart in the action. Decision: F41, A25. */
export const OrderInput = builder.inputType('OrderInput', {
  description:
    'What may be written of an order. What is not sent stays; what the caller may not write is ignored.',
  fields: (t) => ({
    email: t.string(),
    specialInstructions: t.string(),
    lineItems: t.field({
      type: [LineItemInput],
      description: 'With an id the line is changed, without one it is added; other lines stay.',
    }),
    billAddress: t.field({ type: AddressInput }),
    shipAddress: t.field({ type: AddressInput }),
    useBilling: t.boolean({ description: 'The ship address becomes a copy of the bill address.' }),
    billAddressId: t.id({ description: 'Only an address of this order.' }),
    shipAddressId: t.id({ description: 'Only an address of this order.' }),
    shipments: t.field({
      type: [ShipmentInput],
      description: 'By id or number; customers choose a rate here.',
    }),
    payments: t.field({ type: [PaymentInput] }),
    couponCode: t.string({ description: 'Refused unless blank: there are no promotions.' }),
    userId: t.id({ description: 'The owner; written by admins only.' }),
    channel: t.string({ description: 'Written by admins only.' }),
    number: t.string({ description: 'Given by admins on creation only.' }),
    lockVersion: t.int({ description: 'Refused as a conflict when it is not the stored one.' }),
  }),
});

export type OrderInputShape = typeof OrderInput.$inferInput;
