import {
  AddLineItem,
  LineItemById,
  LineItems,
  RemoveLineItem,
  UpdateLineItem,
} from '../operations/line-items.ts';
import { presentLineItem } from '../presenters/line-item.ts';
import { del, get, post, put } from '../route.ts';
import { array, one } from '../answer/signs.ts';
import { youngestFirst } from './sort-orders.ts';
import { byIdOrNumber } from '../variables/names.ts';

const lineItem = one('line_item', presentLineItem);

/** Contract: Endpoints / Orders. Decision: F31. */
export const lineItemRoutes = [
  get('/api/orders/:order/line_items', {
    operation: LineItems,
    variables: ({ params, search }) => ({ ...search, order: byIdOrNumber(params.order) }),
    from: (data) => data.lineItems,
    sign: array('line_item', presentLineItem),
    olderSort: youngestFirst,
  }),
  get('/api/orders/:order/line_items/:id', {
    operation: LineItemById,
    variables: ({ params }) => ({ order: byIdOrNumber(params.order), id: params.id }),
    from: (data) => data.lineItem,
    sign: lineItem,
  }),
  post('/api/orders/:order/line_items', {
    operation: AddLineItem,
    variables: ({ params, attributes, form }) => ({
      order: byIdOrNumber(params.order),
      input: attributes,
      merge: form.mergesLines,
    }),
    writes: { resource: 'line_item', rights: 'itself' },
    from: (data) => data.addLineItem.lineItem,
    sign: lineItem,
    location: ({ id, orderNumber }) =>
      `/api/orders/${encodeURIComponent(orderNumber)}/line_items/${id}`,
  }),
  put('/api/orders/:order/line_items/:id', {
    operation: UpdateLineItem,
    variables: ({ params, attributes }) => ({
      order: byIdOrNumber(params.order),
      id: params.id,
      input: attributes,
    }),
    writes: { resource: 'line_item', rights: 'itself' },
    from: (data) => data.updateLineItem.lineItem,
    sign: lineItem,
  }),
  del('/api/orders/:order/line_items/:id', {
    operation: RemoveLineItem,
    variables: ({ params }) => ({ order: byIdOrNumber(params.order), id: params.id }),
  }),
];
