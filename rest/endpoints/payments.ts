import {
  CreatePayment,
  FirePaymentEvent,
  PaymentById,
  Payments,
  UpdatePayment,
} from '../operations/payments.ts';
import { presentPayment } from '../presenters/payment.ts';
import { get, post, probe, put } from '../route.ts';
import { one, page } from '../answer/signs.ts';
import { youngestFirst } from './sort-orders.ts';
import { byIdOrNumber } from '../variables/names.ts';

const payment = one('payment', presentPayment);

/** Each fires the event of the same name. Decision: T39, F31. */
const verbs = ['authorize', 'purchase', 'capture', 'void'];

/** Decision: F31, T39. */
export const paymentRoutes = [
  get('/api/orders/:order/payments', {
    operation: Payments,
    variables: ({ params, search }) => ({ ...search, order: byIdOrNumber(params.order) }),
    from: (data) => data.payments,
    sign: page({ singular: 'payment', plural: 'payments' }, presentPayment),
    olderSort: youngestFirst,
  }),
  post('/api/orders/:order/payments', {
    operation: CreatePayment,
    variables: ({ params, attributes }) => ({
      order: byIdOrNumber(params.order),
      input: attributes,
    }),
    writes: { resource: 'payment', rights: 'itself' },
    from: (data) => data.createPayment.payment,
    sign: payment,
    location: ({ orderNumber, id }) =>
      `/api/orders/${encodeURIComponent(orderNumber)}/payments/${id}`,
  }),
  get('/api/orders/:order/payments/:id', {
    operation: PaymentById,
    variables: ({ params }) => ({ order: byIdOrNumber(params.order), id: params.id }),
    from: (data) => data.payment,
    sign: payment,
  }),
  put('/api/orders/:order/payments/:id', {
    operation: UpdatePayment,
    variables: ({ params, attributes }) => ({
      order: byIdOrNumber(params.order),
      id: params.id,
      input: attributes,
    }),
    writes: { resource: 'payment', rights: 'itself' },
    from: (data) => data.updatePayment.payment,
    sign: payment,
  }),
  ...verbs.map((event) =>
    put(`/api/orders/:order/payments/:id/${event}`, {
      operation: FirePaymentEvent,
      variables: ({ params }) => ({ order: byIdOrNumber(params.order), id: params.id, event }),
      from: (data) => data.firePaymentEvent.payment,
      sign: payment,
    }),
  ),
  put('/api/orders/:order/payments/:id/credit', {
    operation: FirePaymentEvent,
    variables: ({ params, attributes }) => ({
      order: byIdOrNumber(params.order),
      id: params.id,
      event: 'credit',
      amount: attributes.amount,
    }),
    writes: {
      resource: 'payment',
      beside: ['amount'],
      // Without an amount everything that is left would be credited.
      rights: probe({
        operation: UpdatePayment,
        variables: ({ params }) => ({
          order: byIdOrNumber(params.order),
          id: params.id,
          input: {},
        }),
      }),
    },
    from: (data) => data.firePaymentEvent.payment,
    sign: payment,
    invalid: 422,
  }),
];
