import { both } from './rows.ts';
import { id, idOf, time, value } from './show.ts';
import { present } from './table.ts';

/** A way to pay: its id is the `payment_method_id` of a payment. */
export const presentPaymentMethod = present('PaymentMethodParts on PaymentMethod', {
  id: both(id),
  name: both(value),
  description: both(value),
  kind: both(value),
});

/** Where goods ship from: its id is the `stock_location_id` of a shipment. */
export const presentStockLocation = present('StockLocationParts on StockLocation', {
  id: both(id),
  name: both(value),
  is_default: both(value),
  active: both(value),
  address1: both(value),
  city: both(value),
  zipcode: both(value),
  phone: both(value),
  country_id: both(idOf, 'country'),
  state_id: both(idOf, 'state'),
  created_at: both(time),
  updated_at: both(time),
});
