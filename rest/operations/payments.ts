import { graphql } from '../graphql.ts';
import { PaymentParts } from '../presenters/payment.ts';

export const Payments = graphql(
  `
    query Payments(
      $order: OrderBy!
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
    query PaymentById($order: OrderBy!, $id: ID!) {
      payment(order: $order, id: $id) {
        ...PaymentParts
      }
    }
  `,
  [PaymentParts],
);

export const CreatePayment = graphql(
  `
    mutation CreatePayment($order: OrderBy!, $input: CreatePaymentInput!) {
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
    mutation UpdatePayment($order: OrderBy!, $id: ID!, $input: UpdatePaymentInput!) {
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
    mutation FirePaymentEvent($order: OrderBy!, $id: ID!, $event: PaymentEvent!, $amount: Money) {
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
