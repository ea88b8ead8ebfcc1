import type { FormName } from '../../../rest/request/form-name.ts';
import { cartBody, invalid, one, unauthorized } from '../bodies.ts';
import { accepted, refused } from '../example.ts';
import type { Caller, Example } from '../example.ts';
import type { Cart, Scene } from '../scene.ts';

interface Given {
  readonly scene: Scene;
  readonly cart: Cart;
}

const given = async (scene: Scene): Promise<Given> => ({ scene, cart: await scene.cart() });

/** A cart whose next step is the address. */
const givenInAddress = async (scene: Scene): Promise<Given> => ({
  scene,
  cart: await scene.ordered('next'),
});

const checkout = ({ number }: Cart): string => `/api/checkouts/${number}`;

const inAddress = ({ cart }: Given, { form }: { readonly form: FormName }): unknown =>
  one(form, 'order', cartBody(form, cart, { state: 'address' }));

const cannotMoveOn = (_given: unknown, { form }: { readonly form: FormName }): unknown => ({
  error: 'The order could not be transitioned. Please fix the errors and try again.',
  errors:
    form === 'older'
      ? ["Bill address can't be blank", "Ship address can't be blank"]
      : { bill_address: ["can't be blank"], ship_address: ["can't be blank"] },
});

export const checkoutExamples: readonly Example[] = [
  ...accepted('PUT /api/checkouts/:order', {
    title: 'the owner gives his e-mail address and takes a step',
    given,
    request: ({ scene, cart }, { as }) =>
      as(scene.ann).put(checkout(cart), { body: { order: { email: 'ann@harbour.example' } } }),
    status: 200,
    body: ({ cart }, { form }) =>
      one(form, 'order', cartBody(form, cart, { state: 'address', email: 'ann@harbour.example' })),
  }),
  ...refused('PUT /api/checkouts/:order', {
    title: 'an order without addresses does not move on',
    given: givenInAddress,
    request: ({ scene, cart }, { as }) => as(scene.ann).put(checkout(cart)),
    status: 422,
    body: cannotMoveOn,
  }),
  ...refused('PUT /api/checkouts/:order', {
    title: 'attributes that are refused are a failed update',
    given,
    request: ({ scene, cart }, { as }) =>
      as(scene.ann).put(checkout(cart), { body: { order: { email: 'ann' } } }),
    status: { older: 500, newer: 422 },
    body: (_given, { form }) => invalid(form, ['Email is invalid'], { email: ['is invalid'] }),
  }),
  ...refused('PUT /api/checkouts/:order', {
    title: 'attributes that do not fit take no step',
    misfits: true,
    given,
    request: ({ scene, cart }, { as }) =>
      as(scene.ann).put(checkout(cart), { body: { order: { line_items: 'all' } } }),
    status: { older: 500, newer: 422 },
    body: (_given, { form }) =>
      invalid(form, ['Line items is invalid'], { line_items: ['is invalid'] }),
  }),
  ...(['all', { email: 7, line_items: 'all' }] as const).flatMap((order) =>
    accepted('PUT /api/checkouts/:order', {
      title: `of a completed order nothing is read, not even ${JSON.stringify(order)}`,
      misfits: true,
      given: async (scene: Scene, { as }: Caller) => {
        const cart = await scene.sold();
        const { body } = await as(scene.ann).get(`/api/orders/${cart.number}`);
        return { scene, cart, read: body };
      },
      request: ({ scene, cart }, { as }) => as(scene.ann).put(checkout(cart), { body: { order } }),
      status: 200,
      body: ({ read }) => read,
    }),
  ),
  ...refused('PUT /api/checkouts/:order', {
    title: 'a stranger is told no more than that he is one',
    misfits: true,
    given,
    request: ({ scene, cart }, { as }) =>
      as(scene.bob).put(checkout(cart), { body: { order: { line_items: 'all' } } }),
    status: 401,
    body: () => unauthorized,
  }),
  ...accepted('PUT /api/checkouts/:order/next', {
    title: 'the holder of the token takes a step',
    given,
    request: ({ scene, cart }, { as }) =>
      as(scene.bob).put(`${checkout(cart)}/next?order_token=${cart.token}`),
    status: 200,
    body: inAddress,
  }),
  ...refused('PUT /api/checkouts/:order/next', {
    title: 'an order without addresses does not move on',
    given: givenInAddress,
    request: ({ scene, cart }, { as }) => as(scene.ann).put(`${checkout(cart)}/next`),
    status: 422,
    body: cannotMoveOn,
  }),
  ...accepted('PUT /api/checkouts/:order/advance', {
    title: 'as many steps as succeed',
    given,
    request: ({ scene, cart }, { as }) => as(scene.ann).put(`${checkout(cart)}/advance`),
    status: 200,
    body: inAddress,
  }),
  ...accepted('PUT /api/checkouts/:order/advance', {
    title: 'none succeeds, and that is no failure',
    given: givenInAddress,
    request: ({ scene, cart }, { as }) => as(scene.ann).put(`${checkout(cart)}/advance`),
    status: 200,
    body: inAddress,
  }),
  ...refused('PUT /api/checkouts/:order/advance', {
    title: 'a stranger takes no step',
    given,
    request: ({ scene, cart }, { as }) => as(scene.bob).put(`${checkout(cart)}/advance`),
    status: 401,
    body: () => unauthorized,
  }),
];
