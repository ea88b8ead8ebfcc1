import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { version } from '../../gateway/version.ts';
import { keepLog, startFake } from './support.ts';

const ofBrowser = 'text/html,application/xhtml+xml,application/xml;q=0.9,image/avif,*/*;q=0.8';
const { log, lines } = keepLog();
let store: Awaited<ReturnType<typeof startFake>>;
let published: Awaited<ReturnType<typeof startFake>>;

beforeAll(async () => {
  store = await startFake({ log });
  published = await startFake({ publicUrl: 'https://store.example/shop' });
});
afterAll(async () => {
  await store.stop();
  await published.stop();
});

const reference = {
  page: '/api/docs',
  newer: '/api/openapi.json',
  older: '/api/openapi-older.json',
  graphql: '/graphql/schema.graphql',
};
const health = { live: '/livez', ready: '/readyz' };
const home = {
  name: 'Online store',
  version,
  rest: '/api',
  graphql: '/graphql',
  admin: '/admin',
  reference,
  health,
};

describe('the start page and the indexes', () => {
  test('the version is that of the package', () => {
    const text = readFileSync(new URL('../../package.json', import.meta.url), 'utf8');
    expect({ version }).toEqual({ version: (JSON.parse(text) as { version: string }).version });
  });

  test.each([
    undefined,
    '*/*',
    'application/json',
    'image/png',
    'application/json, text/html;q=0.9',
  ])('a program that accepts %s is told in JSON what runs here, without a key', async (accept) => {
    const { status, headers, json } = await store.call('/', {
      headers: { ...(accept !== undefined && { Accept: accept }) },
    });
    expect({ status, json }).toEqual({ status: 200, json: home });
    expect(headers.vary).toContain('Accept');
  });

  test('/api lists the collections', async () => {
    const { status, json } = await store.call('/api', { headers: { Accept: ofBrowser } });
    expect(status).toBe(200);
    expect(json).toEqual({
      name: 'Online store REST API',
      version,
      reference,
      health,
      collections: expect.objectContaining({
        orders: '/api/orders',
        'orders/mine': '/api/orders/mine',
        shipments: '/api/shipments',
        inventory_units: '/api/inventory_units',
        products: '/api/products',
        variants: '/api/variants',
        countries: '/api/countries',
        states: '/api/states',
      }),
    });
    expect((await store.call('/api//')).json).toEqual(json);
  });

  test('the addresses begin with PUBLIC_URL where it is set', async () => {
    const { json } = await published.call('/');
    expect(json).toMatchObject({
      rest: 'https://store.example/shop/api',
      health: { live: 'https://store.example/shop/livez' },
    });
    expect((await published.call('/api')).json).toMatchObject({
      collections: { orders: 'https://store.example/shop/api/orders' },
    });
  });

  test('a browser gets a page that says everything without a script and loads from no other host', async () => {
    const { status, headers, text } = await store.call('/', { headers: { Accept: ofBrowser } });
    expect([status, headers['content-type']]).toEqual([200, 'text/html; charset=utf-8']);
    expect(text).toContain(`Version ${version}`);
    expect(text).not.toMatch(
      /<style|style=|https?:|\{\{|<script(?! type="module" src="\/landing\/)/,
    );
    const policy = headers['content-security-policy'] ?? '';
    expect(policy).toContain("default-src 'none'; script-src 'self'; style-src 'self';");
    expect(policy).not.toContain('unsafe');
    const links = Array.from(text.matchAll(/(?:href|src)="([^"]+)"/g), ([, path]) => path);
    expect(links).toEqual([
      '/pages/icon.svg',
      '/pages/pages.css',
      '/pages/sign-in.css',
      '/pages/own.css',
      '/landing/landing.css',
      '/landing/landing.js',
      '/graphql',
      '/api/docs',
      '/admin',
      '/api',
      '/livez',
      '/readyz',
    ]);
    const again = { Accept: ofBrowser, 'If-None-Match': String(headers.etag) };
    expect(await store.call('/', { headers: again })).toMatchObject({ status: 304, text: '' });
  });

  test('a key that does not work changes nothing of the answers', async () => {
    const headers = { 'X-ServiceAPIKey': 'bad' };
    expect(await store.call('/', { headers })).toMatchObject({ status: 200, json: home });
    expect(await store.call('/api', { headers })).toMatchObject({ status: 200 });
  });

  test.each(['/', '/api'])('%s is read alone, and logged by its route', async (path) => {
    const options = { status: 204, headers: { allow: 'GET, HEAD, OPTIONS' } };
    expect(await store.call(path, { method: 'HEAD' })).toMatchObject({ status: 200, text: '' });
    expect(await store.call(path, { method: 'OPTIONS' })).toMatchObject(options);
    expect(await store.call(path, { method: 'POST', body: '{}' })).toMatchObject({
      ...options,
      status: 405,
      json: { error: 'That method is not allowed here.' },
    });
    expect(lines.at(-1)).toMatchObject({ msg: 'request', method: 'POST', route: path });
  });

  test.each(['/apis', '/API', '/index.html'])('%s is neither', async (path) => {
    expect((await store.call(path)).status).toBe(404);
  });
});
