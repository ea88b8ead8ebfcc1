import { invalid, notFound, one, unauthorized } from '../bodies.ts';
import { accepted, refused } from '../example.ts';
import type { Example } from '../example.ts';
import { addressBody } from '../sale-bodies.ts';
import type { AddressedCart, Scene } from '../scene.ts';

interface Given {
  readonly scene: Scene;
  readonly cart: AddressedCart;
}

const given = async (scene: Scene): Promise<Given> => ({ scene, cart: await scene.addressed() });

const address = ({ number, billAddressId }: AddressedCart): string =>
  `/api/orders/${number}/addresses/${String(billAddressId)}`;

export const addressExamples: readonly Example[] = [
  ...accepted('GET /api/orders/:order/addresses/:id', {
    title: 'the owner sees where his bill goes',
    given,
    request: ({ scene, cart }, { as }) => as(scene.ann).get(address(cart)),
    status: 200,
    body: ({ cart }, { form }) => one(form, 'address', addressBody(form, cart)),
  }),
  ...refused('GET /api/orders/:order/addresses/:id', {
    title: 'an address of another order is missing',
    given: async (scene) => ({ ...(await given(scene)), other: await scene.cart() }),
    request: ({ scene, cart, other }, { as }) =>
      as(scene.admin).get(`/api/orders/${other.number}/addresses/${String(cart.billAddressId)}`),
    status: 404,
    body: () => notFound,
  }),
  ...accepted('PUT /api/orders/:order/addresses/:id', {
    title: 'the owner moves to another house and leaves the rest',
    given,
    request: ({ scene, cart }, { as }) =>
      as(scene.ann).put(address(cart), { body: { address: { address1: '5 Quay Street' } } }),
    status: 200,
    body: ({ cart }, { form }) =>
      one(form, 'address', addressBody(form, cart, { address1: '5 Quay Street' })),
  }),
  ...refused('PUT /api/orders/:order/addresses/:id', {
    title: 'an address needs its city, and a state of its country',
    given,
    request: ({ scene, cart }, { as }) =>
      as(scene.ann).put(address(cart), { body: { city: ' ', state_name: 'Bavaria' } }),
    status: { older: 500, newer: 422 },
    body: (_given, { form }) =>
      invalid(form, ["City can't be blank", 'State is invalid'], {
        city: ["can't be blank"],
        state: ['is invalid'],
      }),
  }),
  ...refused('PUT /api/orders/:order/addresses/:id', {
    title: 'a stranger writes nothing',
    given,
    request: ({ scene, cart }, { as }) => as(scene.bob).put(address(cart), { body: { city: 'X' } }),
    status: 401,
    body: () => unauthorized,
  }),
];
