import { graphql } from '../graphql.ts';
import { OrderParts } from '../presenters/order.ts';

export const UpdateCheckout = graphql(
  `
    mutation UpdateCheckout(
      $by: OrderBy!
      $input: UpdateOrderInput!
      $merge: Boolean!
      $ifVersion: Int
    ) {
      updateCheckout(by: $by, input: $input, merge: $merge, ifVersion: $ifVersion) {
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
    mutation NextCheckout($by: OrderBy!) {
      nextCheckout(by: $by) {
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
    mutation AdvanceCheckout($by: OrderBy!) {
      advanceCheckout(by: $by) {
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
