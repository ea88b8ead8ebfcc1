import { graphql } from '../graphql.ts';
import { PaymentParts } from '../presenters/payment.ts';

export const Payments = graphql(
  `
    query Payments(
      $order: String!
      $filter: PaymentFilter
      $sort: [PaymentSort!]
      $page: Int
      $perPage: Int
    ) {
      payments(order: $order, filter: $filter, sort: $sort, page: $page, perPage: $perPage) {
        nodes {
          ...PaymentParts
        }
        count
        totalCount
        pages
        currentPage
        perPage
      }
    }
  `,
  [PaymentParts],
);

export const PaymentById = graphql(
  `
    query PaymentById($order: String!, $id: ID!) {
      payment(order: $order, id: $id) {
        ...PaymentParts
      }
    }
  `,
  [PaymentParts],
);

export const CreatePayment = graphql(
  `
    mutation CreatePayment($order: String!, $input: PaymentInput!) {
      createPayment(order: $order, input: $input) {
        payment {
          orderNumber
          ...PaymentParts
        }
        userErrors {
          code
          field
          message
        }
      }
    }
  `,
  [PaymentParts],
);

export const UpdatePayment = graphql(
  `
    mutation UpdatePayment($order: String!, $id: ID!, $input: PaymentInput!) {
      updatePayment(order: $order, id: $id, input: $input) {
        payment {
          ...PaymentParts
        }
        userErrors {
          code
          field
          message
        }
      }
    }
  `,
  [PaymentParts],
);

export const FirePaymentEvent = graphql(
  `
    mutation FirePaymentEvent($order: String!, $id: ID!, $event: String!, $amount: Money) {
      firePaymentEvent(order: $order, id: $id, event: $event, amount: $amount) {
        payment {
          ...PaymentParts
        }
        userErrors {
          code
          field
          message
        }
      }
    }
  `,
  [PaymentParts],
);
