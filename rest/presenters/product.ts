import { graphql } from '../graphql.ts';
import { integer } from '../words/numbers.ts';
import { both, newer, nullable, older, present } from './table.ts';
import { VariantParts, presentVariant } from './variant.ts';

export const ProductParts = graphql(
  `
    fragment ProductParts on Product {
      id
      name
      description
      price
      displayPrice
      availableOn
      permalink
      countOnHand
      metaDescription
      metaKeywords
      shippingCategory {
        id
      }
      hasVariants
      master {
        ...VariantParts
      }
      variants {
        ...VariantParts
      }
      optionTypes {
        id
        name
        presentation
      }
      deletedAt
      createdAt
      updatedAt
      lockVersion
    }
  `,
  [VariantParts],
);

/**
 * Product. Taxons, properties and tax categories do not exist here: their keys are constants for clients that
 * read them.
 * Decision: R23.
 */
export const presentProduct = present(ProductParts, {
  id: both(({ id }) => integer(id)),
  name: both(({ name }) => name),
  description: both(({ description }) => description),
  price: both(({ price }, form) => form.money(price)),
  display_price: newer(({ displayPrice }) => displayPrice),
  available_on: both(({ availableOn }, form) => nullable(availableOn, form.time)),
  permalink: both(({ permalink }) => permalink),
  count_on_hand: both(({ countOnHand }) => countOnHand),
  meta_description: both(({ metaDescription }) => metaDescription),
  meta_keywords: both(({ metaKeywords }) => metaKeywords),
  shipping_category_id: both(({ shippingCategory }) => integer(shippingCategory.id)),
  has_variants: newer(({ hasVariants }) => hasVariants),
  master: both(({ master }, form) => nullable(master, (variant) => presentVariant(variant, form))),
  variants: both(({ variants }, form) => variants.map((variant) => presentVariant(variant, form))),
  option_types: newer(({ optionTypes }) =>
    optionTypes.map(({ id, name, presentation }, place) => ({
      id: integer(id),
      name,
      presentation,
      position: place + 1,
    })),
  ),
  tax_category_id: older(() => null),
  taxon_ids: newer(() => []),
  product_properties: newer(() => []),
  deleted_at: both(({ deletedAt }, form) => nullable(deletedAt, form.time)),
  created_at: both(({ createdAt }, form) => form.time(createdAt)),
  updated_at: both(({ updatedAt }, form) => form.time(updatedAt)),
});
