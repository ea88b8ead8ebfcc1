import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { inMemory } from '../../../gateway/limits/point-stores.ts';
import { forgetOldSessions, forgetViewers } from '../../../schema/index.ts';
import type { Client, Reply } from '../../support/clients.ts';
import { withClockAhead, withHeldClock } from '../../support/process-clock.ts';
import { openStore } from '../../support/store.ts';
import type { Account, Store } from '../../support/store.ts';

let store: Store;
beforeAll(async () => {
  store = await openStore();
});
afterAll(() => store.close());

const page = { 'X-Session': 'page' };
const name = 'online-store-session';
const nameAt = ({ url }: { readonly url: string }): string => `${name}-${new URL(url).port}`;

/** The attributes of the cookie that a response sets, without its value. */
function cookieOf({ headers }: Reply): { readonly value: string; readonly attributes: string[] } {
  const [first = '', ...attributes] = (headers.get('set-cookie') ?? '').split('; ');
  return { value: first.slice(first.indexOf('=') + 1), attributes };
}

/** A browser with a session cookie, on one of the store's own pages. */
const browserWith = (token: string, headers: Readonly<Record<string, string>> = page): Client =>
  store.client({ Cookie: `other=1; ${nameAt(store)}=${token}`, ...headers });

/** Signs a browser in with a key; returns the token in its cookie. */
async function signIn({ key }: Account): Promise<string> {
  const reply = await store.client({ ...page, 'X-ServiceAPIKey': key }).post('/session');
  expect(reply.status).toBe(201);
  return cookieOf(reply).value;
}

const whoIs = async (client: Client): Promise<unknown> => (await client.get('/session')).body;

const renameTo = (client: Client, id: number, wanted: string): Promise<Reply> =>
  client.post('/graphql', {
    body: {
      query:
        'mutation ($id: ID!, $input: UpdateUserInput!) { updateUser(by: { id: $id }, input: $input) { user { name } userErrors { code field message allowed lockVersion } } }',
      variables: { id, input: { name: wanted } },
    },
  });

const nameOf = async ({ id }: Account): Promise<string | null> =>
  (await store.db.user.findUniqueOrThrow({ where: { id } })).name;

describe('a browser (O30)', () => {
  test('is signed in with a key, for eight hours, by a cookie that no script reads and no other site sends', async () => {
    const ann = await store.account('ann', ['orders_read']);
    const reply = await store.client({ ...page, 'X-ServiceAPIKey': ann.key }).post('/session');
    expect(reply.status).toBe(201);
    expect(reply.body).toMatchObject({
      user: { id: String(ann.id), email: 'ann@store.example', name: 'ann' },
      permissions: expect.arrayContaining(['orders.read']) as unknown,
    });
    const { value, attributes } = cookieOf(reply);
    expect(value).toMatch(/^[\w-]{43}$/);
    expect(attributes).toEqual(['Path=/', 'Max-Age=28800', 'HttpOnly', 'SameSite=Strict']);
    expect(reply.headers.get('cache-control')).toBe('no-store');
    expect(await whoIs(browserWith(value))).toMatchObject({ user: { id: String(ann.id) } });
    const orders = await browserWith(value).get('/api/orders');
    expect([orders.status, orders.body]).toMatchObject([200, { orders: [] }]);
    const graphql = await browserWith(value).post('/graphql', {
      body: { query: '{ viewer { email } }' },
    });
    expect(graphql.body).toMatchObject({ data: { viewer: { email: 'ann@store.example' } } });
  });

  test('says that nobody is signed in, without a token and with one of nobody', async () => {
    expect(await whoIs(store.client(page))).toEqual({ user: null });
    expect(await whoIs(browserWith('no-such-token'))).toEqual({ user: null });
  });

  test('is not signed in with a bad key, without a key, or by the session it has', async () => {
    const bea = await store.account('bea');
    const token = await signIn(bea);
    const before = await store.db.session.count();
    for (const client of [
      store.client({ ...page, 'X-ServiceAPIKey': 'no-such-key' }),
      store.client(page),
      browserWith(token),
    ]) {
      const reply = await client.post('/session');
      expect([reply.status, reply.headers.get('set-cookie')]).toEqual([401, null]);
    }
    expect(await store.db.session.count()).toBe(before);
  });

  test('is signed out: the cookie is taken away, and a copy of it opens nothing', async () => {
    const cleo = await store.account('cleo', ['orders_read']);
    const token = await signIn(cleo);
    const other = await signIn(cleo);
    const reply = await browserWith(token).delete('/session');
    expect(reply.status).toBe(204);
    expect(cookieOf(reply)).toEqual({
      value: '',
      attributes: ['Path=/', 'Max-Age=0', 'HttpOnly', 'SameSite=Strict'],
    });
    expect(await whoIs(browserWith(token))).toEqual({ user: null });
    expect((await browserWith(token).get('/api/orders')).status).toBe(401);
    expect((await browserWith(token).delete('/session')).status).toBe(204);
    expect(await whoIs(browserWith(other))).toMatchObject({ user: { id: String(cleo.id) } });
  });

  test('loses the cookie also where the sign-out fails in the database', async () => {
    const token = await signIn(await store.account('finn'));
    await store.db.$executeRaw`
      CREATE RULE kept AS ON DELETE TO sessions DO INSTEAD SELECT 1 / (id - id) FROM sessions`;
    const reply = await browserWith(token).delete('/session');
    await store.db.$executeRaw`DROP RULE kept ON sessions`;
    expect(reply.status).toBe(500);
    expect(cookieOf(reply)).toMatchObject({
      value: '',
      attributes: expect.arrayContaining(['Max-Age=0']) as unknown,
    });
    expect((await browserWith(token).delete('/session')).status).toBe(204);
  });

  test('has a session in each of two stores on one host', async () => {
    const one = await store.account('olga');
    const two = await openStore();
    const other = await two.account('paul');
    const sign = (at: Store, { key }: Account): Promise<Reply> =>
      at.client({ ...page, 'X-ServiceAPIKey': key }).post('/session');
    const both = [await sign(store, one), await sign(two, other)].map(({ headers }) =>
      (headers.get('set-cookie') ?? '').replace(/;.*/, ''),
    );
    const Cookie = both.join('; ');
    expect(new Set(both.map((cookie) => cookie.split('=')[0])).size).toBe(2);
    expect(await whoIs(store.client({ ...page, Cookie }))).toMatchObject({
      user: { name: 'olga' },
    });
    expect(await whoIs(two.client({ ...page, Cookie }))).toMatchObject({ user: { name: 'paul' } });
    await two.close();
  });

  test('that signs in anew leaves its former session', async () => {
    const dora = await store.account('dora');
    const former = await signIn(dora);
    await store
      .client({ ...page, 'X-ServiceAPIKey': dora.key, Cookie: `${nameAt(store)}=${former}` })
      .post('/session');
    expect(await whoIs(browserWith(former))).toEqual({ user: null });
  });

  test('keeps its former session where a sign-in anew fails in the database', async () => {
    const gina = await store.account('gina');
    const former = await signIn(gina);
    await store.db.$executeRaw`ALTER TABLE sessions ADD CONSTRAINT no_more CHECK (false) NOT VALID`;
    const reply = await store
      .client({ ...page, 'X-ServiceAPIKey': gina.key, Cookie: `${nameAt(store)}=${former}` })
      .post('/session');
    await store.db.$executeRaw`ALTER TABLE sessions DROP CONSTRAINT no_more`;
    expect([reply.status, reply.headers.get('set-cookie')]).toEqual([500, null]);
    expect(await whoIs(browserWith(former))).toMatchObject({ user: { name: 'gina' } });
  });

  test('loses the oldest of more than twenty sessions of a key', async () => {
    const emma = await store.account('emma');
    const tokens: string[] = [];
    for (let made = 0; made < 21; made += 1) tokens.push(await signIn(emma));
    expect(await whoIs(browserWith(String(tokens[0])))).toEqual({ user: null });
    expect(await whoIs(browserWith(String(tokens[1])))).toMatchObject({
      user: { id: String(emma.id) },
    });
  });

  test('stays signed in over a restart of the store', async () => {
    const faye = await store.account('faye');
    const token = await signIn(faye);
    const again = await store.restarted();
    const response = await fetch(`${again.url}/session`, {
      headers: { ...page, Cookie: `${nameAt(again)}=${token}` },
    });
    expect(await response.json()).toMatchObject({ user: { id: String(faye.id) } });
    await again.close();
  });

  test('is stored as a hash of its token only, and each sign-in and sign-out of staff is in the audit log', async () => {
    const gwen = await store.account('gwen', ['orders_read']);
    const token = await signIn(gwen);
    const { id, tokenHash } = await store.db.session.findFirstOrThrow({ orderBy: { id: 'desc' } });
    expect(Buffer.from(tokenHash).toString('base64url')).not.toBe(token);
    await browserWith(token).delete('/session');
    const entries = await store.db.auditEntry.findMany({ where: { userId: gwen.id } });
    const key = await store.db.apiKey.findFirstOrThrow({ where: { userId: gwen.id } });
    expect(entries.map(({ action, subjectId, apiKeyId }) => [action, subjectId, apiKeyId])).toEqual(
      [
        ['sessions.create', id, key.id],
        ['sessions.delete', id, key.id],
      ],
    );
    const asText = JSON.stringify(entries, (_name, value: unknown) =>
      typeof value === 'bigint' ? String(value) : value,
    );
    expect(asText).toContain('sessions.create');
    expect(asText).not.toContain(token);
  });
});

test('customers who sign in and out over and over leave nothing in the audit log of staff (N76)', async () => {
  const rosa = await store.account('rosa');
  const before = await store.db.auditEntry.count();
  const token = await signIn(rosa);
  await browserWith(token).delete('/session');
  await signIn(rosa);
  expect(await store.db.auditEntry.count()).toBe(before);
});

test('a session of staff that a customer signs in over is in the audit log (N76)', async () => {
  const vera = await store.account('vera', ['orders_read']);
  const will = await store.account('will');
  const token = await signIn(vera);
  const { id } = await store.db.session.findFirstOrThrow({ orderBy: { id: 'desc' } });
  const Cookie = `${nameAt(store)}=${token}`;
  await store.client({ ...page, Cookie, 'X-ServiceAPIKey': will.key }).post('/session');
  const entries = await store.db.auditEntry.findMany({ where: { userId: will.id } });
  expect(entries.map(({ action, subjectId }) => [action, subjectId])).toEqual([
    ['sessions.delete', id],
  ]);
});

describe('a session ends (O30)', () => {
  const acts: readonly (readonly [string, (account: Account) => Promise<unknown>])[] = [
    [
      'with its key',
      ({ id }) => store.ask('mutation ($id: ID!) { revokeApiKey(userId: $id) { id } }', { id }),
    ],
    [
      'with its key alone',
      async ({ id }) => {
        const key = await store.db.apiKey.findFirstOrThrow({ where: { userId: id } });
        return store.ask(
          'mutation ($id: ID!) { revokeOneApiKey(id: $id) { apiKey { id } userErrors { code field message allowed lockVersion } } }',
          {
            id: String(key.id),
          },
        );
      },
    ],
    [
      'with its user, and does not begin again when the user is enabled',
      async ({ id }) => {
        await store.ask(
          'mutation ($id: ID!) { disableUser(by: { id: $id }) { user { id } userErrors { code field message allowed lockVersion } } }',
          { id },
        );
        await store.ask(
          'mutation ($id: ID!) { enableUser(by: { id: $id }) { user { id } userErrors { code field message allowed lockVersion } } }',
          { id },
        );
      },
    ],
    [
      'after eight hours',
      async () => {
        await store.db.session.updateMany({ data: { expiresAt: new Date(0) } });
        forgetViewers(store.db);
      },
    ],
  ];
  test.each(acts)('%s', async (title, end) => {
    const holder = await store.account(`holder-${String(acts.findIndex(([t]) => t === title))}`, [
      'orders_read',
    ]);
    const token = await signIn(holder);
    expect((await browserWith(token).get('/api/orders')).status).toBe(200);
    await end(holder);
    expect((await browserWith(token).get('/api/orders')).status).toBe(401);
    expect(await whoIs(browserWith(token))).toEqual({ user: null });
  });

  test('and its row is forgotten', async () => {
    const holder = await store.account('holder-last');
    await signIn(holder);
    await store.db.session.updateMany({ data: { expiresAt: new Date(0) } });
    await forgetOldSessions(store.db, 1_000);
    expect(await store.db.session.count()).toBe(0);
  });

  test('in another process within a second', async () => {
    const holder = await store.account('holder-of-two', ['orders_read']);
    const token = await signIn(holder);
    const there = await openStore({
      database: { client: store.db.$extends({}), ping: () => Promise.resolve() } as never,
    });
    const status = async (): Promise<number> => {
      const headers = { ...page, Cookie: `${nameAt(there)}=${token}` };
      return (await fetch(`${there.url}/api/orders`, { headers })).status;
    };
    expect(await status()).toBe(200);
    await browserWith(token).delete('/session');
    expect(await withClockAhead(1_050, status)).toBe(401);
    await there.close();
  });
});

describe('the cookie alone (O31)', () => {
  let admin: Account;
  let token: string;
  beforeAll(async () => {
    admin = await store.account('ada', ['admin']);
    token = await signIn(admin);
  });

  test.each([
    ['without the header of a page', {}],
    ['with another word in it', { 'X-Session': 'script' }],
    ['from another site', { ...page, 'Sec-Fetch-Site': 'cross-site' }],
    ['from another host of the same site', { ...page, 'Sec-Fetch-Site': 'same-site' }],
    ['by the address bar', { ...page, 'Sec-Fetch-Site': 'none' }],
    [
      'from another origin, by a browser that tells no site',
      { ...page, Origin: 'https://evil.example' },
    ],
    ['from a page without an origin', { ...page, Origin: 'null' }],
  ])('opens nothing %s, and changes nothing', async (_title, headers) => {
    const client = browserWith(token, headers);
    expect((await client.get('/api/orders')).status).toBe(401);
    expect([401, 403]).toContain((await renameTo(client, admin.id, 'stolen')).status);
    expect([401, 403]).toContain((await client.post('/api/orders', { body: {} })).status);
    expect(await nameOf(admin)).toBe('ada');
    expect(await store.db.order.count()).toBe(0);
    expect((await client.get('/session')).status).toBe(403);
    expect((await client.delete('/session')).status).toBe(403);
    expect(await whoIs(browserWith(token))).toMatchObject({ user: { id: String(admin.id) } });
  });

  test('opens the store to its own pages, by their site or by their origin', async () => {
    for (const headers of [
      { ...page, 'Sec-Fetch-Site': 'same-origin' },
      { ...page, 'Sec-Fetch-Site': 'same-origin', Origin: 'https://name-behind-a-proxy.example' },
      { ...page, Origin: store.url },
    ]) {
      expect((await renameTo(browserWith(token, headers), admin.id, 'ada')).status).toBe(200);
    }
  });

  test('is ignored beside a key: API clients need their own', async () => {
    const hugo = await store.account('hugo');
    const beside = (headers: Record<string, string>) => browserWith(token, { ...page, ...headers });
    const viewer = { body: { query: '{ viewer { email } }' } };
    const asHugo = await beside({ 'X-ServiceAPIKey': hugo.key }).post('/graphql', viewer);
    expect(asHugo.body).toMatchObject({ data: { viewer: { email: 'hugo@store.example' } } });
    const bad = await beside({ 'X-ServiceAPIKey': 'no-such-key' }).get('/api/orders');
    const basic = await beside({ Authorization: 'Basic eDp4' }).get('/api/orders.json');
    expect([bad.status, basic.status]).toEqual([401, 401]);
  });

  test('is no key: its token opens nothing as one', async () => {
    expect((await store.client({ 'X-ServiceAPIKey': token }).get('/api/orders')).status).toBe(401);
  });
});

describe('the address /session (O31)', () => {
  test('takes GET, POST and DELETE alone', async () => {
    const reply = await store.client(page).put('/session');
    expect([reply.status, reply.headers.get('allow')]).toEqual([405, 'GET, POST, DELETE, OPTIONS']);
    const options = await store.anonymous.options('/session');
    expect([options.status, options.headers.get('allow')]).toEqual([
      204,
      'GET, POST, DELETE, OPTIONS',
    ]);
  });

  test('refuses a sign-in that a page of another origin makes a browser send', async () => {
    const ivy = await store.account('ivy');
    const before = await store.db.session.count();
    for (const headers of [{}, { ...page, Origin: 'https://evil.example' }]) {
      const reply = await store.client({ ...headers, 'X-ServiceAPIKey': ivy.key }).post('/session');
      expect([reply.status, reply.headers.get('set-cookie')]).toEqual([403, null]);
    }
    expect(await store.db.session.count()).toBe(before);
  });

  test('counts failed sign-ins as failed attempts with keys (P34)', async () => {
    const perMinute = (points: number) => ({ points, seconds: 60 });
    const limits = { key: perMinute(100), address: perMinute(100), failures: perMinute(2) };
    const limited = await openStore({ parts: { rateLimits: { limits, openStore: inMemory } } });
    const attempt = async (key: string): Promise<number> =>
      (await limited.client({ ...page, 'X-ServiceAPIKey': key }).post('/session')).status;
    const jane = await limited.account('jane');
    expect([await attempt('a'), await attempt('b'), await attempt('c')]).toEqual([401, 401, 429]);
    expect(await attempt(jane.key)).toBe(429);
    await limited.close();
  });

  test('is signed in with a key that was good before, whatever others of its address have guessed (P34)', async () => {
    const perMinute = (points: number) => ({ points, seconds: 60 });
    const limits = { key: perMinute(100), address: perMinute(100), failures: perMinute(2) };
    const limited = await openStore({ parts: { rateLimits: { limits, openStore: inMemory } } });
    const lara = await limited.account('lara', ['orders_read']);
    const withKey = (key: string) => limited.client({ ...page, 'X-ServiceAPIKey': key });
    expect((await withKey(lara.key).get('/api/orders')).status).toBe(200);
    for (const guess of ['a', 'b', 'c']) await withKey(guess).get('/api/orders');
    const signedIn = await withKey(lara.key).post('/session');
    const withCookie = (token: string) =>
      limited.client({ ...page, Cookie: `${nameAt(limited)}=${token}` });
    const shown = await withCookie(cookieOf(signedIn).value).get('/api/orders');
    expect([signedIn.status, shown.status]).toEqual([201, 200]);
    expect((await withCookie('no-such-session').get('/api/orders')).status).toBe(429);
    await limited.close();
  });
});

describe('a cookie of no session', () => {
  const ended = 'no-such-session';

  test.each(['DELETE', 'POST'])(
    'or of a session that a customer replaces, at %s, makes nobody else be looked up again',
    async (method) => {
      const statements: string[] = [];
      const watched = await openStore({ onStatement: (sql) => statements.push(sql) });
      const [nina, omar] = [await watched.account('nina'), await watched.account('omar')];
      const signedIn = await watched
        .client({ ...page, 'X-ServiceAPIKey': omar.key })
        .post('/session');
      const token = method === 'DELETE' ? ended : cookieOf(signedIn).value;
      const Cookie = `${nameAt(watched)}=${token}`;
      const send = () =>
        method === 'DELETE'
          ? watched.client({ ...page, Cookie }).delete('/session')
          : watched.client({ ...page, Cookie, 'X-ServiceAPIKey': omar.key }).post('/session');
      if (method === 'DELETE') await send();
      const viewer = { body: { query: '{ viewer { email } }' } };
      // all within the second in which a holder is known
      const reply = await withHeldClock(async () => {
        await watched.newer(nina).post('/graphql', viewer);
        statements.length = 0;
        const sent = await send();
        if (method === 'DELETE') expect(statements).toEqual([]);
        await watched.newer(nina).post('/graphql', viewer);
        return sent;
      });
      expect(reply.status).toBe(method === 'DELETE' ? 204 : 201);
      expect(statements.filter((sql) => sql.includes('"isUseOutdated"'))).toEqual([]);
      await watched.close();
    },
  );

  test('is taken away when a page asks who is signed in, and a good one is not, whatever key is beside (P34)', async () => {
    const pia = await store.account('pia');
    const good = await signIn(pia);
    const taken = {
      value: '',
      attributes: ['Path=/', 'Max-Age=0', 'HttpOnly', 'SameSite=Strict'],
    };
    expect(cookieOf(await browserWith(ended).get('/session'))).toEqual(taken);
    for (const headers of [page, { ...page, 'X-ServiceAPIKey': 'no-such-key' }]) {
      const reply = await browserWith(good, headers).get('/session');
      expect([reply.status, reply.headers.get('set-cookie')]).toEqual([200, null]);
    }
  });

  test('counts as a failed attempt, like a wrong key (P34)', async () => {
    const perMinute = (points: number) => ({ points, seconds: 60 });
    const limits = { key: perMinute(100), address: perMinute(100), failures: perMinute(3) };
    const limited = await openStore({ parts: { rateLimits: { limits, openStore: inMemory } } });
    const mona = await limited.account('mona', ['orders_read']);
    const signedIn = await limited
      .client({ ...page, 'X-ServiceAPIKey': mona.key })
      .post('/session');
    const withCookie = (token: string) =>
      limited.client({ ...page, Cookie: `${nameAt(limited)}=${token}` });
    const good = withCookie(cookieOf(signedIn).value);
    expect((await good.get('/api/orders')).status).toBe(200);
    const guesses = [
      await withCookie('a').get('/session'),
      await withCookie('b').delete('/session'),
      await withCookie('c').get('/api/orders'),
      await withCookie('d').get('/session'),
      await withCookie('e').delete('/session'),
    ];
    expect(guesses.map(({ status }) => status)).toEqual([200, 204, 401, 429, 429]);
    expect((await good.get('/api/orders')).status).toBe(200);
    expect((await limited.client(page).get('/session')).status).toBe(200);
    await limited.close();
  });
});

describe('behind TLS (O30)', () => {
  test.each([
    ['PUBLIC_URL begins with https', { publicUrl: 'https://shop.example' }, {}],
    ['a trusted proxy says so', { trustedProxies: 1 }, { 'X-Forwarded-Proto': 'https' }],
  ])('the cookie is never sent without when %s', async (_title, parts, headers) => {
    const secure = await openStore({ database: { client: store.db } as never, parts });
    const kate = await store.account(`kate-${String(Object.keys(parts)[0]).toLowerCase()}`);
    const client = (more: Record<string, string>) =>
      secure.client({ ...page, ...headers, ...more });
    const reply = await client({ 'X-ServiceAPIKey': kate.key }).post('/session');
    expect(reply.headers.get('set-cookie')).toMatch(
      /^__Host-online-store-session=[\w-]{43}; Path=\/; Max-Age=28800; HttpOnly; SameSite=Strict; Secure$/,
    );
    const { value } = cookieOf(reply);
    expect(await whoIs(client({ Cookie: `__Host-${name}=${value}` }))).toMatchObject({
      user: { id: String(kate.id) },
    });
    for (const plain of [name, nameAt(secure)]) {
      expect(await whoIs(client({ Cookie: `${plain}=${value}` }))).toEqual({ user: null });
    }
    await secure.close();
  });

  test('nobody but a trusted proxy says so', async () => {
    const lena = await store.account('lena');
    const reply = await store
      .client({ ...page, 'X-ServiceAPIKey': lena.key, 'X-Forwarded-Proto': 'https' })
      .post('/session');
    expect(reply.headers.get('set-cookie')).not.toContain('Secure');
  });
});
