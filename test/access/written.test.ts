import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import type { Cart, Scene } from '../contract/scene.ts';
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

/** What only `orders.override` writes, and what nobody does. Decision: A25. */
const closedOfOrder = {
  user_id: 999_999_999,
  number: 'R1MINE',
  token: 'mine',
  completed_at: '2026-01-01T00:00:00Z',
  channel: 'mine',
  state: 'complete',
  approver_id: 1,
  approved_at: '2026-01-01T00:00:00Z',
  id: 1,
  total: '0.01',
  item_total: '0.01',
  adjustment_total: '-5.0',
  payment_total: '99.0',
  payment_state: 'paid',
  paid: true,
  shipment_state: 'shipped',
  total_quantity: 99,
  credit_total: '9.0',
  display_total: '$0.01',
  currency: 'XXX',
  created_at: '2001-01-01T00:00:00Z',
  updated_at: '2001-01-01T00:00:00Z',
  adjustments: [{ amount: '-10.0', label: 'mine' }],
};

const closedOfLine = { price: '0.01', cost_price: '0.01', total: '0.01', order_id: 1 };

const readOrder = (cart: Cart) =>
  store.db.order.findUniqueOrThrow({
    where: { id: BigInt(cart.id) },
    omit: { updatedAt: true, lockVersion: true },
    include: { adjustments: true, payments: true, shipments: true },
  });

const readLine = (cart: Cart) =>
  store.db.lineItem.findUniqueOrThrow({
    where: { id: BigInt(cart.lineId) },
    omit: { updatedAt: true },
  });

describe('A25: what a customer sends without permission is ignored', () => {
  const callers = ['the owner, newer', 'the owner, older', 'the holder'] as const;
  const clientOf = (caller: (typeof callers)[number], cart: Cart) =>
    ({
      'the owner, newer': () => store.newer(scene.ann),
      'the owner, older': () => store.older(scene.ann),
      'the holder': () => store.client({ 'x-serviceordertoken': cart.token }),
    })[caller]();

  test.each(callers)('of an order: %s', async (caller) => {
    const cart = await scene.cart();
    const before = await readOrder(cart);
    const reply = await clientOf(caller, cart).put(`/api/orders/${cart.number}`, {
      body: { order: closedOfOrder },
    });
    expect(reply.status).toBe(200);
    expect(await readOrder(cart)).toEqual(before);
  });

  test.each(callers)('of a line item: %s', async (caller) => {
    const cart = await scene.cart();
    const before = await readLine(cart);
    const path = `/api/orders/${cart.number}/line_items/${String(cart.lineId)}`;
    const reply = await clientOf(caller, cart).put(path, { body: { line_item: closedOfLine } });
    expect(reply.status).toBe(200);
    expect(await readLine(cart)).toEqual(before);
  });
});

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
