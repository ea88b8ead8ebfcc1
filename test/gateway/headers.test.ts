import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { restParts } from './rest-parts.ts';
import { startFake } from './support.ts';
import type { Answer } from './support.ts';

let store: Awaited<ReturnType<typeof startFake>>;
let broken: typeof store;

beforeAll(async () => {
  store = await startFake({
    ...restParts,
  });
  broken = await startFake({
    createRest: () => () => {
      throw new Error('out of order');
    },
  });
});
afterAll(async () => {
  await store.stop();
  await broken.stop();
});

const html = { headers: { Accept: 'text/html' } };
const json = { 'Content-Type': 'application/json' };

describe('every answer forbids frames, guessing of types and referrers, and names no software', () => {
  test.each<[string, number, () => Promise<Answer>]>([
    ['a probe', 200, () => store.call('/livez')],
    ['a REST answer without key', 401, () => store.call('/api/orders')],
    ['a REST refusal', 405, () => store.call('/api/orders', { method: 'DELETE' })],
    ['OPTIONS', 204, () => store.call('/api/orders', { method: 'OPTIONS' })],
    ['an unknown path', 404, () => store.call('/nothing')],
    ['a broken path', 400, () => store.call('/api/%zz')],
    ['a GraphQL result', 200, () => store.query('{ __typename }')],
    ['a GraphQL refusal', 200, () => store.query('{ nothing }')],
    ['a body nobody reads', 401, () => store.call('/graphql', { method: 'POST', body: 'x' })],
    ['the GraphiQL page', 200, () => store.call('/graphql', html)],
    ['the docs page', 200, () => store.call('/api/docs', html)],
    ['a script of the docs page', 200, () => store.call('/api/docs/start.js')],
    ['the API reference', 200, () => store.call('/api/openapi.json')],
    [
      'a write of a foreign page',
      403,
      () =>
        store.call('/api/orders', { method: 'POST', headers: { Origin: 'https://evil.example' } }),
    ],
    ['a crash', 500, () => broken.call('/api/orders')],
    [
      'a crash at POST',
      500,
      () => broken.call('/api/orders', { method: 'POST', headers: json, body: '{}' }),
    ],
  ])('%s', async (_title, status, call) => {
    const answer = await call();
    expect(answer.status).toBe(status);
    expect(answer.headers).toMatchObject({
      'content-security-policy': expect.stringMatching(
        /^default-src 'none'.*frame-ancestors 'none'$/,
      ),
      'cross-origin-opener-policy': 'same-origin',
      'cross-origin-resource-policy': 'same-origin',
      'referrer-policy': 'no-referrer',
      'x-content-type-options': 'nosniff',
      'x-frame-options': 'DENY',
      'x-permitted-cross-domain-policies': 'none',
      'x-request-id': expect.stringMatching(/^[A-Za-z0-9._-]{1,128}$/),
    });
    for (const name of ['x-powered-by', 'server', 'strict-transport-security', 'set-cookie']) {
      expect(answer.headers).not.toHaveProperty(name);
    }
    expect(answer.headers['access-control-allow-origin']).toBeUndefined();
  });

  test('scripts run on no page but GraphiQL, the docs and the admin page, and come from the store alone', async () => {
    const policies = await Promise.all([
      store.call('/graphql', html),
      store.call('/api/docs', html),
      store.call('/admin', html),
      store.call('/nothing', html),
    ]);
    const scripts = policies.map(
      ({ headers }) => /script-src ([^;]*)/.exec(String(headers['content-security-policy']))?.[1],
    );
    expect(scripts).toEqual(["'self'", "'self'", "'self'", undefined]);
  });

  test('what never becomes a request', async () => {
    const answer = await store.raw('nonsense\r\n\r\n');
    expect(answer).toMatch(/^HTTP\/1\.1 400 /);
    for (const line of [
      "Content-Security-Policy: default-src 'none';frame-ancestors 'none'",
      'X-Content-Type-Options: nosniff',
      'X-Frame-Options: DENY',
      'Cache-Control: no-store',
    ]) {
      expect(answer).toContain(`\r\n${line}\r\n`);
    }
  });
});

describe('what may hold a secret is kept by no cache', () => {
  test.each<[string, string, () => Promise<Answer>]>([
    ['a GraphQL result', 'no-store', () => store.query('{ __typename }')],
    ['a refusal', 'no-store', () => store.call('/api/orders')],
    ['a crash', 'no-store', () => broken.call('/api/orders')],
  ])('%s', async (_title, expected, call) => {
    expect((await call()).headers['cache-control']).toBe(expected);
  });
});
