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
    query OrderByRef($by: OrderBy!) {
      order(by: $by) {
        ...OrderParts
      }
    }
  `,
  [OrderParts],
);

export const CreateOrder = graphql(
  `
    mutation CreateOrder($input: CreateOrderInput!, $merge: Boolean!) {
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
    mutation UpdateOrder(
      $by: OrderBy!
      $input: UpdateOrderInput!
      $merge: Boolean!
      $ifVersion: Int
    ) {
      updateOrder(by: $by, input: $input, merge: $merge, ifVersion: $ifVersion) {
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
    mutation EmptyOrder($by: OrderBy!) {
      emptyOrder(by: $by) {
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
    mutation FireOrderEvent($by: OrderBy!, $event: OrderEvent!) {
      fireOrderEvent(by: $by, event: $event) {
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
