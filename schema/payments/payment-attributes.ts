import { isShown } from '../shown.ts';
import { attributeList, id, money, ref, state, text, time } from '../search/attributes.ts';
import { PaymentState } from '../states.ts';

const order = { table: 'orders', column: 'order_id', always: true };

/**
 * Attributes that payments are searched by; what the provider answered requires permission to update payments.
 * Decision: S20, R10.
 */
export const paymentAttributes = attributeList('Payment', 'payments', {
  id: id('id'),
  orderId: ref('order_id', { reference: { through: [order], column: 'number', fold: 'upper' } }),
  paymentMethodId: id('payment_method_id'),
  amount: money('amount'),
  state: state(PaymentState, 'state'),
  sourceType: text('source_type', { nullable: true }),
  sourceId: id('source_id', { nullable: true }),
  responseCode: text('response_code', {
    nullable: true,
    shownTo: (viewer) => isShown('Payment.responseCode', viewer, null),
  }),
  avsResponse: text('avs_response', {
    nullable: true,
    shownTo: (viewer) => isShown('Payment.avsResponse', viewer, null),
  }),
  createdAt: time('created_at'),
  updatedAt: time('updated_at'),
});
