import { newer } from './rows.ts';
import { amount, id, idOf, value } from './show.ts';
import { present } from './table.ts';

/** ShippingRate; newer format only, as part of a shipment. Contract: Resources / ShippingRate. */
export const presentShippingRate = present('ShippingRateParts on ShippingRate', {
  id: newer(id),
  name: newer(value),
  // In the contract this one amount is a number, where the others are texts.
  cost: newer(amount),
  selected: newer(value),
  shipment_id: newer(idOf, 'shipment'),
  shipping_method_id: newer(idOf, 'shippingMethod'),
  display_cost: newer(value),
});
