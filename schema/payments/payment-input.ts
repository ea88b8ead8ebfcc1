import type { InputFieldBuilder } from '@pothos/core';
import { builder } from '../builder.ts';

const PaymentMethodRefInput = builder.inputType('PaymentMethodRefInput', {
  description: 'Names a payment method by id or name.',
  fields: (t) => ({ id: t.id(), name: t.string() }),
});

type Fields = InputFieldBuilder<typeof builder.$inferSchemaTypes, 'InputObject'>;

const methodFields = (t: Fields) => ({
  paymentMethodId: t.id({ description: 'Id of the payment method.' }),
  paymentMethod: t.field({
    type: PaymentMethodRefInput,
    description: 'The payment method, in place of `paymentMethodId`.',
  }),
});

const newFields = (t: Fields) => ({
  ...methodFields(t),
  amount: t.field({
    type: 'Money',
    description:
      'Amount, such as "12.50"; what is still to be paid if you leave it out. You need `payments.update`.',
  }),
  responseCode: t.string({ description: 'You need `payments.update`.' }),
});

/** Attributes of a new payment. Decision: F45, V8. */
export const CreatePaymentInput = builder.inputType('CreatePaymentInput', {
  description: 'A new payment. It needs `paymentMethodId` or `paymentMethod`.',
  fields: newFields,
});

/** A payment among those of its order. Decision: F41, V8. */
export const OrderPaymentInput = builder.inputType('OrderPaymentInput', {
  description: 'A new payment of an order. It needs `paymentMethodId` or `paymentMethod`.',
  fields: (t) => ({
    id: t.id({ description: 'An entry with an id is ignored: the payment exists.' }),
    ...newFields(t),
  }),
});

/** Attributes of a payment that exists. Decision: F45, V8. */
export const UpdatePaymentInput = builder.inputType('UpdatePaymentInput', {
  description: 'Changes to a payment. Fields that you leave out stay as they are.',
  fields: (t) => ({
    ...methodFields(t),
    amount: t.field({ type: 'Money', description: 'Amount, such as "12.50".' }),
    state: t.string({ description: 'Only `failed`: it marks the payment as failed.' }),
    responseCode: t.string(),
  }),
});
