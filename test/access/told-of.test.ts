import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import type { Database } from '../../prisma/database.ts';
import type { Viewer } from '../../schema/index.ts';
import { readState } from '../contract/database-state.ts';
import { openTestDatabase } from '../support/database.ts';
import { adminViewer, customerViewer, nobody, run, viewerWith } from '../support/graphql.ts';
import { deskOf } from '../support/orders.ts';
import { makeUser, makeVariant } from '../support/records.ts';

let database: Database;
let customer: Awaited<ReturnType<typeof makeUser>>;

beforeAll(async () => {
  database = await openTestDatabase();
  customer = await makeUser(database.client, 'ann@harbour.test');
});
afterAll(() => database.close());

const ask = (viewer: Viewer, document: string) => run(database.client, viewer, document);

/** The answer to a write that is refused, after checking that nothing was changed. */
async function refuse(viewer: Viewer, document: string) {
  const before = await readState(database.client);
  const { errors } = await ask(viewer, document);
  expect(await readState(database.client)).toEqual(before);
  return errors;
}

const file =
  'attachmentFileName: "a.png", attachmentContentType: "image/png", attachmentWidth: 6, attachmentHeight: 8';

/** Writes that name goods which are not on sale yet, and what is told to who may not see them. */
const writes = [
  [
    'adjustStock',
    'variants.update',
    (id: string) =>
      `adjustStock(input: { variantId: ${id}, quantity: 1 }) { stockItem { id } variant { sku }`,
    { code: 'INVALID', fields: { variantId: ['is invalid'] } },
  ],
  [
    'createImage',
    'products.update',
    (id: string) =>
      `createImage(input: { variantId: ${id}, ${file} }) { image { id } variant { sku }`,
    { code: 'INVALID', fields: { variantId: ['is invalid'] } },
  ],
  [
    'updateImage',
    'products.update',
    (_id: string, image: string) =>
      `updateImage(id: ${image}, input: { alt: "A" }) { image { id } variant { sku }`,
    { code: 'NOT_FOUND' },
  ],
  [
    'deleteImage',
    'products.update',
    (_id: string, image: string) => `deleteImage(id: ${image}) { image { id } variant { sku }`,
    { code: 'NOT_FOUND' },
  ],
] as const;

describe('Goods that the caller may not see (A21)', () => {
  async function hidden() {
    const id = await makeVariant(database.client, { count: 3 });
    const { data } = await ask(
      adminViewer,
      `mutation { createImage(input: { variantId: ${String(id)}, ${file} }) { image { id } userErrors { code field message } } }`,
    );
    await database.client.product.updateMany({
      where: { variants: { some: { id } } },
      data: { availableOn: null },
    });
    return [String(id), (data as { createImage: { id: string } }).createImage.id] as const;
  }

  test.each(writes)(
    '%s does not find them, unless the caller may see hidden ones',
    async (_name, right, write, told) => {
      const document = `mutation { ${write(...(await hidden()))} userErrors { code field message } } }`;
      const clerk = viewerWith(customer, right);
      expect(await refuse(clerk, document)).toEqual([told]);
      const seeing = viewerWith(customer, right, 'variants.show_hidden');
      expect((await ask(seeing, document)).errors).toEqual([]);
    },
  );

  test('setStockLevels does not find them either', async () => {
    const [id] = await hidden();
    const document = `mutation { setStockLevels(rows: [{ variant: { id: "${id}" }, onHand: 9, changeFrom: 1 }], policy: EACH) {
      results { stockItem { variant { sku } } userErrors { code field message present } } userErrors { code field message } } }`;
    const answered = (viewer: Viewer) => ask(viewer, document).then(({ data }) => data);
    const before = await readState(database.client);
    const row = (told: object) => ({
      setStockLevels: [{ stockItem: null, userErrors: [{ present: null, ...told }] }],
    });
    expect(await answered(viewerWith(customer, 'variants.update'))).toEqual(
      row({ code: 'NOT_FOUND', field: ['variant'], message: 'does not exist' }),
    );
    expect(await readState(database.client)).toEqual(before);
    expect(
      await answered(viewerWith(customer, 'variants.update', 'variants.show_hidden')),
    ).toMatchObject(row({ code: 'CONFLICT', present: '3' }));
  });
});

/** What is done to parts of orders that are named by their id alone. */
const acts = [
  ...['updateLineItem(input: { quantity: 2 }, ', 'removeLineItem('].map((act) => [act, 'line']),
  ...['updatePayment(input: { amount: "1" }, ', 'firePaymentEvent(event: VOID, '].map((act) => [
    act,
    'payment',
  ]),
  ...['authorize', 'purchase', 'capture', 'void', 'credit'].map((verb) => [
    `${verb}Payment(`,
    'payment',
  ]),
] as const;

describe('A part of an order that is named by its id alone (A20)', () => {
  let parts: Readonly<Record<string, string>>;
  let token: string;
  let own: string;
  beforeAll(async () => {
    const desk = deskOf(database.client, adminViewer);
    const goods = await makeVariant(database.client, { count: 9 });
    const { number } = await desk.cartOf([goods, 1]);
    await ask(
      adminViewer,
      `mutation { createPayment(order: { number: "${number}" }, input: { paymentMethod: { name: "Check" } }) { userErrors { code field message } } }`,
    );
    const order = await database.client.order.findUniqueOrThrow({
      where: { number },
      include: { lineItems: true, payments: true },
    });
    parts = { line: String(order.lineItems[0]?.id), payment: String(order.payments[0]?.id) };
    expect(parts).toEqual({
      line: expect.stringMatching(/^\d+$/),
      payment: expect.stringMatching(/^\d+$/),
    });
    const mine = await desk.cartOf([goods, 1]);
    const updated = await database.client.order.update({
      where: { number: mine.number },
      data: { userId: customer.id },
      include: { lineItems: true },
    });
    token = String(updated.token);
    own = String(updated.lineItems[0]?.id);
  });

  const callers = [
    ['customer', () => customerViewer(customer)],
    ['holder of the token of another order', () => ({ ...nobody, orderToken: token })],
  ] as const;
  const unauthorized = [{ code: 'UNAUTHORIZED', reason: 'insufficient_rights' }];

  test.each(callers)('is shown to no %s, who does not learn which ids exist', async (_who, who) => {
    for (const field of ['lineItem', 'payment']) {
      for (const id of [parts[field === 'payment' ? 'payment' : 'line'], '999999999', '0', 'x']) {
        const { data, errors } = await ask(who(), `{ ${field}(id: "${String(id)}") { id } }`);
        expect([data, errors]).toEqual([{ [field]: null }, unauthorized]);
      }
    }
    const { data } = await ask(who(), `{ lineItem(id: "${own}") { id } }`);
    expect(data).toEqual({ lineItem: { id: own } });
  });

  test.each(acts)('is refused alike whether it exists or not: %sid)', async (act, part) => {
    for (const [, who] of callers) {
      for (const id of [String(parts[part]), '999999999']) {
        const document = `mutation { ${act}id: "${id}") { userErrors { code field message } } }`;
        expect(await refuse(who(), document)).toEqual(unauthorized);
      }
    }
  });

  test('is missing for who may act on all orders', async () => {
    const clerk = viewerWith(customer, 'payments.read', 'payments.update');
    expect((await ask(clerk, '{ payment(id: "999999999") { id } }')).errors).toEqual([
      { code: 'NOT_FOUND' },
    ]);
    expect(
      await refuse(
        clerk,
        'mutation { voidPayment(id: "999999999") { userErrors { code field message } } }',
      ),
    ).toEqual([{ code: 'NOT_FOUND' }]);
  });
});
