import { externalRefsOf } from '../external-refs/external-ref-attributes.ts';
import { attributeList, own } from '../search/attribute-list.ts';
import { longText, one, part, ref, state, text, whole } from '../search/attributes.ts';
import { OrderPaymentState, OrderShipmentState, OrderState } from '../states.ts';
import { userAttributes } from '../users/user-attributes.ts';

/** From a part of an order to the order. */
export const itsOrder = { table: 'orders', column: 'order_id', always: true };

/** The order of a part, by id or number. */
export const orderId = ref('order_id', {
  reference: { through: [itsOrder], column: 'number', fold: 'upper' },
});

export const orderAttributes = attributeList(
  'Order',
  {
    ...own('Order', 'id', 'userId', 'channel', 'currency'),
    ...own('Order', 'itemTotal', 'adjustmentTotal', 'shipTotal', 'taxTotal', 'creditTotal'),
    ...own('Order', 'total', 'paymentTotal', 'createdAt', 'updatedAt', 'completedAt'),
    number: text('number', { fold: 'upper' }),
    state: state(OrderState, 'state'),
    totalQuantity: whole('total_quantity'),
    email: text('email', { nullable: true, fold: 'lower' }),
    shipmentState: state(OrderShipmentState, 'shipment_state', { nullable: true }),
    paymentState: state(OrderPaymentState, 'payment_state', { nullable: true }),
    specialInstructions: longText('special_instructions', { nullable: true }),
  },
  { user: one(userAttributes, 'user_id', part), externalRefs: externalRefsOf('Order') },
);
