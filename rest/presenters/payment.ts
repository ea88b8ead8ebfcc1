import { named } from './named.ts';
import { both, newer } from './rows.ts';
import { id, idOf, money, time, value, word } from './show.ts';
import { present } from './table.ts';

/** Payment, recorded by hand. */
export const presentPayment = present('PaymentParts on Payment', {
  id: both(id),
  amount: both(money),
  display_amount: newer(value),
  state: both(word),
  source_type: both(value),
  source_id: both(id),
  payment_method_id: both(idOf, 'paymentMethod'),
  payment_method: both(named),
  response_code: both(value),
  avs_response: both(value),
  created_at: both(time),
  updated_at: both(time),
});
