import { both, newer } from './rows.ts';
import { constant, id, idOf, its, list, money, time, value } from './show.ts';
import { present } from './table.ts';

/** Image; always of a variant. Contract: Resources / Image. Decision: C16. */
const presentImage = present('ImageParts on Image', {
  id: both(id),
  position: both(value),
  attachment_content_type: both(value),
  attachment_file_name: both(value),
  type: both(constant('Image')),
  attachment_updated_at: both(time),
  attachment_width: both(value),
  attachment_height: both(value),
  alt: both(value),
  viewable_type: both(constant('Variant')),
  viewable_id: both(id, 'variantId'),
  mini_url: both(value),
  small_url: both(value),
  product_url: both(value),
  large_url: both(value),
});

/** OptionValue. Contract: Resources / OptionValue. */
const presentOptionValue = present('OptionValueParts on OptionValue', {
  id: both(id),
  name: both(value),
  presentation: both(value),
  option_type_name: both(its('name', value), 'optionType'),
  option_type_id: both(idOf, 'optionType'),
  option_type_presentation: newer(its('presentation', value), 'optionType'),
});

/** Variant. Contract: Resources / Variant. */
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
