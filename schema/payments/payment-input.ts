import { builder } from '../builder.ts';

const PaymentMethodRefInput = builder.inputType('PaymentMethodRefInput', {
  description: 'Names a payment method by id or name.',
  fields: (t) => ({ id: t.id(), name: t.string() }),
});

/** Attributes of a payment. Decision: F45. */
export const PaymentInput = builder.inputType('PaymentInput', {
  description: 'Fields of a payment.',
  fields: (t) => ({
    id: t.id({ description: 'Leave it out: inside an order, an entry with an id is ignored.' }),
    paymentMethodId: t.id(),
    paymentMethod: t.field({ type: PaymentMethodRefInput }),
    amount: t.field({
      type: 'Money',
      description:
        'Amount, such as "12.50"; what is still to be paid if you leave it out. Ignored unless you hold `payments.update`.',
    }),
    state: t.string({
      description: 'Only `failed`, on an update: it marks the payment as failed.',
    }),
    responseCode: t.string(),
  }),
});
