import { graphql } from '../graphql.ts';
import { integer } from '../words/numbers.ts';
import { both, newer, older, present } from './table.ts';
import { VariantParts, presentVariant } from './variant.ts';

export const LineItemParts = graphql(
  `
    fragment LineItemParts on LineItem {
      id
      orderId
      variant {
        id
        ...VariantParts
      }
      quantity
      price
      singleDisplayAmount
      displayTotal
      total
      description
      createdAt
      updatedAt
    }
  `,
  [VariantParts],
);

/** LineItem. Contract: Resources / LineItem. Decision: R14, R32. */
export const presentLineItem = present(LineItemParts, {
  id: both(({ id }) => integer(id)),
  order_id: older(({ orderId }) => integer(orderId)),
  variant_id: both(({ variant }) => integer(variant.id)),
  variant: both(({ variant }, form) => presentVariant(variant, form)),
  quantity: both(({ quantity }) => quantity),
  price: both(({ price }, form) => form.money(price)),
  single_display_amount: newer(({ singleDisplayAmount }) => singleDisplayAmount),
  display_total: newer(({ displayTotal }) => displayTotal),
  total: newer(({ total }, form) => form.money(total)),
  display_amount: newer(({ displayTotal }) => displayTotal),
  description: older(({ description }) => description),
  created_at: older(({ createdAt }, form) => form.time(createdAt)),
  updated_at: both(({ updatedAt }, form) => form.time(updatedAt)),
});
