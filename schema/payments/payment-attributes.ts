import { orderId } from '../orders/order-attributes.ts';
import { attributeList, own } from '../search/attribute-list.ts';
import { state, text } from '../search/attributes.ts';
import { isShown } from '../shown.ts';
import { PaymentState } from '../states.ts';

/** Attributes that payments are searched by; what the provider answered requires permission to update payments. */
export const paymentAttributes = attributeList('Payment', {
  ...own('Payment', 'id', 'paymentMethodId', 'amount', 'sourceType', 'sourceId'),
  ...own('Payment', 'createdAt', 'updatedAt'),
  orderId,
  state: state(PaymentState, 'state'),
  responseCode: text('response_code', {
    nullable: true,
    shownTo: (viewer) => isShown('Payment.responseCode', viewer, null),
  }),
  avsResponse: text('avs_response', {
    nullable: true,
    shownTo: (viewer) => isShown('Payment.avsResponse', viewer, null),
  }),
});
