import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { openStore } from '../support/store.ts';
import type { Account, Store } from '../support/store.ts';

let store: Store;
let owner: Account;
let reader: Account;
let admin: Account;
beforeAll(async () => {
  store = await openStore();
  owner = await store.account('owner');
  reader = await store.account('reader', ['orders_read']);
  admin = await store.account('admin', ['admin']);
  await store.newer(owner).post('/api/orders', { body: { order: {} } });
});
afterAll(() => store.close());

test.each(['user_email_start', 'user_name_start', 'user_login_cont'])(
  'Who lists orders and may not read users learns nothing of a user by %s (P68).',
  async (search) => {
    const listed = await store.newer(reader).get('/api/orders');
    expect([listed.status, listed.body]).toMatchObject([200, { orders: [{}] }]);
    for (const guess of ['owner', 'zzz']) {
      const told = await store.newer(reader).get(`/api/orders?q[${search}]=${guess}`);
      expect([told.status, told.body]).toEqual([200, listed.body]);
      expect(told.headers.get('x-search-ignored')).toBe(`q[${search}]`);
      const older = await store.older(reader).get(`/api/orders.json?search[${search}]=${guess}`);
      expect(older.status).toBe(422);
    }
    const missed = await store.newer(admin).get(`/api/orders?q[${search}]=zzz`);
    expect([missed.status, missed.body]).toMatchObject([200, { orders: [] }]);
  },
);

test('Only callers who may read users can search orders by e-mail or name of their users (P68).', async () => {
  for (const key of ['user_email', 'user_name', 'user_login']) {
    const sorted = await store.newer(reader).get(`/api/orders?q[s]=${key}%20desc`);
    expect([sorted.status, sorted.headers.get('x-search-ignored')]).toEqual([200, `q[s]=${key}`]);
    const told = await store.newer(admin).get(`/api/orders?q[s]=${key}%20desc`);
    expect([told.status, told.headers.get('x-search-ignored')]).toEqual([200, null]);
  }
});

test('A customer searches his own orders by himself.', async () => {
  const own = await store.newer(owner).get('/api/orders/mine?q[user_email_start]=owner');
  expect([own.status, own.body]).toMatchObject([200, { orders: [{}] }]);
});
