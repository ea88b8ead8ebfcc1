import { describe, expect, test } from '@jest/globals';
import type { Client } from '../support/clients.ts';
import { openWalk } from './walk/walk.ts';

const walk = openWalk();

interface ShownOrder {
  readonly order?: ShownOrder;
  readonly state?: string;
  readonly item_total?: string | number;
  readonly line_items?: readonly { readonly price: string | number }[];
}

/** What an order says of its prices, in either format. */
async function pricesOf(client: Client, number: string): Promise<unknown[]> {
  const body = (await client.get(`/api/orders/${number}`)).body as ShownOrder;
  const { state, item_total: total, line_items: lines } = body.order ?? body;
  return [state, Number(total), ...(lines ?? []).map(({ price }) => Number(price))];
}

/** A cart of two units at 19.90 whose variant was given the price 99.00. */
async function outdatedCart(client: Client) {
  const { number, lineId, goods } = await walk.scene.cart();
  const path = `/api/products/${goods.permalink}/variants/${String(goods.variantId)}`;
  const { status } = await client.put(path, { body: { variant: { price: '99.00' } } });
  expect(status).toBeLessThan(300);
  const name = goods.permalink.replace('shirt-', 'Shirt ');
  const message = `has changed from $19.90 to $99.00 for line item ${String(lineId)}, "${name}"`;
  return { number, lineId, message };
}

const again = 'Send the event again to complete the order at its present prices.';

describe.each(['older', 'newer'] as const)('Decision T46: in the %s format', (form) => {
  const sold = form === 'older' ? 'new' : 'complete';

  test('complete is refused once after a price has changed, and the cart shows the new one', async () => {
    const client = walk.admin(form);
    const { number, message } = await outdatedCart(client);
    expect(await pricesOf(client, number)).toEqual(['cart', 39.8, 19.9]);
    const path = `/api/orders/${number}/event?e=complete`;
    const { status, body } = await client.put(path);
    expect({ status, body }).toEqual({
      status: 422,
      body: {
        error: 'Valid event name but not allowed for this object, valid names are next,complete',
        errors:
          form === 'older'
            ? ['State cannot transition via "complete"', `Price ${message}`, again]
            : { state: ['cannot transition via "complete"'], price: [message], base: [again] },
      },
    });
    expect(await pricesOf(client, number)).toEqual(['cart', 198, 99]);
    expect((await client.put(path)).status).toBe(200);
    expect(await pricesOf(client, number)).toEqual([sold, 198, 99]);
  });

  test('a write of the cart shows the new price, and complete succeeds', async () => {
    const client = walk.admin(form);
    const { number, lineId } = await outdatedCart(client);
    const line = `/api/orders/${number}/line_items/${String(lineId)}`;
    const { status } = await client.put(line, { body: { line_item: { quantity: 3 } } });
    expect(status).toBe(200);
    expect(await pricesOf(client, number)).toEqual(['cart', 297, 99]);
    expect((await client.put(`/api/orders/${number}/event?e=complete`)).status).toBe(200);
  });

  test('a price that an admin sets stays', async () => {
    const client = walk.admin(form);
    const { number, lineId } = await outdatedCart(client);
    const line = `/api/orders/${number}/line_items/${String(lineId)}`;
    await client.put(line, { body: { line_item: { price: '15.00' } } });
    expect((await client.put(`/api/orders/${number}/event?e=complete`)).status).toBe(200);
    expect(await pricesOf(client, number)).toEqual([sold, 30, 15]);
  });

  test('the refusal with an Idempotency-Key is told again: nothing is sold at a price that nobody saw (L5)', async () => {
    const client = walk.admin(form);
    const { number } = await outdatedCart(client);
    const path = `/api/orders/${number}/event?e=complete`;
    const headers = { 'idempotency-key': `complete ${number} ${form}` };
    const first = await client.put(path, { headers });
    expect(first.status).toBe(422);
    const again = await client.put(path, { headers });
    expect([again.status, again.text]).toEqual([422, first.text]);
    expect(again.headers.get('idempotency-replayed')).toBe('true');
    expect(await pricesOf(client, number)).toEqual(['cart', 198, 99]);
    const other = { 'idempotency-key': `complete again ${number} ${form}` };
    expect((await client.put(path, { headers: other })).status).toBe(200);
    expect(await pricesOf(client, number)).toEqual([sold, 198, 99]);
  });
});
