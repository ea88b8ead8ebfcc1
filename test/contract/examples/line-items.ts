import { expect } from '@jest/globals';
import { invalid, lineBody, notFound, one, unauthorized } from '../bodies.ts';
import { accepted, refused } from '../example.ts';
import type { Caller, Example } from '../example.ts';
import type { Cart, Scene } from '../scene.ts';

interface Given {
  readonly scene: Scene;
  readonly cart: Cart;
}

const given = async (scene: Scene): Promise<Given> => ({ scene, cart: await scene.cart() });

const lines = (cart: Cart): string => `/api/orders/${cart.number}/line_items`;
const line = (cart: Cart): string => `${lines(cart)}/${String(cart.lineId)}`;

const twoShirts = { quantity: 2, total: '39.8', displayTotal: '$39.80' };
const threeShirts = { quantity: 3, total: '59.7', displayTotal: '$59.70' };
const oneShirt = { quantity: 1, total: '19.9', displayTotal: '$19.90' };

const lineIn =
  (facts: Parameters<typeof lineBody>[2]) =>
  ({ cart }: Given, { form }: Caller): unknown =>
    one(form, 'line_item', lineBody(form, cart, facts));

export const lineItemExamples: readonly Example[] = [
  ...accepted('GET /api/orders/:order/line_items', {
    title: 'the owner lists what is in his cart',
    given,
    request: ({ scene, cart }, { as }) => as(scene.ann).get(lines(cart)),
    status: 200,
    body: ({ cart }, { form }) => [{ line_item: lineBody(form, cart, twoShirts) }],
    headers: () => ({ 'x-total-count': '1' }),
  }),
  ...refused('GET /api/orders/:order/line_items', {
    title: 'the token of another order opens nothing',
    given: async (scene) => ({ ...(await given(scene)), other: await scene.cart() }),
    request: ({ scene, cart, other }, { as }) =>
      as(scene.bob).get(`${lines(cart)}?order_token=${other.token}`),
    status: 401,
    body: () => unauthorized,
  }),
  ...accepted('GET /api/orders/:order/line_items/:id', {
    title: 'an admin sees one line',
    given,
    request: ({ scene, cart }, { as }) => as(scene.admin).get(line(cart)),
    status: 200,
    body: lineIn(twoShirts),
  }),
  ...refused('GET /api/orders/:order/line_items/:id', {
    title: 'a line of another order is missing',
    given: async (scene) => ({ ...(await given(scene)), other: await scene.cart() }),
    request: ({ scene, cart, other }, { as }) =>
      as(scene.admin).get(`${lines(cart)}/${String(other.lineId)}`),
    status: 404,
    body: () => notFound,
  }),
  ...accepted('POST /api/orders/:order/line_items', {
    title: 'a shirt more of a variant that is there joins its line, or makes a second one',
    given,
    request: ({ scene, cart }, { as }) =>
      as(scene.ann).post(lines(cart), {
        body: { line_item: { variant_id: cart.goods.variantId, quantity: 1 } },
      }),
    status: 201,
    body: ({ cart }, { form }) =>
      one(
        form,
        'line_item',
        form === 'older'
          ? lineBody(form, cart, { ...oneShirt, id: expect.any(Number) })
          : lineBody(form, cart, threeShirts),
      ),
    headers: ({ cart }) => ({
      location: expect.stringMatching(
        new RegExp(`^http://127\\.0\\.0\\.1:\\d+/api/orders/${cart.number}/line_items/\\d+$`),
      ),
    }),
  }),
  ...refused('POST /api/orders/:order/line_items', {
    title: 'a line needs a variant, and its quantity is a number',
    misfits: true,
    given,
    request: ({ scene, cart }, { as }) =>
      as(scene.ann).post(lines(cart), { body: { line_item: { quantity: 'many' } } }),
    status: { older: 500, newer: 422 },
    body: (_given, { form }) =>
      invalid(form, ["Variant can't be blank", 'Quantity is not a number'], {
        variant_id: ["can't be blank"],
        quantity: ['is not a number'],
      }),
  }),
  ...accepted('PUT /api/orders/:order/line_items/:id', {
    title: 'the quantity is replaced, whatever key stands around it',
    given,
    request: ({ scene, cart }, { as }) =>
      as(scene.ann).put(line(cart), { body: { quantity: '3' } }),
    status: 200,
    body: lineIn(threeShirts),
  }),
  ...refused('PUT /api/orders/:order/line_items/:id', {
    title: 'half a shirt is refused',
    misfits: true,
    given,
    request: ({ scene, cart }, { as }) =>
      as(scene.ann).put(line(cart), { body: { line_item: { quantity: 1.5 } } }),
    status: { older: 500, newer: 422 },
    body: (_given, { form }) =>
      invalid(form, ['Quantity must be an integer'], { quantity: ['must be an integer'] }),
  }),
  ...accepted('DELETE /api/orders/:order/line_items/:id', {
    title: 'the owner removes a line',
    given,
    request: ({ scene, cart }, { as }) => as(scene.ann).delete(line(cart)),
    status: 204,
    body: () => undefined,
  }),
  ...refused('DELETE /api/orders/:order/line_items/:id', {
    title: 'a stranger removes nothing',
    given,
    request: ({ scene, cart }, { as }) => as(scene.bob).delete(line(cart)),
    status: 401,
    body: () => unauthorized,
  }),
];
