import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { adminViewer } from '../support/graphql.ts';
import { deskOf } from '../support/orders.ts';
import { makeVariant } from '../support/records.ts';
import type { Account, Store } from '../support/store.ts';
import { openStore } from '../support/store.ts';

let store: Store;
let admin: Account;
let variantId: bigint;

beforeAll(async () => {
  store = await openStore({ timeZone: 'America/New_York' });
  admin = await store.account('admin', ['admin']);
  variantId = await makeVariant(store.db, { count: 100 });
});
afterAll(() => store.close());

/** An order created and completed while the store's clock stood still. */
async function completedAt(instant: string): Promise<string> {
  const desk = deskOf(store.db, adminViewer, { now: () => new Date(instant) });
  const { number } = await desk.cartOf([variantId, 1]);
  await desk.fire(number, 'complete');
  return number;
}

interface Times {
  readonly created_at: string;
  readonly completed_at: string;
}

describe('Times on odd days, in a store of New York (R4)', () => {
  test.each([
    [
      'the last second before clocks go forward',
      '2024-03-10T06:59:59.000Z',
      '2024-03-10T01:59:59-05:00',
    ],
    ['the first second after it', '2024-03-10T07:00:00.000Z', '2024-03-10T03:00:00-04:00'],
    ['half past one in summer time', '2024-11-03T05:30:00.000Z', '2024-11-03T01:30:00-04:00'],
    ['half past one once more', '2024-11-03T06:30:00.000Z', '2024-11-03T01:30:00-05:00'],
    ['the evening of a leap day', '2024-03-01T03:00:00.000Z', '2024-02-29T22:00:00-05:00'],
    ['the end of a leap day in UTC', '2024-02-29T23:59:59.000Z', '2024-02-29T18:59:59-05:00'],
    ['the turn of the year', '2025-01-01T04:59:59.000Z', '2024-12-31T23:59:59-05:00'],
    ['the last second of 32 bits', '2038-01-19T03:14:07.000Z', '2038-01-18T22:14:07-05:00'],
    ['the second after it', '2038-01-19T03:14:08.000Z', '2038-01-18T22:14:08-05:00'],
  ])(
    '%s is written as the clocks there show it, and found by what was written',
    async (_title, instant, shown) => {
      const number = await completedAt(instant);
      const older = await store.older(admin).get(`/api/orders/${number}.json`);
      const newer = await store.newer(admin).get(`/api/orders/${number}`);
      expect((older.body as { order: Times }).order).toMatchObject({
        created_at: shown,
        completed_at: shown,
      });
      expect(newer.body).toMatchObject({ created_at: instant, completed_at: instant });
      for (const written of [shown, instant]) {
        const at = encodeURIComponent(written);
        const found = await store
          .newer(admin)
          .get(`/api/orders?q[completed_at_gteq]=${at}&q[completed_at_lteq]=${at}`);
        expect((found.body as { orders: unknown[] }).orders).toMatchObject([{ number }]);
      }
    },
  );

  test('a time written without a zone is meant in the zone of the store, in the older format', async () => {
    const number = await completedAt('2025-07-04T16:00:00.000Z');
    const found = await store
      .older(admin)
      .get(
        '/api/orders.json?search[completed_at_greater_than]=2025-07-04%2011:59:59&search[completed_at_less_than]=2025-07-04%2012:00:01',
      );
    expect(found.body).toMatchObject([{ order: { number } }]);
  });

  test.each([
    ['2025-07-04', '2025-07-04T00:00:00-04:00', '2025-07-04T04:00:00.000Z'],
    ['2025/01/04 09:30', '2025-01-04T09:30:00-05:00', '2025-01-04T14:30:00.000Z'],
    ['2025-07-04T09:30:00+02:00', '2025-07-04T03:30:00-04:00', '2025-07-04T07:30:00.000Z'],
  ])('so is %s where a product is put on sale', async (availableOn, shown, instant) => {
    const product = { name: 'Sun Hat', price: '15.00', available_on: availableOn };
    const made = await store.older(admin).post('/api/products.json', { body: { product } });
    expect(made).toMatchObject({ status: 201, body: { product: { available_on: shown } } });
    const { permalink } = (made.body as { product: { permalink: string } }).product;
    const newer = await store.newer(admin).get(`/api/products/${permalink}`);
    expect(newer.body).toMatchObject({ available_on: instant });
  });

  test('in the newer format a product put on sale without a zone is meant in UTC', async () => {
    const product = { name: 'Sun Hat', price: '15.00', available_on: '2025-07-04' };
    const { body } = await store.newer(admin).post('/api/products', { body: { product } });
    expect(body).toMatchObject({ available_on: '2025-07-04T00:00:00.000Z' });
  });
});
