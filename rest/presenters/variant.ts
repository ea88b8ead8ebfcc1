import { presentImage } from './image.ts';
import { presentOptionValue } from './option-value.ts';
import { both, newer } from './rows.ts';
import { id, list, money, time, value } from './show.ts';
import { present } from './table.ts';

/** Variant. Contract: Resources / Variant. Decision: R19. */
export const presentVariant = present('VariantParts on Variant', {
  id: both(id),
  name: newer(value),
  sku: both(value),
  price: both(money),
  cost_price: both(money),
  display_price: newer(value),
  weight: both(value),
  height: both(value),
  width: both(value),
  depth: both(value),
  is_master: both(value),
  count_on_hand: both(value),
  product_id: both(id),
  deleted_at: both(time),
  permalink: both(value),
  description: both(value),
  options_text: both(value),
  in_stock: both(value),
  option_values: both(list(presentOptionValue)),
  images: both(list(presentImage)),
  track_inventory: newer(value),
  backorderable: newer(value),
  position: newer(value),
  updated_at: newer(time),
});
