import {
  CreateOrder,
  EmptyOrder,
  FireOrderEvent,
  MyOrders,
  OrderByRef,
  Orders,
  UpdateOrder,
} from '../operations/orders.ts';
import { Caller } from '../operations/caller.ts';
import { presentOrder } from '../presenters/order.ts';
import { get, post, probe, put } from '../route.ts';
import { one, page } from '../answer/signs.ts';
import { youngestFirst } from './sort-orders.ts';
import { byIdOrNumber } from '../variables/names.ts';
import type { WordOf } from '../words/enums.ts';

const order = one('order', presentOrder);
const orders = page({ singular: 'order', plural: 'orders' }, presentOrder);

/** What is read beside the `order` object. Decision: F9. */
const beside = ['use_billing', 'coupon_code'];

/** Each event, which its path fires. Decision: F30. */
const verbs: Readonly<Record<WordOf<'OrderEvent'>, true>> = {
  next: true,
  complete: true,
  cancel: true,
  resume: true,
  authorize_return: true,
  return: true,
  approve: true,
};

/** Contract: Endpoints / Orders. Decision: F30. */
export const orderRoutes = [
  get('/api/orders', {
    operation: Orders,
    variables: ({ search }) => search,
    from: (data) => data.orders,
    sign: orders,
    olderSort: youngestFirst,
  }),
  get('/api/orders/mine', {
    operation: MyOrders,
    variables: ({ search }) => search,
    from: (data) => data.myOrders,
    sign: orders,
  }),
  get('/api/orders/:order', {
    operation: OrderByRef,
    variables: ({ params }) => ({ by: byIdOrNumber(params.order) }),
    from: (data) => data.order,
    sign: order,
  }),
  post('/api/orders', {
    operation: CreateOrder,
    variables: ({ attributes, form }) => ({ input: attributes, merge: form.mergesLines }),
    writes: {
      resource: 'order',
      beside,
      rights: probe({ operation: Caller, variables: () => ({}) }),
    },
    from: (data) => data.createOrder.order,
    sign: order,
    location: ({ number }) => `/api/orders/${encodeURIComponent(number)}`,
    invalid: 422,
  }),
  put('/api/orders/:order', {
    operation: UpdateOrder,
    variables: ({ params, attributes, form }) => ({
      by: byIdOrNumber(params.order),
      input: attributes,
      merge: form.mergesLines,
    }),
    writes: { resource: 'order', beside, rights: 'itself' },
    from: (data) => data.updateOrder.order,
    sign: order,
  }),
  put('/api/orders/:order/empty', {
    operation: EmptyOrder,
    variables: ({ params }) => ({ by: byIdOrNumber(params.order) }),
    from: (data) => data.emptyOrder.order,
    sign: order,
  }),
  put('/api/orders/:order/event', {
    operation: FireOrderEvent,
    variables: ({ params, event }) => ({ by: byIdOrNumber(params.order), event }),
    from: (data) => data.fireOrderEvent.order,
    sign: order,
  }),
  ...Object.keys(verbs).map((event) =>
    put(`/api/orders/:order/${event}`, {
      operation: FireOrderEvent,
      variables: ({ params }) => ({ by: byIdOrNumber(params.order), event }),
      from: (data) => data.fireOrderEvent.order,
      sign: order,
    }),
  ),
];
