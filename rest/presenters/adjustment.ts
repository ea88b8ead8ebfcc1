import { newer } from './rows.ts';
import { constant, id, money, time, value } from './show.ts';
import { present } from './table.ts';

/** Adjustment; newer format only, as part of an order. Decision: R24. */
export const presentAdjustment = present('AdjustmentParts on Adjustment', {
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
