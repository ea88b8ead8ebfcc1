import { expect } from '@jest/globals';
import { cartBody, invalid, notFound, one, page, unauthorized } from '../bodies.ts';
import { accepted, refused } from '../example.ts';
import type { Caller, Example } from '../example.ts';
import type { Cart, Scene } from '../scene.ts';

const orderKeys = ['order', 'orders'] as const;

/** A cart and its users. */
const givenCart = async (scene: Scene): Promise<{ scene: Scene; cart: Cart }> => ({
  scene,
  cart: await scene.cart(),
});

interface Given {
  readonly scene: Scene;
  readonly cart: Cart;
}

const cartIn = ({ cart }: Given, { form }: Caller): unknown =>
  one(form, 'order', cartBody(form, cart));

/** The order now, as an admin reads it: a write returns the same shape as GET. */
async function orderNow({ scene, cart }: Given, caller: Caller): Promise<unknown> {
  const { body } = await caller.as(scene.admin).get(`/api/orders/${cart.number}`);
  return body;
}

const listOrders = [
  ...accepted('GET /api/orders', {
    title: 'an admin finds an order by its number',
    given: givenCart,
    request: ({ scene, cart }, { as }) =>
      as(scene.admin).get(`/api/orders?q[number_eq]=${cart.number}&per_page=25`),
    status: 200,
    body: ({ cart }, { form }) => page(form, orderKeys, [cartBody(form, cart)]),
    headers: () => ({ 'x-total-count': '1' }),
  }),
  ...refused('GET /api/orders', {
    title: 'a customer may not list all orders',
    given: givenCart,
    request: ({ scene }, { as }) => as(scene.ann).get('/api/orders'),
    status: 401,
    body: () => unauthorized,
    headers: () => ({
      'www-authenticate': 'ApiKey realm="Online Store API", error="insufficient_rights"',
    }),
  }),
  ...accepted('GET /api/orders/mine', {
    title: 'a customer finds his own cart',
    given: givenCart,
    request: ({ scene, cart }, { as }) =>
      as(scene.ann).get(`/api/orders/mine?search[number]=${cart.number}`),
    status: 200,
    body: ({ cart }, { form }) => page(form, orderKeys, [cartBody(form, cart)]),
    headers: () => ({ 'x-total-count': '1' }),
  }),
  ...refused('GET /api/orders/mine', {
    title: 'a key that nobody has is refused',
    given: givenCart,
    request: ({ scene }, { as }) => as(scene.unknown).get('/api/orders/mine'),
    status: 401,
    body: () => unauthorized,
    headers: () => ({ 'www-authenticate': 'ApiKey realm="Online Store API", error="invalid_key"' }),
  }),
];

const showOrder = [
  ...accepted('GET /api/orders/:order', {
    title: 'the owner sees his order by its number in any case',
    given: givenCart,
    request: ({ scene, cart }, { as }) =>
      as(scene.ann).get(`/api/orders/${cart.number.toLowerCase()}`),
    status: 200,
    body: cartIn,
  }),
  ...accepted('GET /api/orders/:order', {
    title: 'a stranger with the token sees the order by its id',
    given: givenCart,
    request: ({ scene, cart }, { as }) =>
      as(scene.bob).get(`/api/orders/${String(cart.id)}?order_token=${cart.token}`),
    status: 200,
    body: cartIn,
  }),
  ...refused('GET /api/orders/:order', {
    title: 'a stranger without the token sees nothing',
    given: givenCart,
    request: ({ scene, cart }, { as }) => as(scene.bob).get(`/api/orders/${cart.number}`),
    status: 401,
    body: () => unauthorized,
  }),
  ...refused('GET /api/orders/:order', {
    title: 'an order that is not there is missing for everybody with a key',
    given: givenCart,
    request: ({ scene }, { as }) => as(scene.bob).get('/api/orders/R0'),
    status: 404,
    body: () => notFound,
  }),
];

const writeOrder = [
  ...accepted('POST /api/orders', {
    title: 'a customer makes a cart with two shirts',
    given: async (scene) => {
      const goods = await scene.goods();
      const cart = { id: 0, number: '', token: '', lineId: 0, goods, owner: scene.ann };
      return { scene, cart };
    },
    request: ({ scene, cart: { goods } }, { as }) =>
      as(scene.ann).post('/api/orders', {
        body: { order: { line_items: [{ variant_id: goods.variantId, quantity: 2 }] } },
      }),
    status: 201,
    body: ({ cart }, { form }) =>
      one(
        form,
        'order',
        cartBody(form, cart, {
          id: expect.any(Number),
          number: expect.stringMatching(/^R\d{9}$/),
          token: expect.stringMatching(/^[\w-]{22}$/),
          lines: [
            {
              id: expect.any(Number),
              orderId: expect.any(Number),
              quantity: 2,
              total: '39.8',
              displayTotal: '$39.80',
            },
          ],
        }),
      ),
    headers: () => ({
      location: expect.stringMatching(/^http:\/\/127\.0\.0\.1:\d+\/api\/orders\/R\d{9}$/),
    }),
  }),
  ...accepted('POST /api/orders', {
    title: "an admin makes a guest's cart",
    given: (scene) => Promise.resolve(scene),
    request: (scene, { as }) => as(scene.admin).post('/api/orders', { body: { order: {} } }),
    status: 201,
    body: (_scene, { form }) =>
      one(
        form,
        'order',
        expect.objectContaining({ user_id: null, ...(form === 'newer' && { email: null }) }),
      ),
  }),
  ...accepted('POST /api/orders', {
    title: 'an admin makes a cart of a customer',
    given: (scene) => Promise.resolve(scene),
    request: (scene, { as }) =>
      as(scene.admin).post('/api/orders', { body: { order: { user_id: scene.ann.id } } }),
    status: 201,
    body: ({ ann }, { form }) =>
      one(
        form,
        'order',
        expect.objectContaining({
          user_id: ann.id,
          ...(form === 'newer' && { email: ann.email }),
        }),
      ),
  }),
  ...refused('POST /api/orders', {
    title: 'a variant that does not exist is refused with 422',
    given: givenCart,
    request: ({ scene }, { as }) =>
      as(scene.ann).post('/api/orders', {
        body: { order: { line_items: [{ variant_id: 999_999, quantity: 1 }] } },
      }),
    status: 422,
    body: (_given, { form }) =>
      invalid(form, ['Line items 0 variant is invalid'], {
        'line_items.0.variant_id': ['is invalid'],
      }),
  }),
  ...accepted('PUT /api/orders/:order', {
    title: 'the owner sets the e-mail address',
    given: givenCart,
    request: ({ scene, cart }, { as }) =>
      as(scene.ann).put(`/api/orders/${cart.number}`, {
        body: { order: { email: 'ann@harbour.example' } },
      }),
    status: 200,
    body: ({ cart }, { form }) =>
      one(form, 'order', cartBody(form, cart, { email: 'ann@harbour.example' })),
  }),
  ...refused('PUT /api/orders/:order', {
    title: 'an e-mail address without an at sign is refused',
    given: givenCart,
    request: ({ scene, cart }, { as }) =>
      as(scene.ann).put(`/api/orders/${cart.number}`, { body: { order: { email: 'ann' } } }),
    status: { older: 500, newer: 422 },
    body: (_given, { form }) => invalid(form, ['Email is invalid'], { email: ['is invalid'] }),
  }),
  ...accepted('PUT /api/orders/:order/empty', {
    title: 'the holder of the token empties the cart',
    given: givenCart,
    request: ({ scene, cart }, { as }) =>
      as(scene.bob).put(`/api/orders/${cart.number}/empty?order_token=${cart.token}`),
    status: 200,
    body: ({ cart }, { form }) =>
      one(
        form,
        'order',
        cartBody(form, cart, { lines: [], total: '0.0', displayTotal: '$0.00', quantity: 0 }),
      ),
  }),
  ...refused('PUT /api/orders/:order/empty', {
    title: 'a stranger empties nothing',
    given: givenCart,
    request: ({ scene, cart }, { as }) => as(scene.bob).put(`/api/orders/${cart.number}/empty`),
    status: 401,
    body: () => unauthorized,
  }),
];

const fireEvent = [
  ...accepted('PUT /api/orders/:order/event', {
    title: 'a cart with shirts moves on to its addresses',
    given: givenCart,
    request: ({ scene, cart }, { as }) =>
      as(scene.ann).put(`/api/orders/${cart.number}/event?e=next`),
    status: 200,
    body: ({ cart }, { form }) => one(form, 'order', cartBody(form, cart, { state: 'address' })),
  }),
  ...refused('PUT /api/orders/:order/event', {
    title: 'a cart cannot be cancelled',
    given: givenCart,
    request: ({ scene, cart }, { as }) =>
      as(scene.ann).put(`/api/orders/${cart.number}/event`, {
        body: new URLSearchParams({ e: 'cancel' }),
      }),
    status: 422,
    body: (_given, { form }) => ({
      error: 'Valid event name but not allowed for this object, valid names are next',
      errors:
        form === 'older'
          ? ['State cannot transition via "cancel"']
          : { state: ['cannot transition via "cancel"'] },
    }),
  }),
  ...refused('PUT /api/orders/:order/event', {
    title: 'an event without a name is refused',
    given: givenCart,
    request: ({ scene, cart }, { as }) => as(scene.ann).put(`/api/orders/${cart.number}/event`),
    status: 422,
    body: (_given, { form }) => ({
      error: 'No event name supplied',
      errors:
        form === 'older'
          ? ['State cannot transition without an event name']
          : { state: ['cannot transition without an event name'] },
    }),
  }),
];

/** Each event, the events that lead to a state that allows it, and the state after it. */
const verbs = [
  { verb: 'next', after: [], state: { older: 'address', newer: 'address' } },
  { verb: 'complete', after: [], state: { older: 'new', newer: 'complete' } },
  { verb: 'cancel', after: ['complete'], state: { older: 'canceled', newer: 'canceled' } },
  { verb: 'resume', after: ['complete', 'cancel'], state: { older: 'resumed', newer: 'resumed' } },
  {
    verb: 'authorize_return',
    after: ['complete'],
    state: { older: 'awaiting_return', newer: 'awaiting_return' },
  },
  {
    verb: 'return',
    after: ['complete', 'authorize_return'],
    state: { older: 'returned', newer: 'returned' },
  },
  { verb: 'approve', after: ['complete'], state: { older: 'new', newer: 'complete' } },
] as const;

const fireVerbs = verbs.flatMap(({ verb, after, state }) => [
  ...accepted(`PUT /api/orders/:order/${verb}`, {
    title: `an order after ${after.join(', ') || 'nothing'} takes it and is shown as it is then`,
    given: async (scene) => ({ scene, cart: await scene.ordered(...after) }),
    request: ({ scene, cart }, { as }) => as(scene.admin).put(`/api/orders/${cart.number}/${verb}`),
    status: 200,
    body: async (given, caller) => {
      const now = (await orderNow(given, caller)) as Readonly<Record<string, unknown>>;
      const word = { state: state[caller.form] };
      return caller.form === 'older'
        ? { order: { ...(now.order as object), ...word } }
        : { ...now, ...word };
    },
  }),
  ...refused(`PUT /api/orders/:order/${verb}`, {
    title: 'a stranger fires nothing',
    given: async (scene) => ({ scene, cart: await scene.ordered(...after) }),
    request: ({ scene, cart }, { as }) => as(scene.bob).put(`/api/orders/${cart.number}/${verb}`),
    status: 401,
    body: () => unauthorized,
  }),
]);

export const orderExamples: readonly Example[] = [
  ...listOrders,
  ...showOrder,
  ...writeOrder,
  ...fireEvent,
  ...fireVerbs,
];
