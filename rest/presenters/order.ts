import { presentAddress } from './address.ts';
import { presentLineItem } from './line-item.ts';
import { presentPayment } from './payment.ts';
import { both, newer, older, unseen } from './rows.ts';
import { presentShipment } from './shipment.ts';
import { constant, id, list, money, orderState, time, value, word } from './show.ts';
import { present } from './table.ts';

/** Adjustment; newer format only, as part of an order. */
const presentAdjustment = present('AdjustmentParts on Adjustment', {
  id: newer(id),
  source_type: newer(value),
  source_id: newer(id),
  adjustable_type: newer(constant('Order')),
  adjustable_id: newer(id, 'orderId'),
  amount: newer(money),
  display_amount: newer(value),
  label: newer(value),
  mandatory: newer(value),
  eligible: newer(value),
  created_at: newer(time),
  updated_at: newer(time),
});

/** Order. Contract: Resources / Order. */
export const presentOrder = present('OrderParts on Order', {
  id: both(id),
  number: both(value),
  state: both(orderState),
  item_total: both(money),
  total: both(money),
  adjustment_total: both(money),
  credit_total: older(money),
  payment_total: newer(money),
  display_item_total: newer(value),
  display_total: newer(value),
  user_id: both(id),
  email: newer(value),
  special_instructions: newer(value),
  shipment_state: newer(word),
  payment_state: newer(word),
  total_quantity: newer(value),
  token: both(value),
  created_at: both(time),
  updated_at: both(time),
  lock_version: unseen(value),
  completed_at: both(time),
  bill_address: both(presentAddress),
  ship_address: both(presentAddress),
  line_items: both(list(presentLineItem)),
  shipments: both(list(presentShipment)),
  adjustments: newer(list(presentAdjustment)),
  payments: newer(list(presentPayment)),
  ship_total: newer(money),
  tax_total: newer(money),
  display_adjustment_total: newer(value),
  display_ship_total: newer(value),
  display_tax_total: newer(value),
  channel: newer(value),
  currency: newer(value),
});
