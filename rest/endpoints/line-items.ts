import { graphql, listArguments, listVariables, pageNumbers, userErrors } from '../graphql.ts';
import { presentLineItem } from '../presenters/line-item.ts';
import { del, get, post, put } from '../route.ts';
import { array, one } from '../answer/signs.ts';
import { youngestFirst } from '../search/sort.ts';
import { ofOrder, partOfOrder } from '../variables/names.ts';

const lineItem = one('line_item', presentLineItem);

/** Contract: Endpoints / Orders. */
export const lineItemRoutes = [
  get('/api/orders/:order/line_items', {
    operation:
      presentLineItem.graphql(`query LineItems($order: OrderBy!, ${listVariables('LineItem')}) {
      lineItems(order: $order, ${listArguments}) { nodes { ...LineItemParts } ${pageNumbers} }
    }`),
    variables: (call) => ({ ...call.search, ...ofOrder(call) }),
    sign: array('line_item', presentLineItem),
    olderSort: youngestFirst,
  }),
  get('/api/orders/:order/line_items/:id', {
    operation: presentLineItem.graphql(`query LineItemById($order: OrderBy!, $id: ID!) {
      lineItem(order: $order, id: $id) { ...LineItemParts }
    }`),
    variables: partOfOrder,
    sign: lineItem,
  }),
  post('/api/orders/:order/line_items', {
    operation:
      presentLineItem.graphql(`mutation AddLineItem($order: OrderBy!, $input: AddLineItemInput!, $merge: Boolean!) {
      addLineItem(order: $order, input: $input, merge: $merge) {
        lineItem { orderNumber ...LineItemParts } ${userErrors}
      }
    }`),
    variables: (call) => ({
      ...ofOrder(call),
      input: call.attributes,
      merge: call.form.mergesLines,
    }),
    writes: { resource: 'line_item' },
    sign: lineItem,
    location: ({ id, orderNumber }) =>
      `/api/orders/${encodeURIComponent(orderNumber)}/line_items/${id}`,
  }),
  put('/api/orders/:order/line_items/:id', {
    operation:
      presentLineItem.graphql(`mutation UpdateLineItem($order: OrderBy!, $id: ID!, $input: UpdateLineItemInput!) {
      updateLineItem(order: $order, id: $id, input: $input) { lineItem { ...LineItemParts } ${userErrors} }
    }`),
    variables: (call) => ({ ...partOfOrder(call), input: call.attributes }),
    writes: { resource: 'line_item' },
    sign: lineItem,
  }),
  del('/api/orders/:order/line_items/:id', {
    operation: graphql(
      `mutation RemoveLineItem($order: OrderBy!, $id: ID!) {
        removeLineItem(order: $order, id: $id) { ${userErrors} }
      }`,
    ),
    variables: partOfOrder,
  }),
];
