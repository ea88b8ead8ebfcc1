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
import { userAttributes } from '../users/user-attributes.ts';

/**
 * Attributes that orders are searched by; `new` is the older format's word for `complete`.
 * Decision: S20 (L-order), S21.
 */
export const orderAttributes = attributeList(
  'Order',
  'orders',
  {
    id: id('id'),
    number: text('number', { fold: 'upper' }),
    state: state('state', { aliases: { new: 'complete' } }),
    email: text('email', { nullable: true, fold: 'lower' }),
    userId: id('user_id', { nullable: true }),
    itemTotal: money('item_total'),
    adjustmentTotal: money('adjustment_total'),
    total: money('total'),
    paymentTotal: money('payment_total'),
    shipmentState: state('shipment_state', {
      nullable: true,
      aliases: { ready_to_ship: 'ready' },
    }),
    paymentState: state('payment_state', { nullable: true }),
    specialInstructions: longText('special_instructions', { nullable: true }),
    channel: text('channel'),
    currency: text('currency'),
    totalQuantity: whole('total_quantity'),
    createdAt: time('created_at'),
    updatedAt: time('updated_at'),
    completedAt: time('completed_at', { nullable: true }),
  },
  { user: one(userAttributes, 'user_id', part) },
);
