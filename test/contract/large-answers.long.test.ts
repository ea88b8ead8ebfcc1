import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { openStore } from '../support/store.ts';
import type { Account, Store } from '../support/store.ts';
import { crowd, fullest } from './crowded-store.ts';

let store: Store;
let admin: Account;

const orders = 12;

type OrderRecord = { readonly number: string } | { readonly order: { readonly number: string } };

beforeAll(async () => {
  store = await openStore();
  admin = await store.account('admin', ['admin']);
  const size = { description: 1_000, orders, shipments: 1, userId: admin.id };
  await crowd(store.db, { ...fullest, ...size });
});

afterAll(() => store.close());

const error = 'The response would be too large. Please request less at once.';
const picture = 'images { id alt attachmentFileName miniUrl smallUrl productUrl largeUrl }';
const option = 'optionValues { id name presentation optionType { name presentation } }';

/** The beginning of a response: the whole would not fit into the message of a failed test. */
async function beginningOf(
  asked: Promise<{ readonly status: number; readonly text: string }>,
): Promise<readonly [status: number, text: string]> {
  const { status, text } = await asked;
  return [status, text.slice(0, 200)];
}

describe('safety 18b: a page of the fullest records', () => {
  const forms = ['newer', 'older'] as const;

  test.each(forms)(
    'is told whole in the %s form, in the order asked for, although it is too large to be read at once',
    async (form) => {
      const answer = await store[form](admin).get('/api/orders?per_page=500&q[s]=id+desc');
      expect(answer.status).toBe(200);
      expect(answer.headers.get('X-Total-Count')).toBe(String(orders));
      const body = JSON.parse(answer.text) as OrderRecord[] | { orders: OrderRecord[] };
      const records = Array.isArray(body) ? body : body.orders;
      const numbers = records.map((record) =>
        'order' in record ? record.order.number : record.number,
      );
      expect(numbers).toEqual(
        Array.from({ length: orders }, (_, place) => `R${String(500_000_000 + orders - place)}`),
      );
    },
  );

  test.each(forms)('is returned page by page in the %s format', async (form) => {
    for (const page of [1, orders]) {
      const path = `/api/orders?per_page=1&page=${String(page)}&q[s]=id`;
      const [status, text] = await beginningOf(store[form](admin).get(path));
      expect(status).toBe(200);
      expect(text).toContain(`R${String(500_000_000 + page)}`);
    }
  });

  test('is refused as GraphQL', async () => {
    const variant = `variant { description optionsText ${picture} ${option} }`;
    const query = `{ orders(perPage: ${orders}) { nodes { lineItems { id ${variant} } } } }`;
    const [status, text] = await beginningOf(
      store.newer(admin).post('/graphql', { body: { query } }),
    );
    expect(status).toBe(200);
    expect(text).toContain(error);
    expect(text).toContain('"code":"ANSWER_TOO_LARGE"');
  });
});

describe('P75: a record as large as writes allow is returned in full', () => {
  test.each(['/api/orders/R500000001', '/api/products/linen-apron-1'])('%s', async (path) => {
    for (const client of [store.newer(admin), store.older(admin)]) {
      const [status] = await beginningOf(client.get(path));
      expect(status).toBe(200);
    }
  });
});

describe('safety 18b: a shipment of 20,000 units', () => {
  const units = 20_000;

  beforeAll(async () => {
    await store.db.image.deleteMany({ where: { variantId: 1 } });
    await store.db.$executeRaw`
      INSERT INTO inventory_units (order_id, line_item_id, variant_id, shipment_id, state, stock_taken)
      SELECT shipment.order_id, line.id, line.variant_id, shipment.id, 'on_hand', false
      FROM shipments shipment
      JOIN line_items line ON line.id = (SELECT min(id) FROM line_items WHERE order_id = shipment.order_id)
      CROSS JOIN generate_series(1, ${units}::int)
      WHERE shipment.id = 1`;
  });

  type Shipment = {
    readonly shipment: { readonly id: number; readonly inventory_units: readonly unknown[] };
  };

  test('is returned in the older format with each unit and its variant', async () => {
    const { status, text } = await store.older(admin).get('/api/shipments/1');
    expect(status).toBe(200);
    const { shipment } = JSON.parse(text) as Shipment;
    expect(shipment.inventory_units).toHaveLength(units + 500);
    expect(shipment.inventory_units.at(-1)).toMatchObject({
      state: 'on_hand',
      variant: { sku: 'APR-1-1' },
    });
  });

  test('fails no list that holds it', async () => {
    const { status, text } = await store.older(admin).get('/api/shipments?per_page=5&q[s]=id');
    expect(status).toBe(200);
    const told = JSON.parse(text) as readonly Shipment[];
    expect(told.map(({ shipment }) => [shipment.id, shipment.inventory_units.length])).toEqual([
      [1, units + 500],
      [2, 500],
      [3, 500],
      [4, 500],
      [5, 500],
    ]);
  });
});

describe('safety 18b: carts that a customer fills with the longest description', () => {
  const forms = ['newer', 'older'] as const;
  let small: Store;
  let boss: Account;
  let customer: Account;
  let number: string;

  /** Makes a cart of so many lines of the variant, and gives its number. */
  async function fill(lines: number): Promise<string> {
    const lineItems = Array.from({ length: lines }, () => ({ variantId: '2', quantity: 1 }));
    const { body } = await small.newer(customer).post('/graphql', {
      body: {
        query: `mutation ($input: CreateOrderInput!) {
          createOrder(input: $input, merge: false) { order { number } userErrors { message } }
        }`,
        variables: { input: { lineItems } },
      },
    });
    const { data } = body as { data: { createOrder: { order: { number: string } } } };
    return data.createOrder.order.number;
  }
  const descriptionsIn = (text: string): number => text.match(/x{65535}/g)?.length ?? 0;

  beforeAll(async () => {
    small = await openStore();
    boss = await small.account('boss', ['admin']);
    customer = await small.account('customer');
    const size = { ...fullest, variants: 1, images: 20, description: 65_535 };
    await crowd(small.db, { ...size, orders: 0, lines: 0, shipments: 0, userId: customer.id });
    number = await fill(500);
  });
  afterAll(() => small.close());

  test.each(forms)('are read and changed in the %s format', async (form) => {
    const path = `/api/orders/${number}`;
    const body = { order: { special_instructions: `Ring in ${form}.` } };
    for (const { status, text } of [
      await small[form](customer).get(path),
      await small[form](customer).put(path, { body }),
    ]) {
      expect([status, descriptionsIn(text)]).toEqual([200, 500]);
    }
  });

  test.each(forms)('hide no order from lists in the %s format', async (form) => {
    while ((await small.db.order.count()) < 3) await fill(500);
    while ((await small.db.order.count()) < 7) await fill(200);
    for (const path of ['/api/orders', '/api/orders/mine']) {
      const reader = path === '/api/orders' ? boss : customer;
      const { status, text } = await small[form](reader).get(path);
      expect([path, status, descriptionsIn(text)]).toEqual([path, 200, 3 * 500 + 4 * 200]);
    }
  });
});
