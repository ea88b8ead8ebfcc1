import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import type { Permission } from '../../schema/permissions.ts';
import type { Cart, Scene } from '../contract/scene.ts';
import { basic, type Client, keyHeader } from '../support/clients.ts';
import type { Store } from '../support/store.ts';
import { openTwoStores, type TwoStores } from './two-stores.ts';

let stores: TwoStores;

beforeAll(async () => {
  stores = await openTwoStores();
}, 300_000);

afterAll(() => stores.close());

/** What an owner may do, so what a token opens by either setting. */
const ofOwners = [
  'orders.read',
  'orders.update',
  'orders.fire',
  'line_items.*',
  'addresses.*',
  'payments.index',
  'payments.read',
  'payments.create',
  'shipments.index',
  'shipments.read',
  'inventory_units.index',
  'inventory_units.read',
] as const;
const all = [...ofOwners, 'shipments.fire', 'inventory_units.fire'] as const;

/** The key of a new user who has just these permissions. */
async function keyWith(
  store: Store,
  name: string,
  permissions: readonly string[],
): Promise<string> {
  await store.ask('mutation ($input: CreateRoleInput!) { createRole(input: $input) { id } }', {
    input: { name, permissions },
  });
  return (await store.account(name, [name])).key;
}

const dataOf = async (client: Client, query: string): Promise<unknown> => {
  const { body } = await client.post('/graphql', { body: { query } });
  return (body as { data: unknown }).data;
};

const tokenOf = (body: unknown): unknown =>
  ((body as { order?: { token: unknown } }).order ?? (body as { token: unknown })).token;

/** The token of an order by every way that shows it to staff who may list and update orders. */
async function waysTo(store: Store, key: string, { number, id }: Cart): Promise<unknown[]> {
  const [newer, older] = [store.client(keyHeader(key)), store.client(basic(key))];
  const path = `/api/orders/${number}`;
  const body = { order: { special_instructions: 'Ring twice.' } };
  const list = async (client: Client, ending: string) => {
    const { body: told } = await client.get(`/api/orders${ending}?q[number_eq]=${number}`);
    const [first] = Array.isArray(told) ? told : (told as { orders: readonly unknown[] }).orders;
    return tokenOf(first);
  };
  const one = `by: { number: "${number}" }`;
  const { order } = (await dataOf(newer, `{ order(${one}) { token } }`)) as { order: unknown };
  const { orders } = (await dataOf(
    newer,
    `{ orders(filter: { id: { eq: "${String(id)}" } }) { nodes { token } } }`,
  )) as { orders: { nodes: readonly unknown[] } };
  const { updateOrder } = (await dataOf(
    newer,
    `mutation { updateOrder(${one}, input: { specialInstructions: "Ring." }) { order { token } } }`,
  )) as { updateOrder: { order: unknown } };
  return [
    tokenOf((await newer.get(path)).body),
    tokenOf((await older.get(`${path}.json`)).body),
    await list(newer, ''),
    await list(older, '.json'),
    tokenOf((await newer.put(path, { body })).body),
    tokenOf((await older.put(`${path}.json`, { body })).body),
    tokenOf(order),
    tokenOf(orders.nodes[0]),
    tokenOf(updateOrder.order),
  ];
}

const inStore = (setting: 'any' | 'owner'): [Store, Scene] =>
  setting === 'any' ? [stores.wide, stores.scene] : [stores.narrow, stores.narrowScene];

describe('N81: an employee who may not do all that the token opens', () => {
  test.each(['any', 'owner'] as const)(
    'and has orders.read, orders.index and orders.update gets it in no response (%s)',
    async (setting) => {
      const [store, scene] = inStore(setting);
      const key = await keyWith(store, 'clerk', ['orders.index', 'orders.read', 'orders.update']);
      const found = await waysTo(store, key, await scene.cart());
      expect(found).toEqual(found.map(() => null));
    },
  );

  test('and only updates orders cannot ship with what the response shows', async () => {
    const [store, scene] = inStore('any');
    const sale = await scene.sold();
    const key = await keyWith(store, 'typist', ['orders.update']);
    const { body, status } = await store
      .client(keyHeader(key))
      .put(`/api/orders/${sale.number}`, { body: { order: { special_instructions: 'Ring.' } } });
    expect([status, tokenOf(body)]).toEqual([200, null]);
  });

  test.each<[setting: 'any' | 'owner', lacking: Permission]>([
    ['any', 'shipments.fire'],
    ['any', 'inventory_units.fire'],
    ['any', 'orders.fire'],
    ['any', 'payments.create'],
    ['owner', 'orders.fire'],
    ['owner', 'payments.create'],
    ['owner', 'shipments.read'],
  ])('does not see it with ORDER_TOKEN_RIGHTS=%s without %s alone', async (setting, lacking) => {
    const [store, scene] = inStore(setting);
    const rights = (setting === 'any' ? all : ofOwners).filter((right) => right !== lacking);
    const name = `without_${lacking.replace('.', '_')}`;
    const key = await keyWith(store, name, ['orders.index', ...rights]);
    const query = `{ orders(filter: { number: { eq: "${(await scene.cart()).number}" } }) { nodes { token } } }`;
    expect(await dataOf(store.client(keyHeader(key)), query)).toEqual({
      orders: { nodes: [{ token: null }] },
    });
  });

  test('gets no token of an order that they create for a customer or a guest', async () => {
    const [store, scene] = inStore('any');
    const key = await keyWith(store, 'seller', ['orders.override', 'orders.update']);
    for (const input of [`userId: "${String(scene.bob.id)}"`, '']) {
      const query = `mutation { createOrder(input: {${input}}) { order { token } } }`;
      expect(await dataOf(store.client(keyHeader(key)), query)).toEqual({
        createOrder: { order: { token: null } },
      });
    }
  });

  test('may renew it, but does not get the new one', async () => {
    const [store, scene] = inStore('any');
    const key = await keyWith(store, 'renewer', ['orders.override', 'orders.update']);
    const { number, token } = await scene.cart();
    const query = `mutation { renewOrderToken(by: { number: "${number}" }) { order { token } userErrors { code } } }`;
    expect(await dataOf(store.client(keyHeader(key)), query)).toEqual({
      renewOrderToken: { order: { token: null }, userErrors: [] },
    });
    const stored = await store.db.order.findUniqueOrThrow({ where: { number } });
    expect(stored.token).not.toBe(token);
  });
});

describe('N81: the token of an order is shown in every response', () => {
  test.each([
    ['any', all],
    ['owner', ofOwners],
  ] as const)(
    'to an employee who may do all that it opens with ORDER_TOKEN_RIGHTS=%s',
    async (setting, rights) => {
      const [store, scene] = inStore(setting);
      const key = await keyWith(store, 'manager', ['orders.index', ...rights]);
      const cart = await scene.cart();
      const found = await waysTo(store, key, cart);
      expect(found).toEqual(found.map(() => cart.token));
    },
  );

  test('to an admin, to the owner, and to an employee who sends it', async () => {
    const [store, scene] = inStore('any');
    const cart = await scene.cart();
    const key = await keyWith(store, 'sender', ['orders.read']);
    const sending = { ...keyHeader(key), 'x-serviceordertoken': cart.token };
    const query = `{ order(by: { number: "${cart.number}" }) { token } }`;
    for (const client of [
      store.newer(scene.admin),
      store.newer(scene.ann),
      store.client(sending),
    ]) {
      expect(await dataOf(client, query)).toEqual({ order: { token: cart.token } });
    }
  });
});
