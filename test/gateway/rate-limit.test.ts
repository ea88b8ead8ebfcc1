import { once } from 'node:events';
import { connect } from 'node:net';
import { Readable } from 'node:stream';
import { setImmediate } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, jest, test } from '@jest/globals';
import fc from 'fast-check';
import { parse } from 'graphql';
import type { Parts } from '../../gateway/app.ts';
import { LookUps } from '../../gateway/limits/look-ups.ts';
import {
  forgetCounts,
  inDatabase,
  inMemory,
  patienceMs,
} from '../../gateway/limits/point-stores.ts';
import type { RateLimits } from '../../gateway/limits/point-stores.ts';
import type { RequestState } from '../../gateway/passage/request-state.ts';
import { reservedPoints } from '../../gateway/limits/reserved-points.ts';
import { type Context, requireKnownCaller } from '../../schema/index.ts';
import type { Database } from '../../prisma/database.ts';
import { patiently } from '../support/waiting.ts';
import { openTestDatabase, testedKinds } from '../support/database.ts';
import { longProperty } from '../support/property.ts';
import { fakeViewer, startFake } from './support.ts';
import type { Answer } from './support.ts';

const perMinute = (points: number) => ({ points, seconds: 60 });
const generous = { key: perMinute(1_000), address: perMinute(1_000), failures: perMinute(1_000) };
const tooMany = 'Too many requests. Please try again later.';

/** Answers REST requests as the store does: a valid key succeeds, anything else is refused. */
const createRest: Parts['createRest'] =
  ({ execute }) =>
  async (ctx) => {
    const { errors } = await execute(ctx, parse('{ hello }'), {});
    ctx.status = errors ? 401 : 200;
    ctx.body = errors ? { error: 'You are not authorized to perform that action.' } : {};
  };

const startLimited = (limits: Partial<RateLimits>, parts: Partial<Parts> = {}) =>
  startFake({
    rateLimits: { limits: { ...generous, ...limits }, openStore: inMemory },
    createRest,
    ...parts,
  });

const goodKey = { 'X-ServiceAPIKey': 'good-key' };
const statusesOf = (answers: readonly Answer[]) => answers.map(({ status }) => status);

describe('limits on requests (P30)', () => {
  test('are returned with every response', async () => {
    const store = await startLimited({ key: perMinute(600) });
    const first = await store.call('/api/orders', { headers: goodKey });
    const second = await store.call('/api/orders', { headers: goodKey });
    const anonymous = await store.call('/api/orders');
    const live = await store.call('/livez');
    await store.stop();
    expect(first.headers['ratelimit-policy']).toBe('"key";q=600;w=60');
    expect(first.headers['ratelimit']).toMatch(/^"key";r=599;t=\d+$/);
    expect(second.headers['ratelimit']).toMatch(/^"key";r=598;t=\d+$/);
    expect(anonymous.headers['ratelimit']).toMatch(/^"address";r=999;t=\d+$/);
    expect(live.headers['ratelimit']).toBeUndefined();
  });

  test('refuse over REST with 429 and Retry-After, and not before', async () => {
    const store = await startLimited({ key: perMinute(2) });
    const answers = [];
    let since = 0;
    for (let sent = 0; sent < 3; sent += 1) {
      since = performance.now();
      answers.push(await store.call('/api/orders', { headers: goodKey }));
    }
    // who asks again at once is slowed down
    expect(performance.now() - since).toBeGreaterThan(190);
    const other = await store.call('/api/orders');
    await store.stop();
    expect(statusesOf(answers)).toEqual([200, 200, 429]);
    const [, , refused] = answers;
    expect(refused?.json).toEqual({ error: tooMany });
    expect(Number(refused?.headers['retry-after'])).toBeGreaterThanOrEqual(1);
    expect(Number(refused?.headers['retry-after'])).toBeLessThanOrEqual(60);
    expect(refused?.headers['ratelimit']).toMatch(/^"key";r=0;t=\d+$/);
    expect(refused?.headers['cache-control']).toBe('no-store');
    expect(other.status).toBe(401);
  });

  test('refuse at /graphql with RATE_LIMITED', async () => {
    const store = await startLimited({ key: perMinute(1) });
    await store.query('{ hello }');
    const refused = await store.query('{ hello }');
    await store.stop();
    const retryAfter = Number(refused.headers['retry-after']);
    expect([refused.status, refused.json]).toEqual([
      429,
      {
        errors: [
          {
            message: tooMany,
            extensions: {
              code: 'RATE_LIMITED',
              retryAfter,
              requestId: refused.headers['x-request-id'],
            },
          },
        ],
      },
    ]);
  });

  test('never touch the probes', async () => {
    const store = await startLimited({ address: perMinute(1) });
    await store.call('/api/orders');
    const answers = [await store.call('/livez'), await store.call('/readyz')];
    const refused = await store.call('/api/orders');
    await store.stop();
    expect(statusesOf([...answers, refused])).toEqual([200, 200, 429]);
  });

  test('count callers without a good key by address, behind a proxy by the address it noted', async () => {
    const store = await startLimited({ address: perMinute(1) }, { trustedProxies: 1 });
    const from = (address: string) =>
      store.call('/api/orders', { headers: { 'X-Forwarded-For': address } });
    const answers = [
      await from('203.0.113.9'),
      await from('203.0.113.9'),
      await from('203.0.113.10'),
      await from('2001:db8::1'),
      await from('2001:db8::2'),
      await from('2001:db8:0:1::2'),
    ];
    await store.stop();
    expect(statusesOf(answers)).toEqual([401, 429, 401, 401, 429, 401]);
  });

  test('begin anew when the window ends', async () => {
    const store = await startLimited({ key: { points: 1, seconds: 1 } });
    const send = () => store.call('/api/orders', { headers: goodKey });
    expect((await send()).status).toBe(200);
    await patiently('a second one is refused', 300_000, async () => (await send()).status === 429);
    await patiently('the next window begins', 300_000, async () => (await send()).status === 200);
    await store.stop();
  });
});

describe('safety 14: points are taken by cost (N33)', () => {
  const dear = '{ orders(perPage: 500) { nodes { id units { id } } } }';
  const read = (execute: Parameters<Parts['createRest']>[0]['execute'], seen: unknown[]) =>
    async function dearRest(ctx: Parameters<ReturnType<Parts['createRest']>>[0]) {
      const { data, errors } = await execute(ctx, parse(dear), {});
      seen.push(data);
      ctx.status = errors ? 429 : 200;
      ctx.body = errors ?? data;
    };

  test('over REST, which returns the cost; unused points are given back', async () => {
    const seen: unknown[] = [];
    const store = await startLimited(
      { key: perMinute(100) },
      { createRest: ({ execute }) => read(execute, seen) },
    );
    const answer = await store.call('/api/orders', { headers: goodKey });
    await store.stop();
    expect(answer.status).toBe(200);
    expect(answer.headers['x-request-cost']).toBe('requested=5501, actual=1');
    expect(answer.headers['ratelimit']).toMatch(/^"key";r=99;t=\d+$/);
  });

  test('over REST, and what cannot be paid is refused before it runs', async () => {
    const seen: unknown[] = [];
    const store = await startLimited(
      { key: perMinute(6) },
      { createRest: ({ execute }) => read(execute, seen) },
    );
    await store.query('{ hello }');
    const answer = await store.call('/api/orders', { headers: goodKey });
    const small = await store.query('{ hello }');
    await store.stop();
    expect(answer.status).toBe(429);
    expect(seen).toEqual([undefined]);
    expect(answer.headers['ratelimit']).toMatch(/^"key";r=4;t=\d+$/);
    expect(small.status).toBe(200);
  });

  test('over REST, and a request that ends in a fault gets its unused points back', async () => {
    const store = await startLimited(
      { key: perMinute(100) },
      {
        createRest: ({ execute }) =>
          async function brokenRest(ctx) {
            await execute(ctx, parse('{ orders(perPage: 500) { nodes { units { id } } } }'), {});
            throw new TypeError('undefined is not a function');
          },
      },
    );
    const answer = await store.call('/api/orders', { headers: goodKey });
    await store.stop();
    expect(answer.status).toBe(500);
    expect(answer.headers['ratelimit']).toMatch(/^"key";r=99;t=\d+$/);
  });

  test('a request beyond the quota takes a whole window', async () => {
    const store = await startLimited(
      { key: perMinute(3) },
      { createRest: ({ execute }) => read(execute, []) },
    );
    const send = () => store.call('/api/orders', { headers: goodKey });
    const answers = [await send(), await send()];
    await store.stop();
    expect(statusesOf(answers)).toEqual([200, 429]);
  });

  test('N33: over REST for an answer that is read on while it is sent, settled at its end', async () => {
    const store = await startLimited(
      { key: perMinute(100) },
      {
        createRest: ({ execute }) =>
          async function longRest(ctx) {
            const list = parse('{ orders(perPage: 200) { nodes { id units { id } } } }');
            await execute(ctx, list, {});
            const { payAhead } = ctx.state as RequestState;
            const refusal = await payAhead?.(Number(ctx.URL.searchParams.get('times')));
            ctx.status = refusal ? 429 : 200;
            if (refusal) return;
            async function* parts() {
              for (const part of ['[', ']']) {
                await execute(ctx, list, {});
                yield part;
              }
            }
            ctx.body = Readable.from(parts());
          },
      },
    );
    const told = await store.call('/api/orders?times=9000', { headers: goodKey });
    const after = await store.call('/api/orders?times=0', { headers: goodKey });
    const refused = await store.call('/api/orders?times=99000', { headers: goodKey });
    await store.stop();
    expect([told.status, told.text]).toEqual([200, '[]']);
    expect(told.headers['x-request-cost']).toBe('requested=11201');
    expect(told.headers['ratelimit']).toMatch(/^"key";r=88;t=\d+$/);
    expect(after.headers['ratelimit']).toMatch(/^"key";r=96;t=\d+$/);
    expect(refused.status).toBe(429);
  });

  test('at /graphql', async () => {
    const store = await startLimited({ key: perMinute(4) });
    const query = '{ orders(perPage: 300) { nodes { id units { id } } } }';
    const paid = await store.query(query.replace('300', '200'));
    const refused = await store.query(query);
    await store.stop();
    expect([paid.status, paid.json]).toMatchObject([
      200,
      { extensions: { cost: { requested: 2_201, actual: 1, limit: 5_000 } } },
    ]);
    expect(paid.headers['ratelimit']).toMatch(/^"key";r=3;t=\d+$/);
    expect([refused.status, refused.json]).toMatchObject([
      429,
      {
        errors: [
          {
            message: tooMany,
            extensions: {
              code: 'RATE_LIMITED',
              retryAfter: Number(refused.headers['retry-after']),
              requestId: refused.headers['x-request-id'],
            },
          },
        ],
        extensions: { cost: { requested: 3_301, actual: 0 } },
      },
    ]);
  });

  test('as much as one may cost if its answer is too large to be shown', async () => {
    const store = await startLimited({ key: perMinute(10) });
    const answer = await store.query(`{ repeat(word: "${'x'.repeat(1_000)}", times: 17000) }`);
    await store.stop();
    expect([answer.status, answer.json]).toMatchObject([
      200,
      {
        data: null,
        errors: [{ extensions: { code: 'ANSWER_TOO_LARGE' } }],
        extensions: { cost: { requested: 0, actual: 5_000 } },
      },
    ]);
    expect(answer.headers['ratelimit']).toMatch(/^"key";r=5;t=\d+$/);
  });
});

test('a body whose client leaves before its end is paid for as far as it came (N33)', async () => {
  const store = await startLimited({ key: perMinute(1_000) });
  const socket = connect(store.port, '127.0.0.1');
  const head = ['POST /graphql HTTP/1.1', 'Host: x', 'X-ServiceAPIKey: good-key'];
  const headers = ['Content-Type: application/json', 'Content-Length: 900000'];
  socket.end(`${[...head, ...headers].join('\r\n')}\r\n\r\n${'x'.repeat(500_000)}`);
  await once(socket.resume(), 'close');
  let asked = 0;
  await patiently('it is paid for', 60_000, async () => {
    asked += 1;
    const { headers } = await store.call('/api/orders', { headers: goodKey });
    const left = Number(/r=(\d+)/.exec(String(headers['ratelimit']))?.[1]);
    return left === 1_000 - 5 - asked;
  });
  await store.stop();
});

describe('failed attempts with keys (P34)', () => {
  test('end in 429 for the address, and a key that was valid before still works', async () => {
    const store = await startLimited({ failures: perMinute(3) });
    const send = (key: string) =>
      store.call('/api/orders', { headers: { 'X-ServiceAPIKey': key } });
    const before = await send('good-key');
    const guesses = [];
    for (const key of ['a', 'b', 'c', 'd', 'e']) guesses.push(await send(key));
    const after = await send('good-key');
    const nothing = await store.call('/api/orders');
    const atGraphql = await store.query('{ hello }', { 'X-ServiceAPIKey': 'f' });
    await store.stop();
    expect(statusesOf([before, ...guesses, after, nothing])).toEqual([
      200, 401, 401, 401, 429, 429, 200, 401,
    ]);
    expect(guesses[3]?.headers['www-authenticate']).toBeUndefined();
    expect(guesses[3]?.headers['ratelimit']).toMatch(/^"failures";r=0/);
    expect([atGraphql.status, atGraphql.json]).toMatchObject([
      429,
      { errors: [{ extensions: { code: 'RATE_LIMITED' } }] },
    ]);
  });

  test('are answered before the key is looked at', async () => {
    const looked: (string | null)[] = [];
    const store = await startLimited(
      { failures: perMinute(1) },
      {
        loadViewer: (_db: Context['db'], { key, orderToken }) => {
          looked.push(key);
          return Promise.resolve({ key: 'bad', user: null, permissions: new Set(), orderToken });
        },
      },
    );
    for (const key of ['a', 'b', 'c']) {
      await store.call('/api/orders', { headers: { 'X-ServiceAPIKey': key } });
    }
    await store.stop();
    expect(looked).toEqual(['a']);
  });

  test('are counted where the address has no points left', async () => {
    const looked: (string | null)[] = [];
    const store = await startLimited(
      { address: perMinute(1), failures: perMinute(2) },
      {
        loadViewer: (db, credentials) => {
          looked.push(credentials.key);
          return fakeViewer(db, credentials);
        },
      },
    );
    await store.call('/api/orders');
    const answers = [];
    for (const key of ['a', 'b', 'c', 'd']) {
      answers.push(await store.call('/api/orders', { headers: { 'X-ServiceAPIKey': key } }));
    }
    await store.stop();
    expect(statusesOf(answers)).toEqual([429, 429, 429, 429]);
    expect(looked).toEqual([null, 'a', 'b']);
  });

  test('are counted whatever is asked for, also beside a good order token, and end before a look-up', async () => {
    const looked: (string | null)[] = [];
    const store = await startLimited(
      { failures: perMinute(5) },
      {
        createRest: () => (_ctx, next) => next(),
        loadViewer: (db, credentials) => {
          looked.push(credentials.key);
          return fakeViewer(db, credentials);
        },
      },
    );
    const bad = (key: string) => ({ 'X-ServiceAPIKey': key });
    const answers = [
      await store.call('/', { headers: bad('a') }),
      await store.call('/no/such/page', { headers: bad('b') }),
      await store.call('/session', { method: 'OPTIONS', headers: bad('c') }),
      await store.call('/graphql', { headers: { ...bad('d'), Accept: 'text/html' } }),
      await store.query('{ email }', { ...bad('e'), 'X-ServiceOrderToken': 'good' }),
      await store.call('/', { headers: bad('f') }),
    ];
    await store.stop();
    expect(statusesOf(answers)).toEqual([200, 404, 204, 200, 200, 429]);
    expect(looked).toEqual(['a', 'b', 'c', 'd', 'e']);
  });

  test('beyond the limit of all processes do nothing, though a good order token is beside', async () => {
    const failures = inMemory('failures', perMinute(1));
    const rateLimits = {
      limits: { ...generous, failures: perMinute(1) },
      openStore: (...[name, quota]: Parameters<typeof inMemory>) =>
        name === 'failures' ? failures : inMemory(name, quota),
    };
    const done: string[] = [];
    const counting: Parts['createRest'] = () => (ctx) => {
      done.push(ctx.path);
      ctx.status = 200;
    };
    const stores = await Promise.all(
      [1, 2].map(() => startFake({ rateLimits, createRest: counting })),
    );
    const answers = [];
    for (const [place, store] of stores.entries()) {
      const headers = { 'X-ServiceAPIKey': 'bad', 'X-ServiceOrderToken': 'good' };
      answers.push(await store.call(`/api/orders/R${String(place)}`, { method: 'PUT', headers }));
    }
    await Promise.all(stores.map((store) => store.stop()));
    expect(statusesOf(answers)).toEqual([200, 429]);
    expect(done).toEqual(['/api/orders/R0']);
  });

  test('with one stale key beside good order tokens count once, so that they shut nobody out', async () => {
    const store = await startLimited(
      { failures: perMinute(2) },
      { createRest: () => (_ctx, next) => next() },
    );
    const stale = { 'X-ServiceAPIKey': 'stale', 'X-ServiceOrderToken': 'good' };
    const answers = [];
    for (let sent = 0; sent < 4; sent += 1) answers.push(await store.query('{ email }', stale));
    answers.push(await store.query('{ email }', { 'X-ServiceOrderToken': 'good' }));
    await store.stop();
    expect(statusesOf(answers)).toEqual([200, 200, 200, 200, 200]);
  });

  test('are not counted for callers without credentials', async () => {
    const store = await startLimited({ failures: perMinute(1) });
    const answers = [];
    for (let sent = 0; sent < 3; sent += 1) answers.push(await store.call('/api/orders'));
    await store.stop();
    expect(statusesOf(answers)).toEqual([401, 401, 401]);
  });

  test('with order tokens are counted too', async () => {
    const store = await startLimited(
      { failures: perMinute(2) },
      {
        loadViewer: (_db: Context['db'], { orderToken }) => {
          return Promise.resolve({ key: 'none', user: null, permissions: new Set(), orderToken });
        },
      },
    );
    const answers = [];
    for (const token of ['a', 'b', 'c']) {
      answers.push(await store.call(`/api/orders/R1?order_token=${token}`));
    }
    await store.stop();
    expect(statusesOf(answers)).toEqual([401, 401, 429]);
  });
});

test('an order token that was good before still works at an address that guessed too often (P34)', async () => {
  const db = {
    order: {
      findUnique: ({ where }: { where: { token: string } }) =>
        Promise.resolve(where.token === 'good' ? { id: 1n } : null),
    },
  } as unknown as Context['db'];
  const guest = (orderToken: string | null) => ({
    key: 'none' as const,
    user: null,
    permissions: new Set<string>(),
    orderToken,
  });
  await requireKnownCaller(db, guest('good'), true);
  const store = await startLimited(
    { failures: perMinute(2) },
    {
      db,
      loadViewer: (_db: Context['db'], { orderToken }) => Promise.resolve(guest(orderToken)),
      createRest: () => (ctx) => {
        const isGood = ctx.querystring === 'order_token=good';
        (ctx.state as RequestState).denied = !isGood;
        ctx.status = isGood ? 200 : 401;
        ctx.body = {};
      },
    },
  );
  const answers = [];
  for (const token of ['a', 'b', 'c', 'd', 'good']) {
    answers.push(await store.call(`/api/orders/R1?order_token=${token}`));
  }
  await store.stop();
  expect(statusesOf(answers)).toEqual([401, 401, 429, 429, 200]);
});

describe('look-ups of keys that this process does not know (P34)', () => {
  /** Knows one key; look-ups of others take until they are released. */
  function heldLookUps() {
    const looked: string[] = [];
    const held: (() => void)[] = [];
    const loadViewer: Parts['loadViewer'] = async (db, credentials) => {
      const { key } = credentials;
      if (key !== null && key !== 'good-key') {
        looked.push(key);
        await new Promise<void>((resolve) => held.push(resolve));
      }
      return fakeViewer(db, credentials);
    };
    const release = () => {
      for (const resolve of held.splice(0)) resolve();
    };
    return { looked, release, loadViewer };
  }

  test.each([
    ['with limits', { limits: generous, openStore: inMemory }],
    ['without limits', null],
  ])(
    'are a few of one address at once, the next are 429; a known key is answered (%s)',
    async (_name, rateLimits) => {
      const { looked, release, loadViewer } = heldLookUps();
      const refused: string[] = [];
      const metrics = {
        requestAnswered: () => undefined,
        limitRefused: (limit: string) => refused.push(limit),
      };
      const store = await startFake({ rateLimits, createRest, loadViewer, metrics });
      const send = (key: string) =>
        store.call('/api/orders', { headers: { 'X-ServiceAPIKey': key } });
      const before = await send('good-key');
      const done: Answer[] = [];
      const guesses = Array.from({ length: 200 }, async (_, place) => {
        done.push(await send(`guess ${String(place)}`));
      });
      await patiently('most are refused', 300_000, () => Promise.resolve(done.length === 128));
      expect(new Set(statusesOf(done))).toEqual(new Set([429]));
      expect(done[0]?.json).toEqual({ error: tooMany });
      expect(done[0]?.headers['retry-after']).toBe('1');
      expect(looked.length).toBe(8);
      expect(refused).toEqual(Array<string>(128).fill('lookUps'));
      const [after, nothing] = [await send('good-key'), await store.call('/api/orders')];
      expect(statusesOf([before, after, nothing])).toEqual([200, 200, 401]);
      await patiently('the others are looked up', 300_000, () => {
        release();
        return Promise.resolve(done.length === 200);
      });
      await Promise.all(guesses);
      await store.stop();
      expect(looked.length).toBe(72);
      expect(statusesOf(done.slice(128))).toEqual(Array<number>(72).fill(401));
    },
  );

  test('are charged to the address', async () => {
    const { release, loadViewer } = heldLookUps();
    const store = await startLimited({ address: perMinute(3) }, { loadViewer });
    const done: Answer[] = [];
    const guesses = Array.from({ length: 76 }, async (_, place) => {
      const headers = { 'X-ServiceAPIKey': `guess ${String(place)}` };
      done.push(await store.call('/api/orders', { headers }));
    });
    await patiently('four are refused', 300_000, () => Promise.resolve(done.length === 4));
    const left = done.map(({ headers }) => headers['ratelimit']);
    await patiently('the others are looked up', 300_000, () => {
      release();
      return Promise.resolve(done.length === 76);
    });
    await Promise.all(guesses);
    await store.stop();
    expect(statusesOf(done)).toEqual(Array<number>(76).fill(429));
    const remaining = left.map((text) => /r=(\d+)/.exec(String(text))?.[1]);
    expect(remaining.sort()).toEqual(['0', '0', '1', '2']);
  });

  test('are as few for sessions, and each address has its own', async () => {
    const viewer = { key: 'bad', user: null, permissions: new Set<string>() } as const;
    const looked: unknown[] = [];
    const lookUps = new LookUps(async ({ orderToken, session }) => {
      looked.push(session);
      await setImmediate();
      return { ...viewer, orderToken };
    });
    const find = (session: string, address: string) =>
      lookUps.find({
        requestId: 'test',
        address,
        credentials: { key: null, orderToken: null, session },
      });
    const many = Array.from({ length: 76 }, (_, place) => find(String(place), '2001:db8::7'));
    const other = await find('other', '2001:db8:0:1::7');
    expect(other).toEqual({ ...viewer, orderToken: null });
    const found = await Promise.all(many);
    expect(found.filter((one) => one === 'too-many').length).toBe(4);
    expect(looked.length).toBe(73);
  });

  test('are one for many requests with the same key', async () => {
    const { looked, release, loadViewer } = heldLookUps();
    const known = new Map<string | null, ReturnType<typeof loadViewer>>();
    const store = await startLimited(
      {},
      {
        // the store's own look-ups are cached for a second
        loadViewer: (db, credentials) => {
          const found = known.get(credentials.key) ?? loadViewer(db, credentials);
          known.set(credentials.key, found);
          return found;
        },
      },
    );
    const headers = { 'X-ServiceAPIKey': 'a new key' };
    const answers = Array.from({ length: 50 }, () => store.call('/api/orders', { headers }));
    await patiently('one is looked up', 300_000, () => Promise.resolve(looked.length === 1));
    release();
    const statuses = statusesOf(await Promise.all(answers));
    await store.stop();
    expect([new Set(statuses), looked.length]).toEqual([new Set([401]), 1]);
  });
});

describe('several processes on one database', () => {
  let database: Database;
  const statements: string[] = [];
  beforeAll(async () => {
    database = await openTestDatabase({ onStatement: (sql) => statements.push(sql) });
  });
  afterAll(() => database.close());

  test('admit 50 of 400 requests together when the limit is 50, exactly', async () => {
    const limits = { ...generous, key: perMinute(50) };
    // a process whose table is slow counts by itself, and a busy machine is slow
    const rateLimits = { limits, openStore: inDatabase(database, 300_000) };
    const stores = await Promise.all([startFake({ rateLimits }), startFake({ rateLimits })]);
    const answers = await Promise.all(
      Array.from({ length: 400 }, (_, sent) => (stores[sent % 2] ?? stores[0]).query('{ hello }')),
    );
    await Promise.all(stores.map((store) => store.stop()));
    const count = (status: number) => answers.filter((answer) => answer.status === status).length;
    expect([count(200), count(429)]).toEqual([50, 350]);
  });

  test('ask the database once in a hundred requests when the limit is large', async () => {
    const quota = perMinute(100_000);
    const points = reservedPoints(inDatabase(database, 300_000)('key', quota), quota);
    const before = statements.length;
    for (let sent = 0; sent < 1_000; sent += 1) {
      expect((await points.take('large')).admitted).toBe(true);
    }
    expect(statements.length - before).toBe(10);
  });

  test('do not refuse a caller until a time that a clock wrote while it was ahead', async () => {
    const quota = perMinute(2);
    const tomorrow = Date.now() + 86_400_000;
    await database.query("INSERT INTO rate_limits VALUES ('key:early', 2, $1)", [tomorrow]);
    const points = reservedPoints(inDatabase(database, 300_000)('key', quota), quota);
    const { admitted, resetSeconds } = await points.take('early');
    expect([admitted, resetSeconds <= 60]).toEqual([true, true]);
    expect((await points.take('early')).admitted).toBe(true);
    expect((await points.take('early')).admitted).toBe(false);
  });

  test('do not refuse a caller for longer than a window when the clock is set back', async () => {
    const quota = perMinute(2);
    const points = reservedPoints(inMemory('key', quota), quota);
    await points.take('7');
    const hourAgo = Date.now() - 3_600_000;
    const clock = jest.spyOn(Date, 'now').mockImplementation(() => hourAgo);
    await points.take('7');
    const refused = await points.take('7');
    clock.mockRestore();
    expect([refused.admitted, refused.resetSeconds <= 60]).toEqual([false, true]);
  });

  test('are deleted a few at a time an hour after their window, and by no timer of the library', async () => {
    await database.script('DELETE FROM rate_limits');
    const clocks = jest.spyOn(globalThis, 'setTimeout');
    inDatabase(database)('key', perMinute(2));
    const timers = clocks.mock.calls.length;
    clocks.mockRestore();
    const counts = [-61, -62, -63, -59, 1].map((minutes) => Date.now() + minutes * 60_000);
    for (const end of counts) {
      await database.query('INSERT INTO rate_limits VALUES ($1, 1, $2)', [String(end), end]);
    }
    const forget = () => forgetCounts(database.client, 2);
    expect([await forget(), await forget(), await forget(), timers]).toEqual([2, 1, 0, 0]);
    const left = await database.query('SELECT expire FROM rate_limits ORDER BY expire');
    expect(left.map(({ expire }) => Number(expire))).toEqual(counts.slice(3));
  });

  // the embedded database has one connection
  if (testedKinds.includes('server')) {
    test('are deleted by one process while another counts in one of them, without waiting', async () => {
      await database.script(
        "DELETE FROM rate_limits; INSERT INTO rate_limits VALUES ('a', 1, 1), ('b', 1, 2), ('c', 1, 3)",
      );
      const deleted = await database.session(async (session) => {
        await session.script("BEGIN; UPDATE rate_limits SET points = 2 WHERE key = 'b'");
        const count = await forgetCounts(database.client, 500);
        await session.script('COMMIT');
        return count;
      });
      expect([deleted, await forgetCounts(database.client, 500)]).toEqual([2, 1]);
    });
  }

  longProperty(
    30,
    'never admit more than the limit, and nearly all of it, however requests are spread',
    fc.integer({ min: 1, max: 6_000 }),
    fc.array(fc.integer({ min: 0, max: 2 }), { minLength: 1, maxLength: 8 }),
    async (most, pattern) => {
      const quota = perMinute(most);
      const shared = inMemory('key', quota);
      const processes = [0, 1, 2].map(() => reservedPoints(shared, quota));
      const sent = Array.from({ length: most + 50 }, async (_, index) => {
        const process = processes[pattern[index % pattern.length] ?? 0];
        return process?.take('7');
      });
      const admitted = (await Promise.all(sent)).filter((standing) => standing?.admitted);
      const hoarded = 2 * Math.floor(most / 1_000);
      expect(admitted.length).toBeLessThanOrEqual(most);
      expect(admitted.length).toBeGreaterThanOrEqual(most - hoarded);
    },
  );

  test('go on counting by themselves where the database does not answer within 250 ms (P30)', async () => {
    const limits = { ...generous, key: perMinute(2) };
    const silent = { query: () => new Promise<never>(() => undefined) };
    const store = await startFake({ rateLimits: { limits, openStore: inDatabase(silent) } });
    const answers = [];
    for (let sent = 0; sent < 3; sent += 1) answers.push(await store.query('{ hello }'));
    await store.stop();
    expect(statusesOf(answers)).toEqual([200, 200, 429]);
    expect(patienceMs).toBe(250);
  });
});
