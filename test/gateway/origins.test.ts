import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { startFake } from './support.ts';

const shop = 'https://shop.example';
const evil = 'https://evil.example';
const served: string[] = [];

const parts: Parameters<typeof startFake>[0] = {
  publicUrl: 'https://store.example/api-of-the-shop',
  createRest: () => (ctx) => {
    served.push(ctx.method);
    ctx.set('Vary', 'Accept');
    ctx.body = {};
  },
};

let closed: Awaited<ReturnType<typeof startFake>>;
let open: typeof closed;
beforeAll(async () => {
  closed = await startFake(parts);
  open = await startFake({ ...parts, allowedOrigins: [shop] });
});
afterAll(async () => {
  await closed.stop();
  await open.stop();
});

const preflight = (origin: string) => ({
  method: 'OPTIONS',
  headers: {
    Origin: origin,
    'Access-Control-Request-Method': 'PUT',
    'Access-Control-Request-Headers': 'x-serviceapikey,x-evil',
  },
});

describe('pages of other origins (P35)', () => {
  test('may do nothing unless CORS_ORIGINS names them', async () => {
    for (const answer of [
      await closed.call('/api/orders', preflight(shop)),
      await closed.call('/api/orders', { headers: { Origin: shop } }),
      await open.call('/api/orders', preflight(evil)),
      await open.call('/api/orders', { headers: { Origin: evil } }),
      await open.call('/api/orders', { headers: { Origin: `${shop}.evil.example` } }),
      await open.call('/api/orders', { headers: { Origin: 'http://shop.example' } }),
      await open.call('/api/orders', { headers: { Origin: 'null' } }),
    ]) {
      const names = Object.keys(answer.headers).filter((name) => name.startsWith('access-control'));
      expect(names).toEqual([]);
    }
  });

  test('that are named may ask for leave', async () => {
    const answer = await open.call('/api/orders', preflight(shop));
    expect([answer.status, answer.headers]).toMatchObject([
      204,
      {
        'access-control-allow-origin': shop,
        'access-control-allow-methods': 'GET,HEAD,POST,PUT,PATCH,DELETE',
        'access-control-max-age': '600',
        vary: 'Origin',
      },
    ]);
    expect(answer.headers['access-control-allow-headers']).toMatch(/X-ServiceAPIKey/);
    expect(answer.headers['access-control-allow-headers']).not.toMatch(/evil/);
    expect(answer.headers['access-control-allow-credentials']).toBeUndefined();
  });

  test('that are named may read answers and the headers they need', async () => {
    const headers = { Origin: shop, 'X-ServiceAPIKey': 'good-key' };
    for (const path of ['/api/orders', '/graphql?query={hello}']) {
      const answer = await open.call(path, { headers });
      expect(answer.headers['access-control-allow-origin']).toBe(shop);
      expect(answer.headers['access-control-expose-headers']?.split(',')).toEqual(
        expect.arrayContaining([
          'ETag',
          'Link',
          'Location',
          'RateLimit',
          'Retry-After',
          'X-Request-Id',
        ]),
      );
      expect(answer.headers.vary).toMatch(/^Accept.*, Origin$/);
    }
  });

  test('leave the answer to others apart in caches', async () => {
    expect((await open.call('/api/orders')).headers.vary).toBe('Accept, Origin');
  });
});

const basic = `Basic ${Buffer.from('good-key:x').toString('base64')}`;

describe('writes that a page makes a browser send (P36)', () => {
  test.each([
    ['of another origin', { Origin: evil }],
    [
      'of another origin, with a session or Basic',
      { Origin: evil, Authorization: basic, Cookie: 'a=b' },
    ],
    ['of a page without an origin', { Origin: 'null', Authorization: basic }],
    ['of a name that only begins like ours', { Origin: 'http://127.0.0.1.evil.example' }],
  ])('are refused when they come from a page %s', async (_title, headers) => {
    const before = served.length;
    for (const method of ['POST', 'PUT', 'PATCH']) {
      const answer = await open.call('/api/orders', {
        method,
        headers: { 'Content-Type': 'application/x-www-form-urlencoded', ...headers },
        body: 'e=cancel',
      });
      expect([answer.status, answer.json]).toEqual([
        403,
        { error: 'Pages of other origins cannot change data here.' },
      ]);
    }
    expect((await open.call('/api/orders/1', { method: 'DELETE', headers })).status).toBe(403);
    expect(served.length).toBe(before);
    const graphql = await open.call('/graphql', {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', ...headers },
      body: '{"query":"mutation { touch }"}',
    });
    expect(graphql.status).toBe(403);
    expect(graphql.json).toEqual({
      errors: [
        {
          message: 'Pages of other origins cannot change data here.',
          extensions: { code: 'FORBIDDEN', requestId: graphql.headers['x-request-id'] },
        },
      ],
    });
  });

  test('are served for programs, own pages, named pages, and pages that send a key themselves', async () => {
    const own = `http://127.0.0.1:${String(open.port)}`;
    for (const headers of [
      { Authorization: basic },
      { Origin: own, Authorization: basic },
      { Origin: own.replace('http:', 'https:'), Authorization: basic },
      { Origin: shop, Authorization: basic },
      { Origin: 'https://store.example', Authorization: basic },
      { Origin: evil, 'X-ServiceAPIKey': 'good-key' },
      { Origin: evil, 'X-ServiceOrderToken': 'token' },
    ]) {
      expect((await open.call('/api/orders', { method: 'PUT', headers })).status).toBe(200);
    }
  });

  test('reads are left to the browser, which shows the page nothing', async () => {
    const answer = await open.call('/api/orders', {
      headers: { Origin: evil, Authorization: basic },
    });
    expect([answer.status, answer.headers['access-control-allow-origin']]).toEqual([
      200,
      undefined,
    ]);
  });
});
