import { afterAll, afterEach, beforeAll, expect, test } from '@jest/globals';
import type { Database } from '../../prisma/database.ts';
import type { Client, Reply } from '../support/clients.ts';
import { openTestDatabase } from '../support/database.ts';
import { expectSound } from '../support/dispatch.ts';
import { makeVariant } from '../support/records.ts';
import { openStore, type Store } from '../support/store.ts';

const address = {
  firstname: 'Ada',
  lastname: 'Field',
  address1: '4 Quay Street',
  city: 'Portland',
  zipcode: '04101',
  phone: '207-555-0142',
  country: 'US',
  state_name: 'Maine',
};
const refused = {
  status: 422,
  body: { errors: { base: ['The discounts are more than the order costs.'] } },
};

let database: Database;
let store: Store;
let buyer: Client;
let shop: Client;
let dear: number;
let cheap: number;

beforeAll(async () => {
  database = await openTestDatabase();
  store = await openStore({ database });
  buyer = store.newer(await store.account('buyer'));
  shop = store.newer(await store.account('clerk', ['admin']));
  dear = Number(await makeVariant(store.db, { price: '98', count: 50 }));
  cheap = Number(await makeVariant(store.db, { price: '10', count: 50 }));
});
afterEach(() => expectSound(database));
afterAll(async () => {
  await store.close();
  await database.close();
});

interface Order {
  readonly number: string;
  readonly token: string;
  readonly state: string;
  readonly total: string;
  readonly line_items: readonly { readonly id: number; readonly quantity: number }[];
}
const orderIn = ({ body }: Reply): Order => body as Order;

/** The buyer's cart of 98.00 with a discount of 90.00, with what its checkout needs but payments. */
async function discounted(): Promise<Order> {
  const made = orderIn(
    await buyer.post('/api/orders', {
      body: {
        order: {
          line_items: [{ variant_id: dear, quantity: 1 }],
          bill_address: address,
          use_billing: true,
        },
      },
    }),
  );
  await store.ask(
    `mutation ($order: OrderBy!) { createAdjustment(order: $order, input: { label: "Sorry", amount: "-90.00" }) { order { total } userErrors { code field message allowed lockVersion } } }`,
    { order: { number: made.number } },
  );
  return made;
}

const read = async (number: string): Promise<Order> =>
  orderIn(await shop.get(`/api/orders/${number}`));

test('C26: a customer does not buy other goods with a discount that is more than they cost, the shop may', async () => {
  const { number, line_items: lines } = await discounted();
  const [line] = lines;
  const changed = await buyer.put(`/api/orders/${number}`, {
    body: {
      order: {
        line_items: [
          { variant_id: cheap, quantity: 1 },
          { id: line?.id, quantity: 0 },
        ],
      },
    },
  });
  expect(changed.status).toBe(200);
  for (const event of ['next', 'next']) {
    expect((await buyer.put(`/api/orders/${number}/event?e=${event}`)).status).toBe(200);
  }
  expect(await buyer.put(`/api/orders/${number}/event?e=next`)).toMatchObject(refused);
  expect(await read(number)).toMatchObject({ state: 'delivery', total: '-75.0' });
  expect((await shop.put(`/api/orders/${number}/event?e=complete`)).status).toBe(200);
});

test('C26: nor does a customer send goods back to below their discount by lowering a placed order, the shop may', async () => {
  const { number, token, line_items: lines } = await discounted();
  const [line] = lines;
  expect((await shop.put(`/api/orders/${number}/event?e=complete`)).status).toBe(200);
  const path = `/api/orders/${number}/line_items/${String(line?.id)}`;
  const other = { body: { line_item: { variant_id: cheap } } };
  const asHolder = `${path}?order_token=${token}`;
  const before = await read(number);
  expect(await buyer.put(asHolder, other)).toMatchObject(refused);
  expect(await read(number)).toEqual(before);
  expect((await shop.put(path, other)).status).toBe(200);
  expect(Number((await read(number)).total)).toBeLessThan(0);
  const more = { body: { line_item: { quantity: 2 } } };
  expect((await buyer.put(asHolder, more)).status).toBe(200);
});
