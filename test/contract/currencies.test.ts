import { describe, expect, test } from '@jest/globals';
import { loadSampleStore } from '../../schema/index.ts';
import { openStore } from '../support/store.ts';
import type { Account, Store } from '../support/store.ts';
import { readReference } from './answers.ts';

/** A store in a currency, with an admin, for one test. */
async function inStore(
  currency: string,
  work: (store: Store, admin: Account) => Promise<void>,
): Promise<void> {
  const store = await openStore({ settings: { currency, taxRate: '0.1' } });
  try {
    await store.db.storeSettings.create({ data: { id: 1, currency, timeZone: 'UTC' } });
    await work(store, await store.account('admin', ['admin']));
  } finally {
    await store.close();
  }
}

/** A cart with three pieces of a new product at this price, as the newer format shows it. */
async function cartOf(store: Store, admin: Account, price: string) {
  const client = store.newer(admin);
  const product = { name: 'Tea', description: 'Green.', price };
  const { body } = await client.post('/api/products', { body: { product } });
  const made = body as { master: { id: number }; display_price: string };
  const line_items = [{ variant_id: made.master.id, quantity: 3 }];
  const reply = await client.post('/api/orders', { body: { order: { line_items } } });
  expect(reply.status).toBe(201);
  return { product: made, order: reply.body as Record<string, unknown> };
}

describe('Decision R1, R2: a store has the decimals of its currency', () => {
  test('yen have none, in totals, tax, display and both formats', async () => {
    await inStore('JPY', async (store, admin) => {
      const { product, order } = await cartOf(store, admin, '1,285');
      expect(product.display_price).toBe('¥1,285');
      expect(order).toMatchObject({
        item_total: '3855.0',
        tax_total: '386.0',
        total: '4241.0',
        display_item_total: '¥3,855',
        display_tax_total: '¥386',
        display_total: '¥4,241',
        currency: 'JPY',
      });
      const path = `/api/orders/${String(order['number'])}`;
      expect((await store.older(admin).get(path)).body).toMatchObject({
        order: { item_total: 3855, total: 4241, line_items: [{ price: 1285 }] },
      });
      expect(
        await store.ask(
          `{ order(by: { number: "${String(order['number'])}" }) { total displayTotal } }`,
        ),
      ).toEqual({ order: { total: '4241.0', displayTotal: '¥4,241' } });
    });
  });

  test('Kuwaiti dinars have three', async () => {
    await inStore('KWD', async (store, admin) => {
      const { product, order } = await cartOf(store, admin, '1.235');
      expect(product.display_price).toBe('KWD\u00a01.235');
      expect(order).toMatchObject({
        item_total: '3.705',
        tax_total: '0.371',
        total: '4.076',
        display_total: 'KWD\u00a04.076',
      });
      const path = `/api/orders/${String(order['number'])}`;
      const findProblems = await readReference(store);
      const read = await store.newer(admin).get(path);
      expect(findProblems('GET /api/orders/:order', 'newer', read)).toEqual([]);
      expect((await store.older(admin).get(path)).body).toMatchObject({
        order: { item_total: 3.705, total: 4.076, line_items: [{ price: 1.235 }] },
      });
      const found = await store.newer(admin).get('/api/orders?q[total_eq]=4.076');
      expect(found.body).toMatchObject({ count: 1 });
      expect((await store.newer(admin).get('/api/orders?q[total_eq]=4.0765')).body).toMatchObject({
        errors: { 'q[total_eq]': ['is not a number'] },
      });
    });
  });

  test.each([
    ['JPY', '10.5', 'must have at most 0 decimal places'],
    ['USD', '10.505', 'must have at most 2 decimal places'],
    ['KWD', '10.5055', 'must have at most 3 decimal places'],
  ])('a price in %s of %s is refused', async (currency, price, message) => {
    await inStore(currency, async (store, admin) => {
      const body = { product: { name: 'Tea', price } };
      const newer = await store.newer(admin).post('/api/products', { body });
      expect([newer.status, newer.body]).toMatchObject([422, { errors: { price: [message] } }]);
      const older = await store.older(admin).post('/api/products.json', { body });
      expect([older.status, older.text]).toEqual([500, expect.stringContaining(message)]);
      expect(await store.db.product.count()).toBe(0);
    });
  });

  test('the sample store comes in yen without sen', async () => {
    await inStore('JPY', async (store, admin) => {
      const { zoneId, shippingCategoryId } = await store.db.shippingMethod.findFirstOrThrow();
      const own = { name: 'Sledge', zoneId, shippingCategoryId, baseCost: '700' };
      await store.db.shippingMethod.create({ data: own });
      expect(await loadSampleStore(store.db)).toBe(true);
      const methods = await store.db.shippingMethod.findMany({
        where: { active: true, zoneId },
        select: { name: true, baseCost: true },
      });
      expect(methods.map(({ name, baseCost }) => `${name} ${String(baseCost)}`)).toEqual([
        'Sledge 700',
      ]);
      const variants = await store.newer(admin).get('/api/variants?q[sku_eq]=APR-M-NAT');
      expect(variants.body).toMatchObject({
        variants: [{ price: '2450.0', display_price: '¥2,450' }],
      });
      const orders = await store.db.order.findMany({
        select: { currency: true, total: true, paymentTotal: true },
      });
      expect(new Set(orders.map(({ currency }) => currency))).toEqual(new Set(['JPY']));
      const amounts = orders.flatMap(({ total, paymentTotal }) => [total, paymentTotal]);
      expect(amounts.filter((amount) => !amount.isInteger())).toEqual([]);
    });
  });
});
