import { graphql } from '../graphql.ts';
import { integer } from '../words/numbers.ts';
import { ImageParts, presentImage } from './image.ts';
import { OptionValueParts, presentOptionValue } from './option-value.ts';
import { both, newer, nullable, present } from './table.ts';

export const VariantParts = graphql(
  `
    fragment VariantParts on Variant {
      id
      name
      sku
      price
      costPrice
      displayPrice
      weight
      height
      width
      depth
      isMaster
      countOnHand
      productId
      deletedAt
      permalink
      description
      optionsText
      inStock
      optionValues {
        ...OptionValueParts
      }
      images {
        ...ImageParts
      }
      trackInventory
      backorderable
      position
      updatedAt
    }
  `,
  [OptionValueParts, ImageParts],
);

/** Variant. Contract: Resources / Variant. Decision: R19. */
export const presentVariant = present(VariantParts, {
  id: both(({ id }) => integer(id)),
  name: newer(({ name }) => name),
  sku: both(({ sku }) => sku),
  price: both(({ price }, form) => form.money(price)),
  cost_price: both(({ costPrice }, form) => nullable(costPrice, form.money)),
  display_price: newer(({ displayPrice }) => displayPrice),
  weight: both(({ weight }) => weight),
  height: both(({ height }) => height),
  width: both(({ width }) => width),
  depth: both(({ depth }) => depth),
  is_master: both(({ isMaster }) => isMaster),
  count_on_hand: both(({ countOnHand }) => countOnHand),
  product_id: both(({ productId }) => integer(productId)),
  deleted_at: both(({ deletedAt }, form) => nullable(deletedAt, form.time)),
  permalink: both(({ permalink }) => permalink),
  description: both(({ description }) => description),
  options_text: both(({ optionsText }) => optionsText),
  in_stock: both(({ inStock }) => inStock),
  option_values: both(({ optionValues }, form) =>
    optionValues.map((value) => presentOptionValue(value, form)),
  ),
  images: both(({ images }, form) => images.map((image) => presentImage(image, form))),
  track_inventory: newer(({ trackInventory }) => trackInventory),
  backorderable: newer(({ backorderable }) => backorderable),
  position: newer(({ position }) => position),
  updated_at: newer(({ updatedAt }, form) => form.time(updatedAt)),
});
