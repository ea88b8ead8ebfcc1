import { both, newer, older } from './rows.ts';
import { id, idOf, money, time, value } from './show.ts';
import { present } from './table.ts';
import { presentVariant } from './variant.ts';

/** LineItem. Contract: Resources / LineItem. */
export const presentLineItem = present('LineItemParts on LineItem', {
  id: both(id),
  order_id: older(id),
  variant_id: both(idOf, 'variant'),
  variant: both(presentVariant),
  quantity: both(value),
  price: both(money),
  single_display_amount: newer(value),
  display_total: newer(value),
  total: newer(money),
  display_amount: newer(value, 'displayTotal'),
  description: older(value),
  created_at: older(time),
  updated_at: both(time),
});
