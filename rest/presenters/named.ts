import { both } from './rows.ts';
import { id, value } from './show.ts';
import { part } from './table.ts';

/** A record inside another, of which id and name are shown. */
export const named = part(['PaymentMethod', 'ShippingCategory', 'Zone'], {
  id: both(id),
  name: both(value),
});
