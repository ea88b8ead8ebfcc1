import { builder, type InputFields } from '../builder.ts';
import { type InputRules, inputRules } from '../input-rules.ts';

const PaymentMethodRefInput = builder.inputType('PaymentMethodRefInput', {
  ...inputRules({ either: [['id', 'name']] }),
  description: 'Names a payment method by one of its fields.',
  fields: (t) => ({ id: t.id(), name: t.string() }),
});

const methodRules: InputRules = { either: [['paymentMethodId', 'paymentMethod']] };

const methodFields = (t: InputFields) => ({
  paymentMethodId: t.id({ description: 'Id of the payment method.' }),
  paymentMethod: t.field({
    type: PaymentMethodRefInput,
    description: 'The payment method, in place of `paymentMethodId`.',
  }),
});

const newFields = (t: InputFields) => ({
  ...methodFields(t),
  amount: t.field({
    type: 'Money',
    description:
      'Amount, such as "12.50"; what is still to be paid if you leave it out. You need `payments.update`.',
  }),
  responseCode: t.string({
    description: 'Response code of the payment provider. You need `payments.update`.',
  }),
});

export const CreatePaymentInput = builder.inputType('CreatePaymentInput', {
  ...inputRules(methodRules),
  description: 'A new payment. It needs `paymentMethodId` or `paymentMethod`.',
  fields: newFields,
});

export const OrderPaymentInput = builder.inputType('OrderPaymentInput', {
  ...inputRules(methodRules),
  description: 'A new payment of an order. It needs `paymentMethodId` or `paymentMethod`.',
  fields: (t) => ({
    id: t.id({
      description: 'Leave it out: an entry adds a payment, and changes none that exists.',
    }),
    ...newFields(t),
  }),
});

export const UpdatePaymentInput = builder.inputType('UpdatePaymentInput', {
  ...inputRules({ ...methodRules, neverBlank: ['state'] }),
  fields: (t) => ({
    ...methodFields(t),
    amount: t.field({ type: 'Money', description: 'Amount, such as "12.50".' }),
    state: t.string({ description: 'Only `failed`: it marks the payment as failed.' }),
    responseCode: t.string({
      description: 'Response code of the payment provider. Null removes it.',
    }),
  }),
});
