import { AdvanceCheckout, NextCheckout, UpdateCheckout } from '../operations/checkouts.ts';
import { UpdateOrder } from '../operations/orders.ts';
import { presentOrder } from '../presenters/order.ts';
import { probe, put } from '../route.ts';
import { one } from '../answer/signs.ts';
import { byIdOrNumber } from '../variables/names.ts';

const order = one('order', presentOrder);

/** A checkout is an order under another path. */
const recordAt = '/api/orders/:order';

/** Decision: F31, F41, T25. */
export const checkoutRoutes = [
  put('/api/checkouts/:order', {
    operation: UpdateCheckout,
    variables: ({ params, attributes, form }) => ({
      by: byIdOrNumber(params.order),
      input: attributes,
      merge: form.mergesLines,
    }),
    writes: {
      resource: 'order',
      beside: ['use_billing', 'coupon_code'],
      // Without attributes a checkout still takes a step; the attributes of a completed order are ignored.
      rights: probe({
        operation: UpdateOrder,
        variables: ({ params, form }) => ({
          by: byIdOrNumber(params.order),
          input: {},
          merge: form.mergesLines,
        }),
        unread: ({ updateOrder }) => updateOrder.order.completedAt !== null,
      }),
    },
    from: (data) => data.updateCheckout.order,
    sign: order,
    recordAt,
  }),
  put('/api/checkouts/:order/next', {
    operation: NextCheckout,
    variables: ({ params }) => ({ by: byIdOrNumber(params.order) }),
    from: (data) => data.nextCheckout.order,
    sign: order,
    recordAt,
  }),
  put('/api/checkouts/:order/advance', {
    operation: AdvanceCheckout,
    variables: ({ params }) => ({ by: byIdOrNumber(params.order) }),
    from: (data) => data.advanceCheckout.order,
    sign: order,
    recordAt,
  }),
];
