import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import type { Cart, Scene } from '../contract/scene.ts';
import { setScene } from '../contract/scene.ts';
import { openStore } from '../support/store.ts';
import type { Store } from '../support/store.ts';

let store: Store;
let scene: Scene;

beforeAll(async () => {
  store = await openStore();
  scene = await setScene(store);
});

afterAll(() => store.close());

const orderOf = ({ number }: Cart) =>
  store.db.order.findUniqueOrThrow({
    where: { number },
    select: { token: true, userId: true, lockVersion: true },
  });

const statusWith = async ({ number }: Cart, token: string | null): Promise<number> => {
  const client = store.client({ 'x-serviceordertoken': token ?? '' });
  return (await client.get(`/api/orders/${number}`)).status;
};

/** The ways in which the shop says whose an order is. */
const ways: Readonly<Record<string, (cart: Cart, userId: number | null) => Promise<unknown>>> = {
  'PUT in the older format': ({ number }, userId) =>
    store.older(scene.admin).put(`/api/orders/${number}`, { body: { order: { user_id: userId } } }),
  'PUT in the newer format': ({ number }, userId) =>
    store.newer(scene.admin).put(`/api/orders/${number}`, { body: { order: { user_id: userId } } }),
  'PUT of the checkout': ({ number }, userId) =>
    store
      .newer(scene.admin)
      .put(`/api/checkouts/${number}`, { body: { order: { user_id: userId } } }),
  updateOrder: ({ number }, userId) =>
    store.ask(
      `mutation ($by: OrderBy!, $input: UpdateOrderInput!) {
        updateOrder(by: $by, input: $input) { order { id } userErrors { code field message } }
      }`,
      { by: { number }, input: { userId: userId === null ? null : String(userId) } },
    ),
};

describe.each(Object.entries(ways))('A5: after %s', (_, give) => {
  test('of another user the former token opens the order no more, and the new one does', async () => {
    const cart = await scene.cart();
    const before = await orderOf(cart);
    await give(cart, scene.bob.id);
    const after = await orderOf(cart);
    expect(after).toEqual({
      userId: BigInt(scene.bob.id),
      token: expect.stringMatching(/^[A-Za-z0-9_-]{22}$/),
      lockVersion: before.lockVersion + 1,
    });
    expect(await statusWith(cart, cart.token)).toBe(401);
    expect(await statusWith(cart, after.token)).toBe(200);
    const { body } = await store.newer(scene.bob).get(`/api/orders/${cart.number}`);
    expect(body).toMatchObject({ token: after.token });
  });

  test('of nobody, and then of another user, the former token opens the order no more', async () => {
    const cart = await scene.cart();
    await give(cart, null);
    const { token, userId } = await orderOf(cart);
    expect(userId).toBeNull();
    expect(await statusWith(cart, cart.token)).toBe(401);
    expect(await statusWith(cart, token)).toBe(200);
    await give(cart, scene.bob.id);
    expect(await statusWith(cart, cart.token)).toBe(401);
  });

  test('of the same user the token stays', async () => {
    const cart = await scene.cart();
    await give(cart, scene.ann.id);
    expect(await orderOf(cart)).toMatchObject({ token: cart.token });
  });

  test("of a guest's order the token stays: the guest who claims it holds it", async () => {
    const cart = await scene.cart();
    await store.db.order.update({ where: { number: cart.number }, data: { userId: null } });
    await give(cart, scene.bob.id);
    expect(await orderOf(cart)).toMatchObject({
      token: cart.token,
      userId: BigInt(scene.bob.id),
    });
    expect(await statusWith(cart, cart.token)).toBe(200);
  });
});

test('A5: a refused update changes neither the owner nor the token', async () => {
  const cart = await scene.cart();
  const before = await orderOf(cart);
  const body = { order: { user_id: scene.bob.id, payments: [{ payment_method_id: 'x' }] } };
  const { status } = await store.newer(scene.admin).put(`/api/orders/${cart.number}`, { body });
  expect(status).toBe(422);
  expect(await orderOf(cart)).toEqual(before);
});

test('A5: who may not say whose an order is does not renew its token', async () => {
  const cart = await scene.cart();
  const body = { order: { user_id: scene.bob.id } };
  await store.newer(scene.ann).put(`/api/orders/${cart.number}`, { body });
  expect(await orderOf(cart)).toMatchObject({ token: cart.token, userId: BigInt(scene.ann.id) });
});

test('A5: the audit log tells of the new owner and of the new token', async () => {
  const cart = await scene.cart();
  const body = { order: { user_id: scene.bob.id } };
  await store.newer(scene.admin).put(`/api/orders/${cart.number}`, { body });
  const entries = await store.db.auditEntry.findMany({
    where: { subjectType: 'Order', subjectId: BigInt(cart.id) },
    orderBy: { id: 'asc' },
  });
  expect(entries.map(({ action, changes }) => [action, changes])).toEqual([
    ['orders.override', { userId: [String(scene.ann.id), String(scene.bob.id)] }],
    ['orders.renew_token', {}],
  ]);
});
