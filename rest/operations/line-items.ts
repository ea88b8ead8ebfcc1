import { graphql } from '../graphql.ts';
import { LineItemParts } from '../presenters/line-item.ts';

export const LineItems = graphql(
  `
    query LineItems(
      $order: OrderBy!
      $filter: LineItemFilter
      $sort: [LineItemSort!]
      $page: Int
      $perPage: Int
    ) {
      lineItems(order: $order, filter: $filter, sort: $sort, page: $page, perPage: $perPage) {
        nodes {
          ...LineItemParts
        }
        count
        totalCount
        pages
        currentPage
        perPage
      }
    }
  `,
  [LineItemParts],
);

export const LineItemById = graphql(
  `
    query LineItemById($order: OrderBy!, $id: ID!) {
      lineItem(order: $order, id: $id) {
        ...LineItemParts
      }
    }
  `,
  [LineItemParts],
);

export const AddLineItem = graphql(
  `
    mutation AddLineItem($order: OrderBy!, $input: AddLineItemInput!, $merge: Boolean!) {
      addLineItem(order: $order, input: $input, merge: $merge) {
        lineItem {
          orderNumber
          ...LineItemParts
        }
        userErrors {
          code
          field
          message
        }
      }
    }
  `,
  [LineItemParts],
);

export const UpdateLineItem = graphql(
  `
    mutation UpdateLineItem($order: OrderBy!, $id: ID!, $input: UpdateLineItemInput!) {
      updateLineItem(order: $order, id: $id, input: $input) {
        lineItem {
          ...LineItemParts
        }
        userErrors {
          code
          field
          message
        }
      }
    }
  `,
  [LineItemParts],
);

export const RemoveLineItem = graphql(`
  mutation RemoveLineItem($order: OrderBy!, $id: ID!) {
    removeLineItem(order: $order, id: $id) {
      lineItem {
        id
      }
      userErrors {
        code
        field
        message
      }
    }
  }
`);
