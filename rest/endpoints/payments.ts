import { listArguments, listVariables, pageNumbers, userErrors } from '../graphql.ts';
import { presentPayment } from '../presenters/payment.ts';
import { get, post, put } from '../route.ts';
import { one, page } from '../answer/signs.ts';
import { youngestFirst } from '../search/sort.ts';
import { ofOrder, partOfOrder } from '../variables/names.ts';

const payment = one('payment', presentPayment);

const writtenPayment = `{ payment { ...PaymentParts } ${userErrors} }` as const;

const FirePaymentEvent =
  presentPayment.graphql(`mutation FirePaymentEvent($order: OrderBy!, $id: ID!, $event: PaymentEvent!, $amount: Money) {
  firePaymentEvent(order: $order, id: $id, event: $event, amount: $amount) ${writtenPayment}
}`);

/** Each fires the event of the same name; some take an amount, by default all. */
const plainVerbs = ['authorize', 'purchase', 'void'];
const verbsOfAmounts = ['capture', 'credit'];

export const paymentRoutes = [
  get('/api/orders/:order/payments', {
    operation:
      presentPayment.graphql(`query Payments($order: OrderBy!, ${listVariables('Payment')}) {
      payments(order: $order, ${listArguments}) { nodes { ...PaymentParts } ${pageNumbers} }
    }`),
    variables: (call) => ({ ...call.search, ...ofOrder(call) }),
    sign: page({ singular: 'payment', plural: 'payments' }, presentPayment),
    olderSort: youngestFirst,
  }),
  post('/api/orders/:order/payments', {
    operation:
      presentPayment.graphql(`mutation CreatePayment($order: OrderBy!, $input: CreatePaymentInput!) {
      createPayment(order: $order, input: $input) { payment { orderNumber ...PaymentParts } ${userErrors} }
    }`),
    variables: (call) => ({ ...ofOrder(call), input: call.attributes }),
    writes: { resource: 'payment' },
    sign: payment,
    location: ({ orderNumber, id }) =>
      `/api/orders/${encodeURIComponent(orderNumber)}/payments/${id}`,
  }),
  get('/api/orders/:order/payments/:id', {
    operation: presentPayment.graphql(`query PaymentById($order: OrderBy!, $id: ID!) {
      payment(order: $order, id: $id) { ...PaymentParts }
    }`),
    variables: partOfOrder,
    sign: payment,
  }),
  put('/api/orders/:order/payments/:id', {
    operation:
      presentPayment.graphql(`mutation UpdatePayment($order: OrderBy!, $id: ID!, $input: UpdatePaymentInput!) {
      updatePayment(order: $order, id: $id, input: $input) ${writtenPayment}
    }`),
    variables: (call) => ({ ...partOfOrder(call), input: call.attributes }),
    writes: { resource: 'payment' },
    sign: payment,
  }),
  ...plainVerbs.map((event) =>
    put(`/api/orders/:order/payments/:id/${event}`, {
      operation: FirePaymentEvent,
      variables: (call) => ({ ...partOfOrder(call), event }),
      sign: payment,
    }),
  ),
  ...verbsOfAmounts.map((event) =>
    put(`/api/orders/:order/payments/:id/${event}`, {
      operation: FirePaymentEvent,
      variables: (call) => ({ ...partOfOrder(call), event, amount: call.attributes.amount }),
      writes: {
        resource: 'payment',
        beside: ['amount'],
        // Without an amount more would be captured or credited than was meant.
        instead: { event: null },
      },
      sign: payment,
      invalid: 422,
    }),
  ),
];
