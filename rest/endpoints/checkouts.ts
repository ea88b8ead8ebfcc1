import { presentOrder } from '../presenters/order.ts';
import { put } from '../route.ts';
import { besideOrder, namedOrder, order, withAttributes, writtenOrder } from './orders.ts';

/** A checkout is an order under another path. */
const recordAt = '/api/orders/:order';

export const checkoutRoutes = [
  put('/api/checkouts/:order', {
    says: 'Updates an order and advances its checkout by one step. If the step is refused, the update is kept. A completed order is returned as it is, and the body is not read. You need `orders.update`, unless the order is yours or you send its order token.',
    operation: presentOrder.graphql(`mutation UpdateCheckout(
      $by: OrderBy!, $input: UpdateOrderInput!, $merge: Boolean!, $ifVersion: Int
    ) {
      updateCheckout(by: $by, input: $input, merge: $merge, ifVersion: $ifVersion) ${writtenOrder}
    }`),
    variables: withAttributes,
    writes: {
      resource: 'order',
      beside: besideOrder,
      // Without attributes a checkout still takes a step.
      instead: { input: { email: '-' } },
      mayIgnore: 'email',
    },
    sign: order,
    recordAt,
  }),
  put('/api/checkouts/:order/next', {
    operation: presentOrder.graphql(
      `mutation NextCheckout($by: OrderBy!) { nextCheckout(by: $by) ${writtenOrder} }`,
    ),
    variables: namedOrder,
    sign: order,
    recordAt,
  }),
  put('/api/checkouts/:order/advance', {
    operation: presentOrder.graphql(
      `mutation AdvanceCheckout($by: OrderBy!) { advanceCheckout(by: $by) ${writtenOrder} }`,
    ),
    variables: namedOrder,
    sign: order,
    recordAt,
  }),
];
