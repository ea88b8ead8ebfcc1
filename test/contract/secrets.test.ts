import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { inMemory } from '../../gateway/limits/point-stores.ts';
import { rateLimits } from '../../gateway/settings/setting-readers.ts';
import { createClient } from '../support/clients.ts';
import { openStore } from '../support/store.ts';
import type { Store } from '../support/store.ts';
import { setScene } from './scene.ts';
import type { Cart, Scene } from './scene.ts';
import { secretsOf, watchSecrets } from './secrets.ts';

const limits = rateLimits('failures=30/min');
const secrets = watchSecrets();
let store: Store;
let scene: Scene;
let cart: Cart;

beforeAll(async () => {
  const rateLimits = limits && { limits, openStore: inMemory };
  store = await openStore({ log: secrets.log, parts: { metrics: secrets.metrics, rateLimits } });
  scene = await setScene(store);
  cart = await scene.cart();
});
afterAll(() => store.close());

const guess = 'a-guessed-key-0123456789abcdef0123456789';
const basic = (user: string) =>
  `Basic ${Buffer.from(`${user}:pass-word-of-basic`).toString('base64')}`;
const json = 'application/json';

/** What an answer refuses by name or value is quoted to who sent it; nobody else is told. */
const quoted = ', which the answer quotes';

/** Secrets wherever a client may put them, correctly or not; `{t}` is the order's token, `{k}` a key. */
const transports: readonly (readonly [title: string, path: string, init?: RequestInit])[] = [
  ['a token in the query', '/api/orders/{n}?order_token={t}'],
  ['a token in a query in brackets', '/api/orders/{n}?order_token[not]={t}'],
  ['a token in a header', '/api/orders/{n}', { headers: { 'X-ServiceOrderToken': '{t}' } }],
  [
    'a token in a body, where it opens nothing',
    '/api/orders/{n}/empty',
    { method: 'PUT', headers: { 'Content-Type': json }, body: '{"order_token":"{t}"}' },
  ],
  [
    'a token in a form',
    '/api/orders/{n}/event?e=cancel',
    { method: 'PUT', body: new URLSearchParams({ order_token: '{t}' }).toString() },
  ],
  ['a token for another order', '/api/orders/R999999999?order_token={t}'],
  ['a key in the path', '/api/orders/{k}', { headers: { 'X-ServiceAPIKey': '{k}' } }],
  ['a key in an unknown path', '/{k}'],
  ['a key in the query', '/api/orders?api_key={k}&token={k}'],
  [
    'a key in a search',
    '/api/orders/mine?q[number_eq]={k}&q[id_eq]={k}',
    { headers: { 'X-ServiceAPIKey': '{k}' } },
  ],
  [
    `a key in an unknown search${quoted}`,
    '/api/orders/mine?search[{k}]=1',
    { headers: { 'X-ServiceAPIKey': '{k}' } },
  ],
  ['a key as Bearer', '/api/orders', { headers: { Authorization: 'Bearer {k}' } }],
  [
    'a key in a broken body',
    '/api/orders',
    { method: 'POST', headers: { 'X-ServiceAPIKey': '{k}' }, body: '{"{k}' },
  ],
  ['a guessed key', '/api/orders', { headers: { 'X-ServiceAPIKey': guess } }],
  ['a guessed key as Basic', '/api/orders.json', { headers: { Authorization: basic(guess) } }],
  ['a good key as Basic', '/api/orders/mine.json', { headers: { Authorization: basic('{k}') } }],
  ['a cookie', '/api/orders', { headers: { Cookie: 'session={k}' } }],
  [
    'a request id that is a secret in disguise',
    '/api/orders',
    { headers: { 'X-Request-Id': '{k} {t}' } },
  ],
  [
    'GraphQL with the token in the address',
    '/graphql?order_token={t}',
    {
      method: 'POST',
      headers: { 'Content-Type': json },
      body: '{"query":"{ order(by: { number: \\"{n}\\" }) { state } }"}',
    },
  ],
  [
    `GraphQL with a key in a variable that does not fit${quoted}`,
    '/graphql',
    {
      method: 'POST',
      headers: {
        'Content-Type': json,
        Accept: 'application/graphql-response+json',
        'X-ServiceAPIKey': '{k}',
      },
      body: '{"query":"query ($n: Int) { myOrders(perPage: $n) { count } }","variables":{"n":"{k}"}}',
    },
  ],
  [
    'an idempotent request',
    '/api/orders',
    { method: 'POST', headers: { 'X-ServiceAPIKey': '{k}', 'Idempotency-Key': 'idem-{t}' } },
  ],
];

describe('A7: keys and order tokens stay out of logs, figures and failures', () => {
  test.each(transports)('%s', async (title, path, init = {}) => {
    const fill = (text: string) =>
      text
        .replaceAll('{t}', cart.token)
        .replaceAll('{k}', scene.ann.key)
        .replaceAll('{n}', cart.number);
    const headers = Object.fromEntries(
      Object.entries((init.headers ?? {}) as Record<string, string>).map(([name, value]) => [
        name,
        value.startsWith('Basic ')
          ? basic(value.includes(basic(guess).slice(6)) ? guess : scene.ann.key)
          : fill(value),
      ]),
    );
    const answer = await fetch(store.url + fill(path), {
      ...init,
      headers,
      ...(typeof init.body === 'string' && { body: fill(init.body) }),
    });
    const reply = {
      status: answer.status,
      headers: answer.headers,
      text: await answer.text(),
      body: undefined,
    };
    if (!title.endsWith(quoted)) secrets.noteAnswer(reply);
    const known = [
      ...(await secretsOf(store, scene)),
      guess,
      basic(guess).slice(6),
      basic(scene.ann.key).slice(6),
    ];
    expect(await secrets.find(known)).toEqual([]);
  });

  test('many guesses, until they are refused unread', async () => {
    const statuses = new Set<number>();
    for (let sent = 0; sent < 40; sent += 1) {
      const key = `${guess}-${String(sent)}`;
      const reply = await createClient(store.url, { 'X-ServiceAPIKey': key }).get('/api/orders');
      secrets.noteAnswer(reply);
      statuses.add(reply.status);
    }
    expect([...statuses]).toEqual([401, 429]);
    expect(await secrets.find([guess])).toEqual([]);
  });

  test('a database that fails with the secret in its message', async () => {
    const { ann } = scene;
    await store.db.$executeRawUnsafe(`
      CREATE FUNCTION leak() RETURNS trigger LANGUAGE plpgsql AS
      $$ BEGIN RAISE EXCEPTION 'no room for % of ${ann.key}', NEW.token; END $$`);
    await store.db.$executeRawUnsafe(
      'CREATE TRIGGER leak BEFORE INSERT ON orders FOR EACH ROW EXECUTE FUNCTION leak()',
    );
    const reply = await store.newer(ann).post('/api/orders');
    await store.db.$executeRawUnsafe('DROP FUNCTION leak CASCADE');
    secrets.noteAnswer(reply);
    expect([reply.status, reply.body]).toEqual([500, { error: 'Internal server error' }]);
    expect(await secrets.find(await secretsOf(store, scene))).toEqual([]);
    expect(await secrets.find(['no room for'])).toHaveLength(1);
  });
});
