import { named } from './named.ts';
import { both, newer, older } from './rows.ts';
import { id, idOf, listOfOne, money, time, value } from './show.ts';
import { present } from './table.ts';

/** ShippingMethod as part of a shipment. Contract: Resources / ShippingMethod. */
export const presentShippingMethod = present('ShippingMethodParts on ShippingMethod', {
  name: both(value),
  zone_id: both(idOf, 'zone'),
  id: older(id),
  created_at: older(time),
  updated_at: older(time),
  shipping_category_id: newer(idOf, 'shippingCategory'),
});

/** A method available for a shipment, with its zones and categories. */
export const presentOfferedMethod = present('OfferedMethodParts on ShippingMethod', {
  id: newer(id),
  name: newer(value),
  zones: newer(listOfOne(named), 'zone'),
  shipping_categories: newer(listOfOne(named), 'shippingCategory'),
});

/** A way to ship: its id is the `shipping_method_id` of a shipment. */
export const presentListedMethod = present('ListedMethodParts on ShippingMethod', {
  id: both(id),
  name: both(value),
  zone_id: both(idOf, 'zone'),
  zone: both(named),
  shipping_category_id: both(idOf, 'shippingCategory'),
  shipping_category: both(named),
  base_cost: both(money),
  item_cost: both(money),
  created_at: both(time),
  updated_at: both(time),
});
