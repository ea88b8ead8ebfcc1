import { graphql, userErrors } from '../graphql.ts';
import { OrderParts, presentOrder } from '../presenters/order.ts';
import { probe, put } from '../route.ts';
import type { Call } from '../route.ts';
import { one } from '../answer/signs.ts';
import { byIdOrNumber } from '../variables/names.ts';
import { UpdateOrder } from './orders.ts';

const order = one('order', presentOrder);

/** The order of a path. */
const named = ({ params }: Call) => ({ by: byIdOrNumber(params.order) });

/** A checkout is an order under another path. */
const recordAt = '/api/orders/:order';

/** Decision: F31, F41, T25. */
export const checkoutRoutes = [
  put('/api/checkouts/:order', {
    operation: graphql(
      `mutation UpdateCheckout(
        $by: OrderBy!, $input: UpdateOrderInput!, $merge: Boolean!, $ifVersion: Int
      ) {
        updateCheckout(by: $by, input: $input, merge: $merge, ifVersion: $ifVersion) {
          order { ...OrderParts }
          ${userErrors}
        }
      }`,
      [OrderParts],
    ),
    variables: (call) => ({
      ...named(call),
      input: call.attributes,
      merge: call.form.mergesLines,
    }),
    writes: {
      resource: 'order',
      beside: ['use_billing', 'coupon_code'],
      // Without attributes a checkout still takes a step; the attributes of a completed order are ignored.
      rights: probe({
        operation: UpdateOrder,
        variables: (call) => ({ ...named(call), input: {}, merge: call.form.mergesLines }),
        unread: ({ updateOrder }) => updateOrder.order.completedAt !== null,
      }),
    },
    from: (data) => data.updateCheckout.order,
    sign: order,
    recordAt,
  }),
  put('/api/checkouts/:order/next', {
    operation: graphql(
      `mutation NextCheckout($by: OrderBy!) {
        nextCheckout(by: $by) { order { ...OrderParts } ${userErrors} }
      }`,
      [OrderParts],
    ),
    variables: named,
    from: (data) => data.nextCheckout.order,
    sign: order,
    recordAt,
  }),
  put('/api/checkouts/:order/advance', {
    operation: graphql(
      `mutation AdvanceCheckout($by: OrderBy!) {
        advanceCheckout(by: $by) { order { ...OrderParts } ${userErrors} }
      }`,
      [OrderParts],
    ),
    variables: named,
    from: (data) => data.advanceCheckout.order,
    sign: order,
    recordAt,
  }),
];
