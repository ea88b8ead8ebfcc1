import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { inMemory } from '../../gateway/limits/point-stores.ts';
import { openStore } from '../support/store.ts';
import type { Account, Store } from '../support/store.ts';

const perMinute = (points: number) => ({ points, seconds: 60 });

let store: Store;
let owner: Account;
beforeAll(async () => {
  store = await openStore({
    parts: {
      rateLimits: {
        limits: { key: perMinute(1_000), address: perMinute(1_000), failures: perMinute(2) },
        openStore: inMemory,
      },
    },
  });
  owner = await store.account('owner');
});
afterAll(() => store.close());

test('An address that guessed too many order tokens is refused with any, wherever it sends it (P34).', async () => {
  const made = await store.newer(owner).post('/api/orders', { body: { order: {} } });
  const { number, token } = made.body as { number: string; token: string };
  const path = `/api/orders/${number}`;
  const guesses = [
    await store.client({ 'X-ServiceOrderToken': 'guess-one' }).get(path),
    await store.client({ 'X-ServiceOrderToken': 'guess-two' }).get(path),
    await store.client({ 'X-ServiceOrderToken': 'guess-three' }).get(path),
  ];
  expect(guesses.map(({ status }) => status)).toEqual([401, 401, 429]);

  const right = await store.client({ 'X-ServiceOrderToken': token }).put(path, {
    body: { order: { special_instructions: 'Ring twice' } },
  });
  expect([right.status, right.body]).toEqual([
    429,
    { error: 'Too many requests. Please try again later.' },
  ]);
  expect(Number(right.headers.get('retry-after'))).toBeGreaterThan(0);
  expect((await store.anonymous.get(path)).status).toBe(401);

  const seen = await store.newer(owner).get(path);
  expect([seen.status, seen.body]).toMatchObject([200, { special_instructions: null }]);
});
