import { expect } from '@jest/globals';
import type { FormName } from '../../../rest/request/form-name.ts';
import { invalid, notFound, one, page, unauthorized } from '../bodies.ts';
import { accepted, refused } from '../example.ts';
import type { Example } from '../example.ts';
import { paymentBody } from '../sale-bodies.ts';
import type { Cart, Scene } from '../scene.ts';

interface Given {
  readonly scene: Scene;
  readonly order: Cart & { readonly paymentId: number };
}

const givenAfter =
  (...verbs: readonly string[]) =>
  async (scene: Scene): Promise<Given> => ({ scene, order: await scene.paid(...verbs) });

const given = givenAfter();

const payments = ({ number }: Cart): string => `/api/orders/${number}/payments`;
const payment = (order: Given['order']): string => `${payments(order)}/${String(order.paymentId)}`;

const paymentIn =
  (facts: Omit<Parameters<typeof paymentBody>[1], 'id'> = {}) =>
  ({ order }: Given, { form }: { readonly form: FormName }): unknown =>
    one(form, 'payment', paymentBody(form, { id: order.paymentId, ...facts }));

const records = [
  ...accepted('GET /api/orders/:order/payments', {
    title: 'the owner lists what he pays',
    given,
    request: ({ scene, order }, { as }) => as(scene.ann).get(payments(order)),
    status: 200,
    body: ({ order }, { form }) =>
      page(form, ['payment', 'payments'], [paymentBody(form, { id: order.paymentId })]),
    headers: () => ({ 'x-total-count': '1' }),
  }),
  ...accepted('GET /api/orders/:order/payments', {
    title: 'what the owner may not see he cannot search or sort by',
    given,
    request: ({ scene, order }, { as }) =>
      as(scene.ann).get(`${payments(order)}?q[response_code_eq]=x&q[s]=response_code%20desc`),
    status: 200,
    body: ({ order }, { form }) =>
      page(form, ['payment', 'payments'], [paymentBody(form, { id: order.paymentId })]),
    headers: () => ({ 'x-search-ignored': 'q[response_code_eq], q[s]=response_code' }),
  }),
  ...refused('GET /api/orders/:order/payments', {
    title: 'a stranger lists nothing',
    given,
    request: ({ scene, order }, { as }) => as(scene.bob).get(payments(order)),
    status: 401,
    body: () => unauthorized,
  }),
  ...refused('GET /api/orders/:order/payments', {
    title: 'asked for by name, what he may not see does not exist',
    given,
    request: ({ scene, order }, { as }) =>
      as(scene.ann).get(`${payments(order)}?search[response_code]=x`),
    status: 422,
    body: (_given, { form }) => ({
      error: 'Invalid search. Please fix errors and try again.',
      errors:
        form === 'older'
          ? ['search[response_code] is not searchable']
          : { 'search[response_code]': ['is not searchable'] },
    }),
  }),
  ...accepted('POST /api/orders/:order/payments', {
    title: 'the owner pays by check, what is still to be paid and no more',
    given: async (scene) => ({ scene, order: await scene.ordered('complete') }),
    request: ({ scene, order }, { as }) =>
      as(scene.ann).post(payments(order), {
        body: { payment: { payment_method: 'Check', amount: '1.00' } },
      }),
    status: 201,
    body: (_given, { form }) => one(form, 'payment', paymentBody(form, { id: expect.any(Number) })),
    headers: ({ order }) => ({
      location: expect.stringMatching(
        new RegExp(`^http://127\\.0\\.0\\.1:\\d+/api/orders/${order.number}/payments/\\d+$`),
      ),
    }),
  }),
  ...refused('POST /api/orders/:order/payments', {
    title: 'a payment needs a method',
    given,
    request: ({ scene, order }, { as }) => as(scene.ann).post(payments(order)),
    status: { older: 500, newer: 422 },
    body: (_given, { form }) =>
      invalid(form, ["Payment method can't be blank"], { payment_method_id: ["can't be blank"] }),
  }),
  ...accepted('GET /api/orders/:order/payments/:id', {
    title: 'the owner sees one payment',
    given,
    request: ({ scene, order }, { as }) => as(scene.ann).get(payment(order)),
    status: 200,
    body: paymentIn(),
  }),
  ...refused('GET /api/orders/:order/payments/:id', {
    title: 'a payment of another order is missing',
    given: async (scene) => ({ ...(await given(scene)), other: await scene.cart() }),
    request: ({ scene, order, other }, { as }) =>
      as(scene.admin).get(`${payments(other)}/${String(order.paymentId)}`),
    status: 404,
    body: () => notFound,
  }),
  ...accepted('PUT /api/orders/:order/payments/:id', {
    title: 'an admin changes the amount',
    given,
    request: ({ scene, order }, { as }) =>
      as(scene.admin).put(payment(order), { body: { payment: { amount: 12.5 } } }),
    status: 200,
    body: paymentIn({ amount: '12.5', displayAmount: '$12.50' }),
  }),
  ...refused('PUT /api/orders/:order/payments/:id', {
    title: 'a settled payment stays as it is',
    given: givenAfter('capture'),
    request: ({ scene, order }, { as }) =>
      as(scene.admin).put(payment(order), { body: { payment: { amount: 12.5 } } }),
    status: { older: 500, newer: 422 },
    body: (_given, { form }) =>
      invalid(form, ['This payment cannot be updated because it is completed.'], {
        base: ['This payment cannot be updated because it is completed.'],
      }),
  }),
  ...refused('PUT /api/orders/:order/payments/:id', {
    title: 'the owner changes no payment',
    given,
    request: ({ scene, order }, { as }) =>
      as(scene.ann).put(payment(order), { body: { payment: { amount: 1 } } }),
    status: 401,
    body: () => unauthorized,
  }),
];

/** Each event in a state that allows it, and the state after it. */
const verbs = [
  { verb: 'authorize', after: [], state: 'pending' },
  { verb: 'purchase', after: [], state: 'completed' },
  { verb: 'capture', after: ['authorize'], state: 'completed' },
  { verb: 'void', after: ['capture'], state: 'void' },
  { verb: 'credit', after: ['capture'], state: 'completed' },
] as const;

const fireVerbs = verbs.flatMap(({ verb, after, state }) => [
  ...accepted(`PUT /api/orders/:order/payments/:id/${verb}`, {
    title: `a payment after ${after.join(', ') || 'nothing'} takes it`,
    given: givenAfter(...after),
    request: ({ scene, order }, { as }) => as(scene.admin).put(`${payment(order)}/${verb}`),
    status: 200,
    body: paymentIn({ state }),
  }),
  ...refused(`PUT /api/orders/:order/payments/:id/${verb}`, {
    title: 'the holder of the token fires nothing',
    given: givenAfter(...after),
    request: ({ scene, order }, { as }) =>
      as(scene.ann).put(`${payment(order)}/${verb}?order_token=${order.token}`),
    status: 401,
    body: () => unauthorized,
  }),
  ...refused(`PUT /api/orders/:order/payments/:id/${verb}`, {
    title: 'a payment that is void takes no verb',
    given: givenAfter('void'),
    request: ({ scene, order }, { as }) => as(scene.admin).put(`${payment(order)}/${verb}`),
    status: 422,
    body: (_given, { form }) => ({
      error: `Cannot ${verb} payment.`,
      errors:
        form === 'older'
          ? [`State cannot transition via "${verb}"`]
          : { state: [`cannot transition via "${verb}"`] },
    }),
  }),
]);

const capture = [
  ...accepted('PUT /api/orders/:order/payments/:id/capture', {
    title: 'a part is taken',
    given: givenAfter('authorize'),
    request: ({ scene, order }, { as }) =>
      as(scene.admin).put(`${payment(order)}/capture?amount=9.80`),
    status: 200,
    body: paymentIn({ state: 'completed', amount: '9.8', displayAmount: '$9.80' }),
  }),
  ...refused('PUT /api/orders/:order/payments/:id/capture', {
    title: 'no more is taken than was authorized',
    given: givenAfter('authorize'),
    request: ({ scene, order }, { as }) =>
      as(scene.admin).put(`${payment(order)}/capture`, { body: { payment: { amount: 39.81 } } }),
    status: 422,
    body: (_given, { form }) => ({
      error: 'Cannot capture payment.',
      errors:
        form === 'older'
          ? ['State cannot transition via "capture"', 'Amount must be less than or equal to 39.8']
          : {
              state: ['cannot transition via "capture"'],
              amount: ['must be less than or equal to 39.8'],
            },
    }),
  }),
];

const credit = [
  ...accepted('PUT /api/orders/:order/payments/:id/credit', {
    title: 'a part is given back',
    given: givenAfter('capture'),
    request: ({ scene, order }, { as }) =>
      as(scene.admin).put(`${payment(order)}/credit?amount=9.80`),
    status: 200,
    body: paymentIn({ state: 'completed' }),
  }),
  ...refused('PUT /api/orders/:order/payments/:id/credit', {
    title: 'no more is given back than was paid',
    given: givenAfter('capture'),
    request: ({ scene, order }, { as }) =>
      as(scene.admin).put(`${payment(order)}/credit`, { body: { payment: { amount: 39.81 } } }),
    status: 422,
    body: (_given, { form }) => {
      const limit =
        'This payment can only be credited up to 39.8. Please specify an amount less than or equal to this number.';
      return {
        error: 'Cannot credit payment.',
        errors:
          form === 'older'
            ? ['State cannot transition via "credit"', `Amount ${limit}`]
            : { state: ['cannot transition via "credit"'], amount: [limit] },
      };
    },
  }),
];

export const paymentExamples: readonly Example[] = [
  ...records,
  ...fireVerbs,
  ...capture,
  ...credit,
];
