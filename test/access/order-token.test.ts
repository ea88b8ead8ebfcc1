import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { holdsToken } from '../../schema/abilities.ts';
import { readState } from '../contract/database-state.ts';
import type { Cart, Scene } from '../contract/scene.ts';
import { setScene } from '../contract/scene.ts';
import { nobody } from '../support/graphql.ts';
import { openStore } from '../support/store.ts';
import type { Store } from '../support/store.ts';

let store: Store;
let scene: Scene;

beforeAll(async () => {
  store = await openStore();
  scene = await setScene(store);
});

afterAll(() => store.close());

const withToken = (token: string) => store.client({ 'x-serviceordertoken': token });

const renew = (cart: Cart) =>
  store.ask(
    'mutation ($ref: OrderBy!) { renewOrderToken(by: $ref) { order { token lockVersion } userErrors { code field message allowed lockVersion } } }',
    { ref: { number: cart.number } },
  ) as Promise<{ renewOrderToken: { token: string; lockVersion: number } }>;

describe('an order gets a new token', () => {
  test('the former opens nothing any more, the new one does', async () => {
    const cart = await scene.cart();
    const { token } = (await renew(cart)).renewOrderToken;
    expect(token).toMatch(/^[A-Za-z0-9_-]{22}$/);
    expect(token).not.toBe(cart.token);
    const path = `/api/orders/${cart.number}`;
    expect((await withToken(cart.token).get(path)).status).toBe(401);
    expect((await withToken(token).get(path)).status).toBe(200);
    expect((await store.newer(scene.ann).get(path)).body).toMatchObject({ token });
  });

  test('neither the owner nor the holder may have one made, and the token stays', async () => {
    const cart = await scene.cart();
    const before = await readState(store.db);
    const query = `mutation { renewOrderToken(by: { number: "${cart.number}" }) { order { token } userErrors { code field message allowed lockVersion } } }`;
    for (const client of [store.newer(scene.ann), withToken(cart.token)]) {
      const { body } = await client.post('/graphql', { body: { query } });
      expect(body).toMatchObject({ errors: [{ extensions: { code: 'UNAUTHORIZED' } }] });
    }
    expect(await readState(store.db)).toEqual(before);
  });
});

describe('A5: an order without a token has no holder', () => {
  test.each(['', ' ', 'null', 'undefined', '0', '%00', '*', '%25'])(
    'whoever sends %j',
    async (text) => {
      const cart = await scene.cart();
      await store.db.order.update({ where: { id: BigInt(cart.id) }, data: { token: null } });
      const path = `/api/orders/${cart.number}`;
      const answers = [
        await store.anonymous.get(`${path}?order_token=${text}`),
        await store.anonymous.get(`${path}.json?order_token=${text}`),
        await store.newer(scene.bob).get(`${path}?order_token=${text}`),
      ];
      expect(answers.map(({ status }) => status)).toEqual([401, 401, 401]);
    },
  );

  test.each([null, ''])('a stored %j matches no token at all', (stored) => {
    const order = { userId: null, token: stored };
    for (const orderToken of [null, '', 'null', 'x']) {
      expect(holdsToken({ ...nobody, orderToken }, order)).toBe(false);
    }
  });
});

test('F41: an order without a user belongs to nobody', async () => {
  const cart = await scene.cart();
  await store.db.order.update({ where: { id: BigInt(cart.id) }, data: { userId: null } });
  const path = `/api/orders/${cart.number}`;
  const clients = [store.anonymous, store.newer(scene.ann), store.newer(scene.bob)];
  const answers = await Promise.all(clients.map((client) => client.get(path)));
  expect(answers.map(({ status }) => status)).toEqual([401, 401, 401]);
});

describe('A4: a token in the body', () => {
  const send = (cart: Cart, orderToken: unknown) =>
    store.anonymous.put(`/api/orders/${cart.number}`, {
      body: { order: { special_instructions: 'Ring twice.' }, order_token: orderToken },
    });

  test('opens nothing, of whatever shape, and nothing changes (safety 1, 3)', async () => {
    const cart = await scene.cart();
    const before = await readState(store.db);
    const sent = [cart.token, null, '', '  ', 0, true, [cart.token], { not: 'x' }];
    const statuses: number[] = [];
    for (const token of sent) statuses.push((await send(cart, token)).status);
    expect(statuses).toEqual(sent.map(() => 401));
    expect(await readState(store.db)).toEqual(before);
  });
});

describe('the caller is authenticated before anything is read (A24, safety 1, 2, 3)', () => {
  const long = (path: string, headers: Record<string, string> = {}) =>
    store.client({ 'content-type': 'application/json', ...headers }).put(path, {
      body: `{"order":{"lock_version":1${'0'.repeat(100_000)}1}}`,
    });

  test('with a token that no order has, no body is read and no order revealed', async () => {
    const cart = await scene.cart();
    const headers = { 'X-ServiceOrderToken': 'made-up' };
    for (const number of [cart.number, 'R000000000']) {
      const { status, headers: told } = await long(`/api/orders/${number}`, headers);
      expect([status, told.get('www-authenticate')]).toEqual([
        401,
        'ApiKey realm="Online Store API", error="insufficient_rights"',
      ]);
    }
  });

  test('a body that cannot be read is reported to known callers only', async () => {
    const cart = await scene.cart();
    const path = `/api/orders/${cart.number}`;
    expect((await long(path)).status).toBe(401);
    expect((await long(path, { 'X-ServiceAPIKey': 'unknown' })).status).toBe(401);
    expect((await long('/api/orders/mine', { 'X-ServiceOrderToken': cart.token })).status).toBe(
      405,
    );
    expect((await long('/api/shipments/H1', { 'X-ServiceOrderToken': 'made-up' })).status).toBe(
      401,
    );
    const known = await long(path, { 'X-ServiceOrderToken': cart.token });
    expect([known.status, known.body]).toEqual([
      400,
      { error: 'A number in the request body has more than 64 digits.' },
    ]);
  });
});

describe('A6: a token is for one order', () => {
  test('it widens no list, and is no word to search or sort by', async () => {
    const cart = await scene.cart();
    const list = async (query: string) =>
      (await store.newer(scene.admin).get(`/api/orders?per_page=50${query}`)).body;
    const all = await list('');
    expect(await list(`&order_token=${cart.token}`)).toEqual(all);
    for (const search of ['q[token_cont]', 'q[token_eq]', 'search[token]', 'q[token_start]']) {
      const answered = await list(`&${search}=${cart.token.slice(0, 4)}`);
      // Refused or ignored, exactly as for a text that is no order's token.
      const other = await list(`&${search}=nothing`);
      expect(answered).toEqual(other);
    }
    const sorted = await list('&q[s]=token%20asc');
    expect(sorted).toEqual(await list('&q[s]=token%20desc'));
  });

  test('a free search beside it shows the one order or none', async () => {
    const cart = await scene.cart();
    const other = await scene.cart();
    const path = `/api/orders/${cart.number}?q[number_eq]=${other.number}`;
    expect((await withToken(cart.token).get(path)).body).toMatchObject({ number: cart.number });
    expect((await withToken(cart.token).get(`/api/orders/${other.number}`)).status).toBe(401);
  });
});
