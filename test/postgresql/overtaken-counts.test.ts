import { afterAll, beforeAll, expect, test } from '@jest/globals';
import type { Database } from '../../prisma/database.ts';
import { makeProduct, mutate } from '../support/catalogue.ts';
import { openTestDatabase } from '../support/database.ts';
import { whenWaiting } from '../support/lock-waits.ts';
import { openStore } from '../support/store.ts';

let database: Database;

beforeAll(async () => {
  database = await openTestDatabase({ kind: 'server' });
});
afterAll(() => database.close());

test('a write with If-Match makes no 51st shipping category while another one makes the 50th (P75)', async () => {
  const store = await openStore({ database });
  const client = store.newer(await store.account('buyer', ['admin']));
  const { permalink } = await makeProduct(database);
  await database.script(
    `INSERT INTO shipping_categories (name, is_default)
     SELECT 'Kind ' || n, false
     FROM generate_series(1, 49 - (SELECT count(*)::integer FROM shipping_categories)) n`,
  );
  const path = `/api/products/${permalink}`;
  const { headers } = await client.get(path);
  const [made, refused] = await database.session(async (session) => {
    await session.script('BEGIN; LOCK TABLE shipping_categories IN SHARE ROW EXCLUSIVE MODE');
    const first = mutate(database, 'createProduct', {
      input: { name: 'Lamp', price: '10.00', shippingCategory: 'The 50th' },
    });
    await whenWaiting(database, 'the first one waits');
    const second = client.put(path, {
      body: { product: { shipping_category: 'The 51st' } },
      headers: { 'if-match': headers.get('etag') ?? '' },
    });
    await whenWaiting(database, 'both wait', 2);
    await session.script('COMMIT');
    return Promise.all([first, second]);
  });
  expect(made.errors).toEqual([]);
  expect(refused).toMatchObject({ status: 422, body: { errors: { shipping_category: [{}] } } });
  expect(await database.client.shippingCategory.count()).toBe(50);
  await store.close();
});
