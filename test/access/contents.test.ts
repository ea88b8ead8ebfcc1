import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { maine, type Sale, type Scene } from '../contract/scene.ts';
import { keyHeader } from '../support/clients.ts';
import type { Store } from '../support/store.ts';
import { openTwoStores, type TwoStores } from './two-stores.ts';

let wide: Store;
let narrow: Store;
let scene: Scene;
let narrowScene: Scene;
let close: TwoStores['close'];

beforeAll(async () => {
  ({ wide, narrow, scene, narrowScene, close } = await openTwoStores());
}, 300_000);

afterAll(() => close());

type Client = ReturnType<Store['newer']>;
type Way = (client: Client, sale: Sale, query?: string) => Promise<{ readonly status: number }>;

const order = (attributes: Readonly<Record<string, unknown>>) => ({ body: { order: attributes } });

/** Every way to write what an order consists of. */
const ways: Readonly<Record<string, Way>> = {
  'adds a line': (client, { number, goods }, query = '') =>
    client.post(`/api/orders/${number}/line_items${query}`, {
      body: { line_item: { variant_id: goods.variantId, quantity: 20 } },
    }),
  'raises a line': (client, { number, lineId }, query = '') =>
    client.put(`/api/orders/${number}/line_items/${lineId}${query}`, {
      body: { line_item: { quantity: 22 } },
    }),
  'lowers a line': (client, { number, lineId }, query = '') =>
    client.put(`/api/orders/${number}/line_items/${lineId}${query}`, {
      body: { line_item: { quantity: 1 } },
    }),
  'removes a line': (client, { number, lineId }, query = '') =>
    client.delete(`/api/orders/${number}/line_items/${lineId}${query}`),
  'writes lines with the order': (client, { number, lineId }, query = '') =>
    client.put(
      `/api/orders/${number}${query}`,
      order({ email: 'other@harbour.test', line_items: [{ id: lineId, quantity: 1 }] }),
    ),
  'empties it': (client, { number }, query = '') =>
    client.put(`/api/orders/${number}/empty${query}`),
};

/** Everything that an order shows, and the stock of its goods. */
async function stateOf(store: Store, { admin }: Scene, { number, goods }: Sale): Promise<unknown> {
  const stock = await store.db.stockItem.findMany({
    where: { variantId: BigInt(goods.variantId) },
  });
  return { order: (await store.newer(admin).get(`/api/orders/${number}`)).body, stock };
}

describe('What a completed order consists of is written by the shop (N86)', () => {
  test.each(Object.entries(ways))('an owner who %s is refused', async (_title, way) => {
    const sale = await scene.sold();
    const before = await stateOf(wide, scene, sale);
    const { status } = await way(wide.newer(scene.ann), sale);
    expect(status).toBe(401);
    expect(await stateOf(wide, scene, sale)).toEqual(before);
  });

  test.each(Object.entries(ways))(
    'the holder of the token who %s may, but not with ORDER_TOKEN_RIGHTS=owner',
    async (_title, way) => {
      const sale = await scene.sold();
      const { status } = await way(wide.anonymous, sale, `?order_token=${sale.token}`);
      expect([200, 201, 204]).toContain(status);
      const closed = await narrowScene.sold();
      const before = await stateOf(narrow, narrowScene, closed);
      const refused = await way(narrow.anonymous, closed, `?order_token=${closed.token}`);
      expect(refused.status).toBe(401);
      expect(await stateOf(narrow, narrowScene, closed)).toEqual(before);
    },
  );

  test.each(Object.entries(ways))('an owner who %s of a cart may', async (_title, way) => {
    const cart = await scene.cart();
    const sale = { ...cart, shipmentId: 0, shipmentNumber: '', unitIds: [0, 0] } as const;
    const { status } = await way(wide.newer(scene.ann), sale);
    expect([200, 201, 204]).toContain(status);
  });

  test('an owner may not choose another rate, and keeps the one that is chosen', async () => {
    const { goods, number, lineId } = await scene.cart();
    expect(goods.variantId).toBeGreaterThan(0);
    const ann = wide.newer(scene.ann);
    await ann.put(`/api/orders/${number}`, order({ bill_address: maine, use_billing: true }));
    for (let step = 0; step < 3; step += 1) await ann.put(`/api/checkouts/${number}/next`);
    await ann.post(`/api/orders/${number}/payments`, {
      body: { payment: { payment_method_id: 1 } },
    });
    const { status } = await ann.put(`/api/orders/${number}/complete`);
    expect(status).toBe(200);
    const read = async () => (await ann.get(`/api/orders/${number}`)).body;
    const before = await read();
    const { shipments } = before as {
      shipments: readonly [{ id: number; shipping_rates: { id: number; selected: boolean }[] }];
    };
    const [{ id, shipping_rates: rates }] = shipments;
    const choose = (wanted: boolean) =>
      ann.put(
        `/api/orders/${number}`,
        order({
          line_items: [{ id: lineId, quantity: 2 }],
          shipments: [
            {
              id,
              selected_shipping_rate_id: rates.find(({ selected }) => selected === wanted)?.id,
            },
          ],
        }),
      );
    expect(rates.length).toBeGreaterThan(1);
    expect((await choose(false)).status).toBe(401);
    expect(await read()).toEqual(before);
    expect((await choose(true)).status).toBe(200);
    expect(await read()).toEqual(before);
  });

  test('an owner still writes the e-mail address, pays and cancels', async () => {
    const { number } = await scene.sold();
    const ann = wide.newer(scene.ann);
    const email = 'ada.field@harbour.test';
    expect((await ann.put(`/api/orders/${number}`, order({ email }))).status).toBe(200);
    const paid = await ann.post(`/api/orders/${number}/payments`, {
      body: { payment: { payment_method_id: 1 } },
    });
    expect(paid.status).toBe(201);
    expect((await ann.put(`/api/orders/${number}/cancel`)).status).toBe(200);
  });

  test('GraphQL tells an owner that it is not allowed, before it looks at the version', async () => {
    const { number, lineId } = await scene.sold();
    const { body } = await wide.client(keyHeader(scene.ann.key)).post('/graphql', {
      body: {
        query: `mutation { updateLineItem(order: { number: "${number}" }, id: ${lineId}, input: { quantity: 1 }, ifVersion: 0) { lineItem { id } userErrors { code } } }`,
      },
    });
    expect(body).toMatchObject({ errors: [{ extensions: { code: 'UNAUTHORIZED' } }] });
  });
});
