import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { makeVariant } from '../support/records.ts';
import type { Client } from '../support/clients.ts';
import { type Account, openStore, type Store } from '../support/store.ts';

const statements: string[] = [];
let store: Store;
let admin: Account;
let number: string;
let permalink: string;
let shipmentId: bigint;
let unitId: bigint;

const address = {
  firstname: 'Ada',
  lastname: 'Field',
  address1: '4 Quay Street',
  city: 'Portland',
  zipcode: '04101',
  phone: '207-555-0142',
  country: { iso: 'US' },
  stateName: 'ME',
};

/** Creates an order with one line item per variant, and advances it to delivery. */
async function orderOf(client: Client, variantIds: readonly bigint[]): Promise<string> {
  const made = await client.post('/api/orders', {
    body: {
      order: { line_items: variantIds.map((id) => ({ variant_id: Number(id), quantity: 2 })) },
    },
  });
  const order = made.body as { number: string };
  await store.ask(
    `mutation ($by: OrderBy!, $input: UpdateOrderInput!) { updateOrder(by: $by, input: $input) { order { id } userErrors { code field message allowed lockVersion } } }`,
    {
      by: { number: order.number },
      input: {
        email: 'ada@harbour.test',
        billAddress: address,
        useBilling: true,
      },
    },
  );
  await store.ask(
    `mutation ($by: OrderBy!) { advanceCheckout(by: $by) { order { state } userErrors { code field message allowed lockVersion } } }`,
    {
      by: { number: order.number },
    },
  );
  return order.number;
}

/** The statements of one request, without those that look up the key and its rights, which are known for a second. */
async function statementsOf(request: () => Promise<{ status: number }>): Promise<string[]> {
  statements.length = 0;
  const { status } = await request();
  expect(status).toBeLessThan(300);
  return statements.filter((sql) => !/api_keys|user_roles|FROM roles/.test(sql));
}

beforeAll(async () => {
  store = await openStore({ onStatement: (sql) => statements.push(sql) });
  admin = await store.account('counting-admin', ['admin']);
  const variants: bigint[] = [];
  for (let index = 0; index < 4; index += 1) {
    variants.push(await makeVariant(store.db, { sku: `COUNT-${String(index)}`, count: 50 }));
  }
  const [first = 0n] = variants;
  for (let index = 0; index < 6; index += 1) await orderOf(store.newer(admin), [first]);
  number = await orderOf(store.newer(admin), variants);
  ({ permalink } = await store.db.product.findFirstOrThrow({ select: { permalink: true } }));
  ({ id: shipmentId } = await store.db.shipment.findFirstOrThrow({
    where: { order: { number } },
    select: { id: true },
  }));
  ({ id: unitId } = await store.db.inventoryUnit.findFirstOrThrow({
    where: { order: { number } },
    select: { id: true },
  }));
});

afterAll(() => store.close());

describe.each(['older', 'newer'] as const)('in the %s format', (form) => {
  test('an order is read by one statement, whatever is in it', async () => {
    const read = await statementsOf(() => store[form](admin).get(`/api/orders/${number}`));
    expect(read).toHaveLength(1);
  });

  test.each([1, 5])(
    '%d orders are listed by one statement, which tells the total as well',
    async (size) => {
      const path = `/api/orders?per_page=${String(size)}`;
      const read = await statementsOf(() => store[form](admin).get(path));
      expect(read).toHaveLength(1);
    },
  );

  test('its cost is returned: requested and actual (N33)', async () => {
    const costOf = async (query: string) => {
      const { headers } = await store[form](admin).get(`/api/orders?${query}`);
      const told = /^requested=(\d+), actual=(\d+)$/.exec(headers.get('x-request-cost') ?? '');
      return { requested: Number(told?.[1]), actual: Number(told?.[2]) };
    };
    const few = await costOf('per_page=2');
    const more = await costOf('per_page=4');
    expect(more.requested).toBeGreaterThan(1.9 * few.requested);
    expect(more.actual).toBeGreaterThan(few.actual);
    expect(more.actual).toBeLessThan(more.requested);
    const none = await costOf('per_page=2&q[email_cont]=nobody&q[special_instructions_cont]=x');
    // the older format adds its default sort order, by two keys
    const sort = form === 'older' ? 2 : 0;
    expect(none).toEqual({ requested: few.requested + 60, actual: 61 + sort });
    const ids = Array.from({ length: 500 }, (_, place) => String(900_000 + place)).join();
    const listed = await costOf(`per_page=2&q[id_in]=${ids}&q[user_id_in]=${ids}`);
    expect(listed).toEqual({ requested: few.requested + 102, actual: 103 + sort });
    const names = Array.from({ length: 990 }, (_, place) => `q[a${String(place)}]=1`).join('&');
    const unknown = await costOf(`per_page=2&${names}`);
    expect(unknown).toEqual({ requested: few.requested + 891, actual: few.actual + 891 });
  });

  test('a page behind the last has its total counted by a second statement', async () => {
    const read = await statementsOf(() =>
      store[form](admin).get('/api/orders?page=9&per_page=100'),
    );
    expect(read).toHaveLength(2);
  });

  test('a page that decides the total itself is not counted', async () => {
    const read = await statementsOf(() => store[form](admin).get('/api/orders?per_page=50'));
    expect(read).toHaveLength(1);
  });

  test('variants are listed by one statement, one variant is read by one', async () => {
    const path = '/api/variants?per_page=2';
    expect(await statementsOf(() => store[form](admin).get(path))).toHaveLength(1);
    const { variant } = await store.db.variant
      .findFirstOrThrow({ select: { id: true } })
      .then(({ id }) => ({ variant: `/api/variants/${String(id)}` }));
    expect(await statementsOf(() => store[form](admin).get(variant))).toHaveLength(1);
  });

  test('line items of an order are listed by two statements: the order, records', async () => {
    const path = `/api/orders/${number}/line_items`;
    expect(await statementsOf(() => store[form](admin).get(path))).toHaveLength(2);
  });

  test('a product is read by one statement', async () => {
    const { permalink } = await store.db.product.findFirstOrThrow({ select: { permalink: true } });
    const path = `/api/products/${permalink}`;
    expect(await statementsOf(() => store[form](admin).get(path))).toHaveLength(1);
  });
});

/** The path with records of this store for its parameters. */
const placed = (path: string): string =>
  path
    .replace(':order', number)
    .replace(':product', permalink)
    .replace(':shipment', String(shipmentId))
    .replace(':unit', String(unitId));

describe('a list costs the same whatever its length: its parent, records, total', () => {
  test.each([
    ['/api/orders/mine', 2],
    ['/api/products', 2],
    ['/api/shipments', 2],
    ['/inventory_units', 2],
    ['/api/countries', 2],
    ['/api/states', 2],
    ['/api/products/:product/variants', 3],
    ['/api/orders/:order/line_items', 3],
    ['/api/orders/:order/inventory_units', 3],
    ['/api/orders/:order/shipments', 3],
    ['/shipments/:shipment/inventory_units', 3],
    ['/api/orders/:order/payments', 2],
  ])('%s', async (path, most) => {
    for (const size of [1, 2, 4]) {
      const get = () => store.newer(admin).get(`${placed(path)}?per_page=${String(size)}`);
      expect((await statementsOf(get)).length).toBeLessThanOrEqual(most);
    }
  });
});

describe('a single record costs its look-up and its reading', () => {
  test.each([
    ['/api/shipments/:shipment', 2],
    ['/api/orders/:order/shipments/:shipment', 3],
    ['/inventory_units/:unit', 2],
    ['/api/countries/US', 1],
    ['/api/states/117', 1],
  ])('%s', async (path, most) => {
    const read = await statementsOf(() => store.newer(admin).get(placed(path)));
    expect(read.length).toBeLessThanOrEqual(most);
  });
});

describe('Decision L1: what makes a write safe costs the same whatever it writes', () => {
  const cart = { body: { order: { line_items: [] } } };

  test('a key costs four statements more: it is taken, the write is a step, the answer is kept', async () => {
    const post = (headers: Readonly<Record<string, string>>) => () =>
      store.newer(admin).post('/api/orders', { ...cart, headers });
    const plain = await statementsOf(post({}));
    const keyed = await statementsOf(post({ 'idempotency-key': 'counted' }));
    expect(keyed.length - plain.length).toBe(4);
    const replay = await statementsOf(post({ 'idempotency-key': 'counted' }));
    expect(replay.map((sql) => sql.trim().split(/\s/, 1)[0]?.toUpperCase())).toEqual([
      'BEGIN',
      'INSERT',
      'SELECT',
      'ROLLBACK',
    ]);
  });

  test('a tag costs four statements more: locations are kept, the record is read, the write is a step', async () => {
    const path = `/api/orders/${number}`;
    const put = (headers: Readonly<Record<string, string>>) => () =>
      store.newer(admin).put(path, { body: { order: {} }, headers });
    const plain = await statementsOf(put({}));
    const { headers } = await store.newer(admin).get(path);
    const tagged = await statementsOf(put({ 'if-match': headers.get('etag') ?? '' }));
    expect(tagged.length - plain.length).toBe(4);
  });
});
