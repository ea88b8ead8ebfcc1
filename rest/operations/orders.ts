import { graphql } from '../graphql.ts';
import { OrderParts } from '../presenters/order.ts';

export const Orders = graphql(
  `
    query Orders($filter: OrderFilter, $sort: [OrderSort!], $page: Int, $perPage: Int) {
      orders(filter: $filter, sort: $sort, page: $page, perPage: $perPage) {
        nodes {
          ...OrderParts
        }
        count
        totalCount
        pages
        currentPage
        perPage
      }
    }
  `,
  [OrderParts],
);

export const MyOrders = graphql(
  `
    query MyOrders($filter: OrderFilter, $sort: [OrderSort!], $page: Int, $perPage: Int) {
      myOrders(filter: $filter, sort: $sort, page: $page, perPage: $perPage) {
        nodes {
          ...OrderParts
        }
        count
        totalCount
        pages
        currentPage
        perPage
      }
    }
  `,
  [OrderParts],
);

export const OrderByRef = graphql(
  `
    query OrderByRef($ref: String!) {
      order(ref: $ref) {
        ...OrderParts
      }
    }
  `,
  [OrderParts],
);

export const CreateOrder = graphql(
  `
    mutation CreateOrder($input: OrderInput!, $merge: Boolean!) {
      createOrder(input: $input, merge: $merge) {
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

export const UpdateOrder = graphql(
  `
    mutation UpdateOrder($ref: String!, $input: OrderInput!, $merge: Boolean!) {
      updateOrder(ref: $ref, input: $input, merge: $merge) {
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

export const EmptyOrder = graphql(
  `
    mutation EmptyOrder($ref: String!) {
      emptyOrder(ref: $ref) {
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

export const FireOrderEvent = graphql(
  `
    mutation FireOrderEvent($ref: String!, $event: String) {
      fireOrderEvent(ref: $ref, event: $event) {
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
