import { both } from './rows.ts';
import { id, value } from './show.ts';
import { present } from './table.ts';

/** A way to pay: its id is the `payment_method_id` of a payment. Decision: O7. */
export const presentPaymentMethod = present('PaymentMethodParts on PaymentMethod', {
  id: both(id),
  name: both(value),
  description: both(value),
  kind: both(value),
});
