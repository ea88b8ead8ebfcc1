import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { maine, type Scene, setScene } from '../contract/scene.ts';
import { basic, type Client, keyHeader } from '../support/clients.ts';
import { openStore, type Store } from '../support/store.ts';

let store: Store;
let narrow: Store;
let scene: Scene;
let ann: Client;

beforeAll(async () => {
  store = await openStore();
  narrow = await openStore({ settings: { orderTokenRights: 'owner' } });
  scene = await setScene(store);
  ann = store.newer(scene.ann);
}, 300_000);

afterAll(async () => {
  await store.close();
  await narrow.close();
});

interface Made {
  readonly id: number;
  readonly number: string;
  readonly token: string;
}

const made = (reply: { readonly body: unknown }): Made => reply.body as Made;
const addresses = { bill_address: maine, use_billing: true };

/** A cart of ann's: two shirts at 19.90 to Maine, for which shipping is 5.00. */
async function cart(
  attributes: Readonly<Record<string, unknown>> = addresses,
  wares: Parameters<Scene['goods']>[0] = {},
): Promise<Made> {
  const { variantId } = await scene.goods(wares);
  const order = { line_items: [{ variant_id: variantId, quantity: 2 }], ...attributes };
  return made(await ann.post('/api/orders', { body: { order } }));
}

const pay = (client: Client, { number }: Made, more: Readonly<Record<string, unknown>> = {}) =>
  client.post(`/api/orders/${number}/payments`, {
    body: { payment: { payment_method_id: 1, ...more } },
  });

const next = ({ number }: Made) => ann.put(`/api/checkouts/${number}/next`);

/** Every way in which an owner's key says `complete`; each answers its status and messages. */
const ways: Readonly<Record<string, (order: Made) => Promise<unknown>>> = {
  'the event of the newer format': async ({ number }) => {
    const { status, body } = await ann.put(`/api/orders/${number}/event?e=complete`);
    return [status, (body as { errors: unknown }).errors];
  },
  'the verb of the newer format': async ({ number }) => {
    const { status, body } = await ann.put(`/api/orders/${number}/complete`);
    return [status, (body as { errors: unknown }).errors];
  },
  'the older format': async ({ number }) => {
    const client = store.client(basic(scene.ann.key));
    const { status, body } = await client.put(`/api/orders/${number}/event.json?e=complete`);
    return [status, (body as { errors: unknown }).errors];
  },
  GraphQL: async ({ number }) => {
    const query = `mutation { fireOrderEvent(by: { number: "${number}" }, event: COMPLETE) { order { id } userErrors { code field message allowed lockVersion } } }`;
    const { body } = await ann.post('/graphql', { body: { query } });
    const { data } = body as { data: { fireOrderEvent: { userErrors: { code: string }[] } } };
    return data.fireOrderEvent.userErrors[0]?.code;
  },
};

const refused = (fields: Readonly<Record<string, readonly string[]>>, older: readonly string[]) => {
  const messages = { state: ['cannot transition via "complete"'], ...fields };
  const told = [422, messages];
  return {
    'the event of the newer format': told,
    'the verb of the newer format': told,
    'the older format': [422, ['State cannot transition via "complete"', ...older]],
    GraphQL: 'EVENT_REFUSED',
  };
};

const blank = ["can't be blank"];
const unpaid = ['No pending payments'];
const unavailable = /^Selected quantity of "Shirt \d+" is not available\.$/;

/** What is missing, and what is told. */
const cases: Readonly<Record<string, readonly [() => Promise<Made>, ReturnType<typeof refused>]>> =
  {
    'no line items': [
      async () => made(await ann.post('/api/orders', { body: { order: addresses } })),
      refused(
        {
          base: ['There are no items for this order. Please add an item to the order to continue.'],
        },
        ['There are no items for this order. Please add an item to the order to continue.'],
      ),
    ],
    'no addresses': [
      () => cart({}),
      refused({ bill_address: blank, ship_address: blank, base: unpaid }, [
        "Bill address can't be blank",
        "Ship address can't be blank",
        ...unpaid,
      ]),
    ],
    'no ship address': [
      () => cart({ bill_address: maine }),
      refused({ ship_address: blank, base: unpaid }, ["Ship address can't be blank", ...unpaid]),
    ],
    'no e-mail': [
      async () => {
        const order = await cart();
        await store.db.order.update({ where: { id: BigInt(order.id) }, data: { email: null } });
        return order;
      },
      refused({ email: blank, base: unpaid }, ["Email can't be blank", ...unpaid]),
    ],
    'no rate': [
      async () => {
        const order = await cart();
        const line = await store.db.lineItem.findFirstOrThrow({
          where: { orderId: BigInt(order.id) },
          select: { variant: { select: { productId: true } } },
        });
        const { id } = await store.db.shippingCategory.create({
          data: { name: `Of ${order.number}`, isDefault: false },
        });
        await store.db.product.update({
          where: { id: line.variant.productId },
          data: { shippingCategoryId: id },
        });
        await pay(store.newer(scene.admin), order, { amount: '44.80' });
        return order;
      },
      refused({ base: ['We are unable to calculate shipping rates for the selected items.'] }, [
        'We are unable to calculate shipping rates for the selected items.',
      ]),
    ],
    'no payment': [() => cart(), refused({ base: unpaid }, unpaid)],
    'no payment, at the payment step': [
      async () => {
        const order = await cart();
        for (let step = 0; step < 3; step += 1) await next(order);
        return order;
      },
      refused({ base: unpaid }, unpaid),
    ],
    'a payment of the goods without their shipping': [
      async () => {
        const order = await cart();
        await pay(ann, order);
        return order;
      },
      refused({ base: ['Payments do not cover the order total.'] }, [
        'Payments do not cover the order total.',
      ]),
    ],
    'too many units': [
      async () => {
        const order = await cart();
        for (let line = 0; line < 5; line += 1) {
          const { variantId } = await scene.goods();
          await ann.post(`/api/orders/${order.number}/line_items`, {
            body: { line_item: { variant_id: variantId, quantity: 1000 } },
          });
        }
        await pay(ann, order);
        return order;
      },
      refused({ base: ['The order has too many units.'] }, ['The order has too many units.']),
    ],
  };

const stateOf = async ({ number }: Made): Promise<unknown> => {
  const { body } = await store.newer(scene.admin).get(`/api/orders/${number}`);
  return body;
};

describe('An owner completes an order only as the checkout would (T15)', () => {
  test.each(Object.entries(cases))('%s: refused, and nothing changes', async (_what, row) => {
    const [make, expected] = row;
    const order = await make();
    const before = await stateOf(order);
    const told: Record<string, unknown> = {};
    for (const [way, complete] of Object.entries(ways)) told[way] = await complete(order);
    expect(told).toEqual(expected);
    expect(await stateOf(order)).toEqual(before);
  });

  test('goods that are not in stock are refused, and nothing changes', async () => {
    const order = await cart(addresses, { backorderable: false, onHand: 2 });
    await pay(store.newer(scene.admin), order, { amount: '44.80' });
    await store.db.stockItem.updateMany({ where: { countOnHand: 2 }, data: { countOnHand: 1 } });
    const before = await stateOf(order);
    const { status, body } = await ann.put(`/api/orders/${order.number}/complete`);
    expect(status).toBe(422);
    expect(body).toMatchObject({ errors: { quantity: [expect.stringMatching(unavailable)] } });
    expect(await stateOf(order)).toEqual(before);
    await store.db.stockItem.updateMany({ where: { countOnHand: 1 }, data: { countOnHand: 2 } });
  });

  test('the steps of the checkout are refused in the same way', async () => {
    const order = await cart({});
    await next(order);
    for (const step of ['next', 'advance']) {
      await ann.put(`/api/checkouts/${order.number}/${step}`);
      expect(await stateOf(order)).toMatchObject({ state: 'address', shipments: [] });
    }
    await ann.put(`/api/checkouts/${order.number}`, { body: { order: { state: 'complete' } } });
    expect(await stateOf(order)).toMatchObject({ state: 'address', shipments: [] });
  });

  test('with everything in place the owner completes at the payment step', async () => {
    const order = await cart();
    for (let step = 0; step < 3; step += 1) await next(order);
    await pay(ann, order);
    const { status } = await ann.put(`/api/orders/${order.number}/event?e=complete`);
    expect(status).toBe(200);
    expect(await stateOf(order)).toMatchObject({
      state: 'complete',
      total: '44.8',
      ship_total: '5.0',
    });
  });

  test('a cart that is paid with its shipping is completed with its proposal', async () => {
    const order = await cart();
    await pay(store.newer(scene.admin), order, { amount: '44.80' });
    const { status, body } = await ann.put(`/api/orders/${order.number}/complete`);
    expect(status).toBe(200);
    expect(body).toMatchObject({ state: 'complete', total: '44.8' });
  });

  test('a refusal names `complete` only to those for whom it would succeed', async () => {
    const order = await cart({});
    const path = `/api/orders/${order.number}/event?e=nonsense`;
    const told = async (client: Client) =>
      ((await client.put(path)).body as { error: string }).error;
    expect(await told(ann)).toBe('Invalid event name, valid names are next');
    expect(await told(store.newer(scene.admin))).toBe(
      'Invalid event name, valid names are next,complete',
    );
  });
});

describe('Who may force', () => {
  test('an admin', async () => {
    const order = await cart({});
    const { status } = await store.newer(scene.admin).put(`/api/orders/${order.number}/complete`);
    expect(status).toBe(200);
  });

  test('the holder of the token, which authorizes any action', async () => {
    const { number, token } = await cart({});
    expect((await ann.put(`/api/orders/${number}/complete?order_token=${token}`)).status).toBe(200);
  });

  test('with ORDER_TOKEN_RIGHTS=owner not the holder of the token', async () => {
    const { ann: owner, cart: make } = await setScene(narrow);
    const { number, token } = await make();
    const path = `/api/orders/${number}/complete?order_token=${token}`;
    expect((await narrow.client(keyHeader(owner.key)).put(path)).status).toBe(422);
    expect((await narrow.anonymous.put(path)).status).toBe(422);
    expect((await narrow.client({}).put(path)).body).toMatchObject({
      errors: { bill_address: blank, ship_address: blank },
    });
  });
});
