import { builder } from '../builder.ts';

const PaymentMethodRefInput = builder.inputType('PaymentMethodRefInput', {
  description: 'Names a payment method by id or name.',
  fields: (t) => ({ id: t.id(), name: t.string() }),
});

/** Attributes of a payment. Decision: F45. */
export const PaymentInput = builder.inputType('PaymentInput', {
  description: 'What may be written of a payment.',
  fields: (t) => ({
    id: t.id({ description: 'Inside an order an entry with an id is ignored.' }),
    paymentMethodId: t.id(),
    paymentMethod: t.field({ type: PaymentMethodRefInput }),
    amount: t.field({ type: 'Money', description: 'Heard from admins only.' }),
    state: t.string({ description: '`failed`, on a change by an admin.' }),
    responseCode: t.string(),
  }),
});
