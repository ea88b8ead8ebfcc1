import { listArguments, listVariables, pageNumbers, userErrors } from '../graphql.ts';
import { presentOrder } from '../presenters/order.ts';
import { type Call, get, noVersion, post, put, type Route } from '../route.ts';
import { one, page } from '../answer/signs.ts';
import { youngestFirst } from '../search/sort.ts';
import { byIdOrNumber } from '../variables/names.ts';
import type { WordOf } from '../words/enums.ts';

export const order = one('order', presentOrder);
const orders = page({ singular: 'order', plural: 'orders' }, presentOrder);

export const namedOrder = ({ params }: Call) => ({ by: byIdOrNumber(params.order) });

export const besideOrder = ['use_billing', 'coupon_code'];

/** Each event, which its path fires. */
const verbs: Readonly<Record<WordOf<'OrderEvent'>, true>> = {
  next: true,
  complete: true,
  cancel: true,
  resume: true,
  authorize_return: true,
  return: true,
  approve: true,
};

export const writtenOrder = `{ order { ...OrderParts } ${userErrors} }` as const;

/** What the attributes of an order are written with. */
export const withAttributes = (call: Call) => ({
  ...namedOrder(call),
  input: call.attributes,
  merge: call.form.mergesLines,
});

const FireOrderEvent = presentOrder.graphql(`mutation FireOrderEvent(
  $by: OrderBy!, $event: OrderEvent!, $restock: Boolean, $ifVersion: Int
) {
  fireOrderEvent(by: $by, event: $event, restock: $restock, ifVersion: $ifVersion) ${writtenOrder}
}`);

/** An event beside which nothing is sent. */
const verbAt = (path: string, event: string): Route =>
  put(path, {
    operation: FireOrderEvent,
    variables: (call) => ({ ...namedOrder(call), event, restock: undefined }),
    sign: order,
  });

/** An event, beside which is sent whether returned units are put back on the shelf. */
const eventAt = (path: string, eventOf: (call: Call) => string | null): Route =>
  put(path, {
    operation: FireOrderEvent,
    variables: (call) => ({
      ...namedOrder(call),
      event: eventOf(call),
      restock: call.attributes.restock,
    }),
    writes: {
      resource: 'order',
      beside: ['restock'],
      ignoresOther: true,
      instead: { ifVersion: noVersion },
    },
    invalid: 422,
    sign: order,
  });

/** Contract: Endpoints / Orders. */
export const orderRoutes = [
  get('/api/orders', {
    operation: presentOrder.graphql(`query Orders(${listVariables('Order')}) {
      orders(${listArguments}) { nodes { ...OrderParts } ${pageNumbers} }
    }`),
    variables: ({ search }) => search,
    sign: orders,
    olderSort: youngestFirst,
  }),
  get('/api/orders/mine', {
    operation: presentOrder.graphql(`query MyOrders(${listVariables('Order')}) {
      myOrders(${listArguments}) { nodes { ...OrderParts } ${pageNumbers} }
    }`),
    variables: ({ search }) => search,
    sign: orders,
  }),
  get('/api/orders/:order', {
    operation: presentOrder.graphql(
      'query OrderByRef($by: OrderBy!) { order(by: $by) { ...OrderParts } }',
    ),
    variables: namedOrder,
    sign: order,
  }),
  post('/api/orders', {
    operation:
      presentOrder.graphql(`mutation CreateOrder($input: CreateOrderInput!, $merge: Boolean!) {
      createOrder(input: $input, merge: $merge) ${writtenOrder}
    }`),
    variables: ({ attributes, form }) => ({ input: attributes, merge: form.mergesLines }),
    writes: {
      resource: 'order',
      beside: besideOrder,
      instead: { input: { email: '-' } },
    },
    sign: order,
    location: ({ number }) => `/api/orders/${encodeURIComponent(number)}`,
    invalid: 422,
  }),
  put('/api/orders/:order', {
    operation: presentOrder.graphql(`mutation UpdateOrder(
      $by: OrderBy!, $input: UpdateOrderInput!, $merge: Boolean!, $ifVersion: Int
    ) {
      updateOrder(by: $by, input: $input, merge: $merge, ifVersion: $ifVersion) ${writtenOrder}
    }`),
    variables: withAttributes,
    writes: { resource: 'order', beside: besideOrder },
    sign: order,
  }),
  put('/api/orders/:order/empty', {
    operation: presentOrder.graphql(
      `mutation EmptyOrder($by: OrderBy!) { emptyOrder(by: $by) ${writtenOrder} }`,
    ),
    variables: namedOrder,
    sign: order,
  }),
  eventAt('/api/orders/:order/event', ({ event }) => event),
  ...Object.keys(verbs).map((event) =>
    event === 'return'
      ? eventAt(`/api/orders/:order/${event}`, () => event)
      : verbAt(`/api/orders/:order/${event}`, event),
  ),
];
