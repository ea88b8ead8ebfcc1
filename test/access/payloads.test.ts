import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { getNamedType, isObjectType } from 'graphql';
import type { GraphQLObjectType } from 'graphql';
import { schema } from '../../schema/index.ts';
import { type Scene, setScene } from '../contract/scene.ts';
import { keyHeader } from '../support/clients.ts';
import { keepLog } from '../gateway/support.ts';
import { openStore, type Store } from '../support/store.ts';

const { log, lines } = keepLog();
let store: Store;
let scene: Scene;

beforeAll(async () => {
  store = await openStore({ log });
  scene = await setScene(store);
});
afterAll(() => store.close());

/** The mutations of set-up, which answer the record itself. */
const setUp = ['createRole', 'createUser', 'generateApiKey', 'revokeApiKey'];

test('V1: every mutation but those of set-up answers a payload with its records and userErrors', () => {
  const bare = Object.values(schema.getMutationType()?.getFields() ?? {}).filter(({ type }) => {
    const answer = getNamedType(type) as GraphQLObjectType;
    // of many rows each has its records
    const parts = [answer, getNamedType(answer.getFields()['results']?.type ?? answer)];
    const records = parts
      .flatMap((of) => Object.values((of as GraphQLObjectType).getFields()))
      .filter(({ type: part }) => isObjectType(part));
    return !answer.name.endsWith('Payload') || records.length === 0;
  });
  expect(bare.map(({ name }) => name).toSorted()).toEqual(setUp);
});

/** The key of a user with just these permissions. */
async function keyWith(name: string, ...permissions: readonly string[]): Promise<string> {
  const input = { name, permissions };
  await store.ask('mutation ($input: CreateRoleInput!) { createRole(input: $input) { id } }', {
    input,
  });
  return (await store.account(name, [name])).key;
}

async function send(headers: Record<string, string>, query: string): Promise<unknown> {
  const { body } = await store.client(headers).post('/graphql', { body: { query } });
  const { data, errors } = body as { data?: unknown; errors?: unknown };
  return errors ?? data;
}

describe('V2: a record beside the one that was written', () => {
  const capture = (number: string, id: number): string =>
    `mutation { firePaymentEvent(order: { number: "${number}" }, id: ${String(id)}, event: CAPTURE) {
      payment { state } order { paymentTotal } userErrors { code } } }`;

  test('is hidden from a key that may write payments and read no orders', async () => {
    const { number, paymentId } = await scene.paid();
    const key = await keyWith('till', 'payments.update');
    expect(await send(keyHeader(key), capture(number, paymentId))).toEqual({
      firePaymentEvent: { payment: { state: 'COMPLETED' }, order: null, userErrors: [] },
    });
  });

  test('is shown to a key that may read it, as it is after the write', async () => {
    const { number, paymentId } = await scene.paid();
    const key = await keyWith('desk', 'payments.update', 'orders.read');
    expect(await send(keyHeader(key), capture(number, paymentId))).toEqual({
      firePaymentEvent: {
        payment: { state: 'COMPLETED' },
        order: { paymentTotal: '39.8' },
        userErrors: [],
      },
    });
  });

  test('is shown to the owner of the order and to a holder of its token', async () => {
    const cart = await scene.cart();
    const set = (quantity: number): string =>
      `mutation { updateLineItem(order: { number: "${cart.number}" }, id: ${String(cart.lineId)}, input: { quantity: ${String(quantity)} }) {
        lineItem { quantity } order { itemTotal } userErrors { code } } }`;
    expect(await send(keyHeader(cart.owner.key), set(3))).toEqual({
      updateLineItem: { lineItem: { quantity: 3 }, order: { itemTotal: '59.7' }, userErrors: [] },
    });
    expect(await send({ 'x-serviceordertoken': cart.token }, set(1))).toEqual({
      updateLineItem: { lineItem: { quantity: 1 }, order: { itemTotal: '19.9' }, userErrors: [] },
    });
  });

  test('is shown to every user if it is a product that is sold', async () => {
    const { variantId } = await scene.goods();
    const { productId } = await store.db.variant.findUniqueOrThrow({
      where: { id: BigInt(variantId) },
    });
    const key = await keyWith('pricer', 'variants.update');
    const query = `mutation { updateVariant(product: { id: "${String(productId)}" }, by: { id: ${String(variantId)} }, input: { price: "21.00" }) {
      variant { price } product { id } userErrors { code } } }`;
    expect(await send(keyHeader(key), query)).toEqual({
      updateVariant: {
        variant: { price: '21.0' },
        product: { id: String(productId) },
        userErrors: [],
      },
    });
  });
});

describe('A26: a product that is not sold yet', () => {
  const keyOfStock = (name: string, ...more: readonly string[]) =>
    keyWith(name, 'variants.update', 'variants.show_hidden', ...more);

  const waiting = async () => {
    const { variantId } = await scene.goods();
    const { productId } = await store.db.variant.update({
      where: { id: BigInt(variantId) },
      data: {
        product: { update: { availableOn: new Date('2999-01-01'), metaKeywords: 'secret' } },
      },
    });
    return { variantId, productId: String(productId) };
  };

  test('is not told by a write of its variant to who sees its variants alone', async () => {
    const { variantId, productId } = await waiting();
    const query = `mutation { updateVariant(by: { id: ${String(variantId)} }, input: {}) {
      variant { id product { id } } product { id metaKeywords } userErrors { code } } }`;
    expect(await send(keyHeader(await keyOfStock('packer')), query)).toEqual({
      updateVariant: {
        variant: { id: String(variantId), product: null },
        product: null,
        userErrors: [],
      },
    });
    const seeing = await keyOfStock('planner', 'products.show_hidden');
    expect(await send(keyHeader(seeing), query)).toEqual({
      updateVariant: {
        variant: { id: String(variantId), product: { id: productId } },
        product: { id: productId, metaKeywords: 'secret' },
        userErrors: [],
      },
    });
  });

  test('orders and filters no list of variants for them, and is in no cursor', async () => {
    await waiting();
    const key = await keyOfStock('counter');
    for (const given of [
      'sort: [{ field: PRODUCT_META_KEYWORDS }]',
      'filter: { product: { availableOn: { gt: "2990-01-01" } } }',
    ]) {
      const errors = await send(keyHeader(key), `{ variants(${given}) { edges { cursor } } }`);
      expect(JSON.stringify(errors)).toMatch(/is not (?:searchable|sortable)/);
    }
    const { body, headers } = await store
      .client(keyHeader(key))
      .get('/api/variants?q[product_available_on_gt]=2990-01-01');
    expect((body as { readonly count: number }).count).toBe(await store.db.variant.count());
    expect(headers.get('x-search-ignored')).toBe('q[product_available_on_gt]');
  });
});

describe('V1: what a client did wrong', () => {
  test('is told with the path of the value, and the records are null', async () => {
    const cart = await scene.cart();
    const query = `mutation { updateOrder(by: { number: "${cart.number}" }, input: { lineItems: [{ id: ${String(cart.lineId)}, quantity: -1 }] }) {
      order { id } userErrors { code field message allowed lockVersion } } }`;
    const before = await store.db.order.findUniqueOrThrow({ where: { id: BigInt(cart.id) } });
    expect(await send(keyHeader(cart.owner.key), query)).toEqual({
      updateOrder: {
        order: null,
        userErrors: [
          {
            code: 'INVALID',
            field: ['lineItems', '0', 'quantity'],
            message: 'must be greater than or equal to 0',
            allowed: null,
            lockVersion: null,
          },
        ],
      },
    });
    expect(await store.db.order.findUniqueOrThrow({ where: { id: BigInt(cart.id) } })).toEqual(
      before,
    );
  });

  test('a refused event lists what is possible first, and then why', async () => {
    const cart = await scene.cart();
    const query = `mutation { fireOrderEvent(by: { number: "${cart.number}" }, event: APPROVE) {
      order { id } userErrors { code field message allowed } } }`;
    expect(await send(keyHeader(scene.admin.key), query)).toEqual({
      fireOrderEvent: {
        order: null,
        userErrors: [
          {
            code: 'EVENT_REFUSED',
            field: null,
            message:
              'Valid event name but not allowed for this object, valid names are next,complete',
            allowed: ['NEXT', 'COMPLETE'],
          },
          {
            code: 'EVENT_REFUSED',
            field: ['state'],
            message: 'cannot transition via "approve"',
            allowed: null,
          },
        ],
      },
    });
  });

  test('an outdated version is a conflict, with the present one', async () => {
    const cart = await scene.cart();
    const { lockVersion } = await store.db.order.findUniqueOrThrow({
      where: { id: BigInt(cart.id) },
    });
    const query = `mutation { updateOrder(by: { number: "${cart.number}" }, ifVersion: ${String(lockVersion + 1)}, input: { email: "x@store.example" }) {
      order { id } userErrors { code lockVersion } } }`;
    expect(await send(keyHeader(cart.owner.key), query)).toEqual({
      updateOrder: { order: null, userErrors: [{ code: 'CONFLICT', lockVersion }] },
    });
  });

  test('a missing record is told beside what the other mutations did', async () => {
    const cart = await scene.cart();
    const query = `mutation {
      a: emptyOrder(by: { number: "R999999999" }) { order { id } userErrors { code } }
      b: updateOrder(by: { number: "${cart.number}" }, input: { channel: "web" }) { order { number } userErrors { code } } }`;
    expect(await send(keyHeader(scene.admin.key), query)).toEqual({
      a: { order: null, userErrors: [{ code: 'NOT_FOUND' }] },
      b: { order: { number: cart.number }, userErrors: [] },
    });
  });

  test('is in the log by its codes, whatever the client calls the fields', async () => {
    const cart = await scene.cart();
    const last = () => lines.findLast(({ msg }) => msg === 'request')?.['errors'];
    const update = `mutation { updateOrder(by: { number: "${cart.number}" }, input: { email: "no address" }) { e: userErrors { c: message } } }`;
    await send(keyHeader(cart.owner.key), update);
    expect(last()).toEqual(['INVALID']);
    await send(
      keyHeader(scene.admin.key),
      '{ orders(first: 3) { userErrors: nodes { code: number } } }',
    );
    expect(last()).toBeUndefined();
  });

  test('rights that are missing stay an error of the request', async () => {
    const cart = await scene.cart();
    const query = `mutation { updateOrder(by: { number: "${cart.number}" }, input: { channel: "web" }) { userErrors { code } } }`;
    expect(await send(keyHeader(scene.bob.key), query)).toMatchObject([
      { path: ['updateOrder'], extensions: { code: 'UNAUTHORIZED' } },
    ]);
  });
});
