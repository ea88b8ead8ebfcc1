import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { buildSchema, printSchema } from 'graphql';
import { schema } from '../../schema/index.ts';
import { startFake } from './support.ts';

const path = '/graphql/schema.graphql';
const key = { 'X-ServiceAPIKey': 'good-key' };
let store: Awaited<ReturnType<typeof startFake>>;

beforeAll(async () => {
  store = await startFake({ schema });
});
afterAll(() => store.stop());

describe('the schema as text (P41)', () => {
  test('is what an introspection returns, and a client that has it is told so', async () => {
    const { status, headers, text } = await store.call(path, { headers: key });
    expect([status, headers['content-type']]).toEqual([200, 'text/plain; charset=utf-8']);
    expect(printSchema(buildSchema(text))).toBe(printSchema(schema));
    expect(headers['cache-control']).toBe('private, no-cache');
    expect(headers.vary).toBe('Accept-Encoding, Authorization, X-ServiceAPIKey');
    const again = await store.call(path, {
      headers: { ...key, 'If-None-Match': String(headers.etag) },
    });
    expect([again.status, again.text]).toEqual([304, '']);
  });

  test.each([
    ['no key', {}, 'missing_key'],
    ['a bad key', { 'X-ServiceAPIKey': 'wrong' }, 'invalid_key'],
    ['an order token', { 'X-ServiceOrderToken': 'tok' }, 'missing_key'],
  ])('is not shown to %s', async (_title, headers, reason) => {
    const answer = await store.call(path, { headers });
    expect([answer.status, answer.json]).toEqual([
      401,
      { error: 'You are not authorized to perform that action.' },
    ]);
    expect(answer.headers['www-authenticate']).toContain(`error="${reason}"`);
  });

  test('is compressed for a client that accepts it', async () => {
    const response = await fetch(`http://127.0.0.1:${String(store.port)}${path}`, {
      headers: { ...key, 'Accept-Encoding': 'gzip' },
    });
    expect(response.headers.get('content-encoding')).toBe('gzip');
    expect(await response.text()).toContain('type Query');
  });

  test('is read, not written', async () => {
    const answer = await store.call(path, { method: 'POST', headers: key });
    expect([answer.status, answer.headers.allow]).toEqual([405, 'GET, HEAD, OPTIONS']);
    const options = await store.call(path, { method: 'OPTIONS' });
    expect([options.status, options.headers.allow]).toEqual([204, 'GET, HEAD, OPTIONS']);
  });
});
