import { graphql } from '../graphql.ts';
import { both, newer, older, present } from './table.ts';

export const ShippingMethodParts = graphql(`
  fragment ShippingMethodParts on ShippingMethod {
    id
    name
    zoneId
    shippingCategoryId
    createdAt
    updatedAt
  }
`);

/** ShippingMethod as part of a shipment. Contract: Resources / ShippingMethod. Decision: R15. */
export const presentShippingMethod = present(ShippingMethodParts, {
  name: both(({ name }) => name),
  zone_id: both(({ zoneId }) => zoneId),
  id: older(({ id }) => id),
  created_at: older(({ createdAt }, form) => form.time(createdAt)),
  updated_at: older(({ updatedAt }, form) => form.time(updatedAt)),
  shipping_category_id: newer(({ shippingCategoryId }) => shippingCategoryId),
});

export const OfferedMethodParts = graphql(`
  fragment OfferedMethodParts on ShippingMethod {
    id
    name
    zone {
      id
      name
    }
    shippingCategory {
      id
      name
    }
  }
`);

/** A method that a shipment can go by, with where and what it sends. Decision: R13. */
export const presentOfferedMethod = present(OfferedMethodParts, {
  id: newer(({ id }) => id),
  name: newer(({ name }) => name),
  zones: newer(({ zone: { id, name } }) => [{ id, name }]),
  shipping_categories: newer(({ shippingCategory: { id, name } }) => [{ id, name }]),
});
