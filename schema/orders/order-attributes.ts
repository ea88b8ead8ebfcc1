import { externalRefsOf } from '../external-refs/external-ref-attributes.ts';
import {
  attributeList,
  id,
  longText,
  money,
  one,
  part,
  state,
  text,
  time,
  whole,
} from '../search/attributes.ts';
import { OrderPaymentState, OrderShipmentState, OrderState } from '../states.ts';
import { userAttributes } from '../users/user-attributes.ts';

export const orderAttributes = attributeList(
  'Order',
  'orders',
  {
    id: id('id'),
    number: text('number', { fold: 'upper' }),
    state: state(OrderState, 'state'),
    email: text('email', { nullable: true, fold: 'lower' }),
    userId: id('user_id', { nullable: true }),
    itemTotal: money('item_total'),
    adjustmentTotal: money('adjustment_total'),
    shipTotal: money('ship_total'),
    taxTotal: money('tax_total'),
    creditTotal: money('credit_total'),
    total: money('total'),
    paymentTotal: money('payment_total'),
    shipmentState: state(OrderShipmentState, 'shipment_state', { nullable: true }),
    paymentState: state(OrderPaymentState, 'payment_state', { nullable: true }),
    specialInstructions: longText('special_instructions', { nullable: true }),
    channel: text('channel'),
    currency: text('currency'),
    totalQuantity: whole('total_quantity'),
    createdAt: time('created_at'),
    updatedAt: time('updated_at'),
    completedAt: time('completed_at', { nullable: true }),
  },
  { user: one(userAttributes, 'user_id', part), externalRefs: externalRefsOf('Order') },
);
