import { graphql, listArguments, listVariables, pageNumbers, userErrors } from '../graphql.ts';
import { OrderParts, presentOrder } from '../presenters/order.ts';
import { get, post, probe, put } from '../route.ts';
import type { Call, Route } from '../route.ts';
import { one, page } from '../answer/signs.ts';
import { youngestFirst } from '../search/sort.ts';
import { byIdOrNumber } from '../variables/names.ts';
import type { WordOf } from '../words/enums.ts';

const order = one('order', presentOrder);
const orders = page({ singular: 'order', plural: 'orders' }, presentOrder);

/** The order of a path. */
const named = ({ params }: Call) => ({ by: byIdOrNumber(params.order) });

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

/** Checkouts ask by it who may write an order. */
export const UpdateOrder = graphql(
  `mutation UpdateOrder(
    $by: OrderBy!, $input: UpdateOrderInput!, $merge: Boolean!, $ifVersion: Int
  ) {
    updateOrder(by: $by, input: $input, merge: $merge, ifVersion: $ifVersion) {
      order { ...OrderParts }
      ${userErrors}
    }
  }`,
  [OrderParts],
);

/** The event that is sent, or that of the path. */
const eventAt = (path: string, eventOf: (call: Call) => string | null): Route =>
  put(path, {
    operation: graphql(
      `mutation FireOrderEvent($by: OrderBy!, $event: OrderEvent!) {
        fireOrderEvent(by: $by, event: $event) { order { ...OrderParts } ${userErrors} }
      }`,
      [OrderParts],
    ),
    variables: (call) => ({ ...named(call), event: eventOf(call) }),
    from: (data) => data.fireOrderEvent.order,
    sign: order,
  });

/** Contract: Endpoints / Orders. Decision: F30. */
export const orderRoutes = [
  get('/api/orders', {
    operation: graphql(
      `query Orders(${listVariables('Order')}) {
        orders(${listArguments}) { nodes { ...OrderParts } ${pageNumbers} }
      }`,
      [OrderParts],
    ),
    variables: ({ search }) => search,
    from: (data) => data.orders,
    sign: orders,
    olderSort: youngestFirst,
  }),
  get('/api/orders/mine', {
    operation: graphql(
      `query MyOrders(${listVariables('Order')}) {
        myOrders(${listArguments}) { nodes { ...OrderParts } ${pageNumbers} }
      }`,
      [OrderParts],
    ),
    variables: ({ search }) => search,
    from: (data) => data.myOrders,
    sign: orders,
  }),
  get('/api/orders/:order', {
    operation: graphql('query OrderByRef($by: OrderBy!) { order(by: $by) { ...OrderParts } }', [
      OrderParts,
    ]),
    variables: named,
    from: (data) => data.order,
    sign: order,
  }),
  post('/api/orders', {
    operation: graphql(
      `mutation CreateOrder($input: CreateOrderInput!, $merge: Boolean!) {
        createOrder(input: $input, merge: $merge) { order { ...OrderParts } ${userErrors} }
      }`,
      [OrderParts],
    ),
    variables: ({ attributes, form }) => ({ input: attributes, merge: form.mergesLines }),
    writes: {
      resource: 'order',
      beside,
      // Fails for callers without a valid key. Decision: A3.
      rights: probe({
        operation: graphql('query Caller { viewer { id } }'),
        variables: () => ({}),
      }),
    },
    from: (data) => data.createOrder.order,
    sign: order,
    location: ({ number }) => `/api/orders/${encodeURIComponent(number)}`,
    invalid: 422,
  }),
  put('/api/orders/:order', {
    operation: UpdateOrder,
    variables: (call) => ({
      ...named(call),
      input: call.attributes,
      merge: call.form.mergesLines,
    }),
    writes: { resource: 'order', beside, rights: 'itself' },
    from: (data) => data.updateOrder.order,
    sign: order,
  }),
  put('/api/orders/:order/empty', {
    operation: graphql(
      `mutation EmptyOrder($by: OrderBy!) {
        emptyOrder(by: $by) { order { ...OrderParts } ${userErrors} }
      }`,
      [OrderParts],
    ),
    variables: named,
    from: (data) => data.emptyOrder.order,
    sign: order,
  }),
  eventAt('/api/orders/:order/event', ({ event }) => event),
  ...Object.keys(verbs).map((event) => eventAt(`/api/orders/:order/${event}`, () => event)),
];
