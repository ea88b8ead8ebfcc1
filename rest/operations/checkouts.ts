import { graphql } from '../graphql.ts';
import { OrderParts } from '../presenters/order.ts';

export const UpdateCheckout = graphql(
  `
    mutation UpdateCheckout($ref: String!, $input: OrderInput!, $merge: Boolean!) {
      updateCheckout(ref: $ref, input: $input, merge: $merge) {
        order {
          ...OrderParts
        }
        userErrors {
          code
          field
          message
        }
      }
    }
  `,
  [OrderParts],
);

export const NextCheckout = graphql(
  `
    mutation NextCheckout($ref: String!) {
      nextCheckout(ref: $ref) {
        order {
          ...OrderParts
        }
        userErrors {
          code
          field
          message
        }
      }
    }
  `,
  [OrderParts],
);

export const AdvanceCheckout = graphql(
  `
    mutation AdvanceCheckout($ref: String!) {
      advanceCheckout(ref: $ref) {
        order {
          ...OrderParts
        }
        userErrors {
          code
          field
          message
        }
      }
    }
  `,
  [OrderParts],
);
