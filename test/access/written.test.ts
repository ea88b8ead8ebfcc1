import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import type { Scene } from '../contract/scene.ts';
import { setScene } from '../contract/scene.ts';
import { openStore } from '../support/store.ts';
import type { Store } from '../support/store.ts';

let store: Store;
let scene: Scene;

beforeAll(async () => {
  store = await openStore();
  scene = await setScene(store);
});

afterAll(() => store.close());

describe('A26: what is shown to whom', () => {
  test('a reader sees an order without its token, in both forms and embedded', async () => {
    const sale = await scene.sold();
    const reader = await store.account('reader', ['orders_read']);
    const paths = [`/api/orders/${sale.number}`, `/api/orders?q[number_eq]=${sale.number}`];
    for (const path of paths) {
      for (const client of [store.newer(reader), store.older(reader)]) {
        const { status, text } = await client.get(path);
        expect(status).toBe(200);
        expect(text).not.toContain(sale.token);
      }
    }
  });

  test("the bank's response is shown to callers who may update payments", async () => {
    const paid = await scene.paid();
    const where = { id: BigInt(paid.paymentId) };
    await store.db.payment.update({ where, data: { responseCode: 'bank-7' } });
    const path = `/api/orders/${paid.number}/payments/${String(paid.paymentId)}`;
    expect((await store.newer(scene.ann).get(path)).text).not.toContain('bank-7');
    expect((await store.older(scene.ann).get(path)).text).not.toContain('bank-7');
    expect((await store.newer(scene.admin).get(path)).text).toContain('bank-7');
    expect((await store.older(scene.admin).get(path)).text).toContain('bank-7');
  });

  test('the cost price is shown to callers with a key, not with an order token only', async () => {
    const sale = await scene.sold();
    const variant = { where: { id: BigInt(sale.goods.variantId) } };
    await store.db.variant.update({ ...variant, data: { costPrice: '98.31' } });
    const path = `/api/orders/${sale.number}`;
    const holder = store.client({ 'x-serviceordertoken': sale.token });
    for (const at of [path, `${path}.json`, `${path}/line_items`, `${path}/shipments.json`]) {
      const { status, text } = await holder.get(at);
      expect([at, status]).toEqual([at, 200]);
      expect(text).toContain('"cost_price":null');
      expect(text).not.toContain('98.31');
    }
    expect((await store.newer(scene.ann).get(path)).text).toContain('"cost_price":"98.31"');
    expect((await store.older(scene.ann).get(path)).text).toContain('"cost_price":98.31');
  });
});
