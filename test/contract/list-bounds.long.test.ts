import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { readPayloads } from '../support/graphql.ts';
import { openStore } from '../support/store.ts';
import type { Account, Store } from '../support/store.ts';
import { crowd, fullest } from './crowded-store.ts';
import { readState } from './database-state.ts';

let store: Store;
let admin: Account;
const order = '/api/orders/R500000001';
const product = '/api/products/linen-apron-1';

beforeAll(async () => {
  store = await openStore();
  admin = await store.account('admin', ['admin']);
  const size = { description: 20, orders: 1, shipments: 50, userId: admin.id };
  await crowd(store.db, { ...fullest, ...size });
  await store.db.$executeRawUnsafe(
    `INSERT INTO adjustments (order_id, kind, amount, label, mandatory)
     SELECT 1, 'manual', 1, 'Gift wrap', false FROM generate_series(1, 500)`,
  );
  await store.db.$executeRawUnsafe(
    `INSERT INTO payments (order_id, payment_method_id, amount, state)
     SELECT 1, method.id, 1, 'void' FROM generate_series(1, 500), (SELECT min(id) AS id FROM payment_methods) method`,
  );
});

afterAll(() => store.close());

const full = (list: string, most: number) => ({
  [list]: [`is too long (maximum is ${String(most)} entries)`],
});

/** The variant that has no line item in the order. */
const another = 501;

describe('P75: a list that is full takes nothing more, and the write changes nothing', () => {
  const rest: readonly [
    what: string,
    method: 'post' | 'put',
    path: string,
    body: object,
    statuses: readonly [newer: number, older: number],
    errors: object,
  ][] = [
    [
      'a line',
      'post',
      `${order}/line_items`,
      { line_item: { variant_id: another } },
      [422, 500],
      full('line_items', 500),
    ],
    [
      'a line in its order',
      'put',
      order,
      { order: { line_items: [{ variant_id: another }] } },
      [422, 500],
      full('line_items', 500),
    ],
    [
      'a payment',
      'post',
      `${order}/payments`,
      { payment: { payment_method: 'Check' } },
      [422, 500],
      full('payments', 500),
    ],
    [
      'a shipment',
      'post',
      `${order}/shipments`,
      { shipment: { tracking: '1Z' } },
      [422, 500],
      full('shipments', 50),
    ],
    [
      'a variant',
      'post',
      `${product}/variants`,
      { variant: { price: '5.00' } },
      [422, 422],
      full('variants', 500),
    ],
    [
      'a variant in its product',
      'put',
      product,
      { product: { variants: [{ price: '5.00' }] } },
      [422, 500],
      full('variants', 500),
    ],
    [
      'an option type of a variant',
      'put',
      `${product}/variants/2`,
      { variant: { options: [{ name: 'Fit', value: 'Slim' }] } },
      [422, 422],
      full('option_types', 10),
    ],
    [
      'an option type of a product',
      'put',
      product,
      {
        product: { option_types: Array.from({ length: 11 }, (_, at) => `type-${String(at + 1)}`) },
      },
      [422, 500],
      full('option_types', 10),
    ],
  ];

  test.each(rest)('%s, in both forms', async (_what, method, path, body, statuses, errors) => {
    const before = await readState(store.db);
    const newer = await store.newer(admin)[method](path, { body });
    const older = await store.older(admin)[method](path, { body });
    expect([newer.status, older.status]).toEqual(statuses);
    expect(newer.body).toMatchObject({ errors });
    expect(older.text).toMatch(/maximum is \d+ entries/);
    expect(await readState(store.db)).toEqual(before);
  });

  const image = `{ variantId: 2, attachmentFileName: "a.png", attachmentContentType: "image/png",
    attachmentWidth: 1, attachmentHeight: 1 }`;
  test.each([
    [
      'a line',
      `addLineItem(order: { id: "1" }, input: { variantId: ${String(another)} })`,
      full('lineItems', 500),
    ],
    [
      'a payment',
      'createPayment(order: { id: "1" }, input: { paymentMethod: { name: "Check" } })',
      full('payments', 500),
    ],
    [
      'an adjustment',
      'createAdjustment(order: { id: 1 }, input: { amount: "1", label: "Gift wrap" })',
      full('base', 500),
    ],
    ['a shipment', 'createShipment(order: { id: "1" }, input: {})', full('shipments', 50)],
    ['a variant', 'createVariant(product: { id: "1" }, input: {})', full('variants', 500)],
    [
      'a variant in its product',
      'updateProduct(by: { id: "1" }, input: { variants: [{}] })',
      full('variants', 500),
    ],
    [
      'an option type',
      'updateVariant(by: { id: 2 }, input: { options: [{ name: "Fit", value: "Slim" }] })',
      full('optionTypes', 10),
    ],
    ['a picture', `createImage(input: ${image})`, full('images', 20)],
  ])('%s, in GraphQL', async (_what, field, fields) => {
    const before = await readState(store.db);
    const { body } = await store.newer(admin).post('/graphql', {
      body: { query: `mutation { ${field} { userErrors { code field message } } }` },
    });
    expect(readPayloads((body as { data: unknown }).data).errors).toMatchObject([
      { code: 'base' in fields ? 'REFUSED' : 'INVALID', fields },
    ]);
    expect(await readState(store.db)).toEqual(before);
  });

  test('a picture moved from another variant', async () => {
    const { id } = await store.db.image.findFirstOrThrow({ where: { variantId: 3n } });
    const before = await readState(store.db);
    const { body } = await store.newer(admin).post('/graphql', {
      body: {
        query: `mutation { updateImage(id: ${String(id)}, input: { variantId: 2 }) { image { id } userErrors { code field message allowed lockVersion } } }`,
      },
    });
    expect(readPayloads((body as { data: unknown }).data).errors).toMatchObject([
      { code: 'INVALID', fields: full('images', 20) },
    ]);
    expect(await readState(store.db)).toEqual(before);
  });
});

test('units of an existing variant join its line item, though there is no room for another', async () => {
  const line = { line_item: { variant_id: 7 } };
  const reply = await store.newer(admin).post(`${order}/line_items`, { body: line });
  expect([reply.status, reply.body]).toMatchObject([201, { quantity: 2 }]);
});

test('where an entry went, another one fits', async () => {
  const client = store.newer(admin);
  expect((await client.delete(`${order}/line_items/500`)).status).toBe(204);
  const line = { line_item: { variant_id: another } };
  expect((await client.post(`${order}/line_items`, { body: line })).status).toBe(201);
  expect((await client.delete(`${product}/variants/2`)).status).toBe(204);
  const options = Array.from({ length: 10 }, (_, at) => {
    return { name: `type-${String(at + 1)}`, value: 'other' };
  });
  const body = { variant: { options } };
  expect((await client.post(`${product}/variants`, { body })).status).toBe(201);
});
