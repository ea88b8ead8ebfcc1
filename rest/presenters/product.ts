import { both, newer, older, unseen } from './rows.ts';
import { constant, id, idOf, list, money, place, time, value } from './show.ts';
import { part, present } from './table.ts';
import { presentVariant } from './variant.ts';

const optionType = part(['OptionType'], {
  id: both(id),
  name: both(value),
  presentation: both(value),
  position: both(place),
});

/** Product. Taxons, properties and tax categories do not exist: their keys are constants for clients that read them. */
export const presentProduct = present('ProductParts on Product', {
  id: both(id),
  name: both(value),
  description: both(value),
  price: both(money),
  display_price: newer(value),
  available_on: both(time),
  permalink: both(value),
  count_on_hand: both(value),
  meta_description: both(value),
  meta_keywords: both(value),
  shipping_category_id: both(idOf, 'shippingCategory'),
  has_variants: newer(value),
  master: both(presentVariant),
  variants: both(list(presentVariant)),
  option_types: newer(list(optionType)),
  tax_category_id: older(constant(null)),
  taxon_ids: newer(constant([])),
  product_properties: newer(constant([])),
  deleted_at: both(time),
  created_at: both(time),
  updated_at: both(time),
  lock_version: unseen(value),
});
