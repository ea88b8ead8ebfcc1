import { graphql } from '../graphql.ts';
import { integer } from '../words/numbers.ts';
import { both, newer, older, present } from './table.ts';

export const ShippingMethodParts = graphql(`
  fragment ShippingMethodParts on ShippingMethod {
    id
    name
    zone {
      id
    }
    shippingCategory {
      id
    }
    createdAt
    updatedAt
  }
`);

/** ShippingMethod as part of a shipment. Contract: Resources / ShippingMethod. Decision: R15. */
export const presentShippingMethod = present(ShippingMethodParts, {
  name: both(({ name }) => name),
  zone_id: both(({ zone }) => integer(zone.id)),
  id: older(({ id }) => integer(id)),
  created_at: older(({ createdAt }, form) => form.time(createdAt)),
  updated_at: older(({ updatedAt }, form) => form.time(updatedAt)),
  shipping_category_id: newer(({ shippingCategory }) => integer(shippingCategory.id)),
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

/** A method available for a shipment, with its zones and categories. Decision: R13. */
export const presentOfferedMethod = present(OfferedMethodParts, {
  id: newer(({ id }) => integer(id)),
  name: newer(({ name }) => name),
  zones: newer(({ zone: { id, name } }) => [{ id: integer(id), name }]),
  shipping_categories: newer(({ shippingCategory: { id, name } }) => [{ id: integer(id), name }]),
});

export const ListedMethodParts = graphql(`
  fragment ListedMethodParts on ShippingMethod {
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
    baseCost
    itemCost
    createdAt
    updatedAt
  }
`);

/** A way to ship: its id is the `shipping_method_id` of a shipment. Decision: O7. */
export const presentListedMethod = present(ListedMethodParts, {
  id: both(({ id }) => integer(id)),
  name: both(({ name }) => name),
  zone_id: both(({ zone }) => integer(zone.id)),
  zone: both(({ zone: { id, name } }) => ({ id: integer(id), name })),
  shipping_category_id: both(({ shippingCategory }) => integer(shippingCategory.id)),
  shipping_category: both(({ shippingCategory: { id, name } }) => ({ id: integer(id), name })),
  base_cost: both(({ baseCost }, form) => form.money(baseCost)),
  item_cost: both(({ itemCost }, form) => form.money(itemCost)),
  created_at: both(({ createdAt }, form) => form.time(createdAt)),
  updated_at: both(({ updatedAt }, form) => form.time(updatedAt)),
});
