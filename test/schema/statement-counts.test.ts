import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { parse, print } from 'graphql';
import type { Database } from '../../prisma/database.ts';
import type { Route } from '../../rest/route.ts';
import { routes } from '../../rest/routes.ts';
import { openTestDatabase } from '../support/database.ts';
import { SentStatements } from '../support/sent-statements.ts';
import { makeLocation, putStock } from '../support/dispatch.ts';
import { adminViewer, run } from '../support/graphql.ts';
import { type Desk, deskOf, maineAddress, type ReadOrder } from '../support/orders.ts';
import { makeVariant } from '../support/records.ts';

type Document = Parameters<typeof print>[0];

type Endpoint = `${Route['method']} /api/${string}`;

/** The operation of an endpoint: it asks for every field that any presenter reads. */
function operationOf(endpoint: Endpoint): Document {
  const route = routes.find(({ method, path }) => `${method} ${path}` === endpoint);
  if (!route) throw new Error(`No route ${endpoint}.`);
  return route.operation;
}

let database: Database;
let desk: Desk;
let variants: bigint[];
const sent = new SentStatements();
const fallbacks = new Set<string>();

beforeAll(async () => {
  database = await openTestDatabase({
    onStatement: sent.note,
    onFallback: (...left) => fallbacks.add(left.join(' ')),
  });
  desk = deskOf(database.client, adminViewer);
  variants = await Promise.all(
    Array.from({ length: 12 }, () => makeVariant(database.client, { count: 1000 })),
  );
  // Every second variant ships alone, so that orders have two shipments.
  const zone = await database.client.zone.findFirstOrThrow({ where: { name: 'Everywhere' } });
  const bulky = await database.client.shippingCategory.create({
    data: { name: 'Bulky', isDefault: false },
  });
  await database.client.shippingMethod.create({
    data: {
      name: 'Lorry',
      baseCost: '9.00',
      itemCost: '0',
      zoneId: zone.id,
      shippingCategoryId: bulky.id,
    },
  });
  await database.client.product.updateMany({
    where: { variants: { some: { id: { in: variants.filter((_id, place) => place % 2 === 1) } } } },
    data: { shippingCategoryId: bulky.id },
  });
});
afterAll(() => database.close());

/** A cart with the first so many variants, three units of each. */
const cart = (lines: number): Promise<ReadOrder> =>
  desk.create({
    email: 'ada@harbour.test',
    billAddress: maineAddress,
    useBilling: true,
    lineItems: variants.slice(0, lines).map((id) => ({ variantId: String(id), quantity: 3 })),
  });

/** An order with payment and shipments. */
async function order(lines: number): Promise<ReadOrder> {
  const { number } = await cart(lines);
  await desk.advance(number);
  await desk.pay(number, { paymentMethod: { name: 'Check' } });
  return desk.advance(number);
}

/** How many statements an operation runs, including BEGIN and COMMIT of writes. */
async function costOf(
  asked: Endpoint | Document,
  variables: Record<string, unknown>,
): Promise<number> {
  const text = print(typeof asked === 'string' ? operationOf(asked) : asked);
  sent.forget();
  const { errors } = await run(database.client, adminViewer, text, variables);
  expect(errors).toEqual([]);
  return sent.texts.length;
}

describe('One record is one statement', () => {
  test('an order, whatever the number of its lines, shipments and units', async () => {
    const [small, large] = [await order(1), await order(12)];
    expect(large.shipments).toHaveLength(2);
    expect([
      await costOf('GET /api/orders/:order', { by: { number: small.number } }),
      await costOf('GET /api/orders/:order', { by: { number: large.number } }),
    ]).toEqual([1, 1]);
  });

  test('a shipment with its units', async () => {
    const { shipments } = await order(12);
    // The permission is checked before anything is read.
    expect(
      await costOf('GET /api/shipments/:shipment', { by: { id: String(shipments[0]?.id) } }),
    ).toBe(2);
  });

  test('a variant', async () => {
    expect(await costOf('GET /api/variants/:id', { by: { id: String(variants[0]) } })).toBe(1);
  });

  test('an order, its parts and the way back from each of them', async () => {
    const walk = parse(`query ($ref: OrderBy!) {
      order(by: $ref) {
        user { email }
        lineItems { order { number user { email } } variant { product { name variants { product { name } } } } }
        shipments { order { number } inventoryUnits { order { number } lineItem { order { total } } shipment { order { number } } } }
        payments { order { total } }
        adjustments { order { total } }
      } }`);
    const [small, large] = [await order(1), await order(12)];
    const costs = [
      await costOf(walk, { ref: { number: small.number } }),
      await costOf(walk, { ref: { number: large.number } }),
    ];
    expect(costs).toEqual([1, 1]);
    expect([...fallbacks]).toEqual([]);
  });

  test('variants with their stock in every location', async () => {
    const query = parse(`query ($perPage: Int) {
      variants(perPage: $perPage) { nodes {
        countOnHand
        stockLevels { countOnHand updatedAt stockLocation { id name isDefault active } }
      } } }`);
    expect([await costOf(query, { perPage: 1 }), await costOf(query, { perPage: 12 })]).toEqual([
      1, 1,
    ]);
    // what is promised is counted for the whole page
    const promised = parse(`query ($perPage: Int) {
      variants(perPage: $perPage) { nodes { stockLevels { promised countOnHand } } } }`);
    expect([
      await costOf(promised, { perPage: 1 }),
      await costOf(promised, { perPage: 12 }),
    ]).toEqual([2, 2]);
    expect([...fallbacks]).toEqual([]);
  });
});

describe('A page and its total are one statement, until nothing is on it', () => {
  beforeAll(async () => {
    for (let made = 0; made < 26; made += 1) await cart(2);
  });

  test.each([
    ['orders', 'GET /api/orders'],
    ['variants', 'GET /api/variants'],
    ['products', 'GET /api/products'],
    ['shipments', 'GET /api/shipments'],
    ['inventory units', 'GET /api/inventory_units'],
  ] as [string, Endpoint][])('%s', async (_name, endpoint) => {
    expect([
      await costOf(endpoint, { perPage: 500 }),
      await costOf(endpoint, { perPage: 1 }),
      await costOf(endpoint, { perPage: 2 }),
      await costOf(endpoint, { page: 40, perPage: 100 }),
      // so far from the first page that it is counted first, in a transaction: BEGIN, count, COMMIT (Q46)
      await costOf(endpoint, { page: 400, perPage: 100 }),
    ]).toEqual([1, 1, 1, 2, 3]);
  });

  test('25 orders cost what one costs', async () => {
    expect([
      await costOf('GET /api/orders', { perPage: 25 }),
      await costOf('GET /api/orders', { perPage: 1 }),
    ]).toEqual([1, 1]);
  });

  test.each([
    ['line items', 'GET /api/orders/:order/line_items'],
    ['payments', 'GET /api/orders/:order/payments'],
  ] as [string, Endpoint][])(
    '%s of an order, which is looked up first',
    async (_name, endpoint) => {
      const { number } = await order(12);
      expect(await costOf(endpoint, { order: { number }, perPage: 500 })).toBe(2);
    },
  );
});

describe('A write is as many statements as it needs', () => {
  test('a cart: begin, variants, order with its lines, answer, commit', async () => {
    const costs = [];
    for (const lines of [1, 12]) {
      const lineItems = variants
        .slice(0, lines)
        .map((id) => ({ variantId: String(id), quantity: 1 }));
      costs.push(await costOf('POST /api/orders', { input: { lineItems }, merge: true }));
    }
    expect(costs).toEqual([5, 5]);
  });

  /** What a write costs for orders of that many lines. */
  async function costsOf(
    write: (lines: number) => Promise<number>,
    lines: readonly number[] = [1, 5, 12],
  ): Promise<number[]> {
    const costs = [];
    for (const count of lines) costs.push(await write(count));
    return costs;
  }

  const completed = async (lines: number): Promise<ReadOrder> =>
    desk.fire((await cart(lines)).number, 'complete');

  const byNumber = ({ number }: ReadOrder) => ({ number });

  const changed = ({ lineItems }: ReadOrder, quantity: number) => ({
    lineItems: lineItems.map(({ id }) => ({ id, quantity })),
  });

  test('a completion costs the same whatever the number of lines', async () => {
    const costs = await costsOf(async (lines) =>
      costOf('PUT /api/orders/:order/event', {
        by: byNumber(await cart(lines)),
        event: 'COMPLETE',
      }),
    );
    expect(costs).toEqual([11, 11, 11]);
  });

  test('a completion costs the same whatever the number of units', async () => {
    const costs = await costsOf(
      async (quantity) => {
        const { number } = await desk.cartOf([variants[0] ?? 0n, quantity]);
        return costOf('PUT /api/orders/:order/event', { by: { number }, event: 'COMPLETE' });
      },
      [1, 50],
    );
    expect(costs).toEqual([10, 10]);
  });

  test('a sale from two locations costs what one from a single location costs, as does canceling it', async () => {
    const annex = await makeLocation(database);
    const here = await Promise.all(
      Array.from({ length: 12 }, () =>
        makeVariant(database.client, { count: 4, backorderable: false }),
      ),
    );
    for (const id of here) await putStock(database, id, annex, 4);
    const sold = await costsOf(
      async (lines) => {
        const { number } = await desk.cartOf(...here.slice(0, lines).map((id) => [id, 8] as const));
        const cost = await costOf('PUT /api/orders/:order/event', {
          by: { number },
          event: 'COMPLETE',
        });
        expect((await desk.read(number)).shipments).toHaveLength(2);
        return (
          cost * 100 +
          (await costOf('PUT /api/orders/:order/event', { by: { number }, event: 'CANCEL' }))
        );
      },
      [1, 12],
    );
    expect(sold).toEqual([1009, 1009]);
  });

  test('canceling a complete order costs the same whatever the number of lines', async () => {
    const costs = await costsOf(async (lines) =>
      costOf('PUT /api/orders/:order/event', {
        by: byNumber(await completed(lines)),
        event: 'CANCEL',
      }),
    );
    expect(costs).toEqual([9, 9, 9]);
  });

  test('every line of a complete order to another quantity costs the same as one', async () => {
    const costs = await costsOf(async (lines) => {
      const order = await completed(lines);
      return costOf('PUT /api/orders/:order', {
        by: byNumber(order),
        input: changed(order, 2),
        merge: true,
      });
    });
    expect(costs).toEqual([10, 10, 10]);
  });

  test('so does every line of a cart, with more units as with fewer', async () => {
    for (const quantity of [2, 5]) {
      const costs = await costsOf(async (lines) => {
        const order = await cart(lines);
        return costOf('PUT /api/orders/:order', {
          by: byNumber(order),
          input: changed(order, quantity),
          merge: true,
        });
      });
      expect(costs).toEqual([6, 6, 6]);
    }
  });

  test('so do payments, in a new order and in one that exists', async () => {
    const { id } = await database.client.paymentMethod.findFirstOrThrow();
    const paymentsOf = (count: number) =>
      Array.from({ length: count }, (_, at) =>
        at % 2 === 0 ? { paymentMethodId: String(id) } : { paymentMethod: { name: 'Check' } },
      );
    const changing = await costsOf(async (count) =>
      costOf('PUT /api/orders/:order', {
        by: byNumber(await completed(1)),
        input: { payments: paymentsOf(count) },
        merge: true,
      }),
    );
    const lineItems = [{ variantId: String(variants[0]), quantity: 1 }];
    const making = await costsOf((count) =>
      costOf('POST /api/orders', {
        input: { lineItems, payments: paymentsOf(count) },
        merge: true,
      }),
    );
    expect([new Set(changing).size, new Set(making).size]).toEqual([1, 1]);
  });

  /** A product with so many variants, each of a size of its own. */
  async function sized(count: number) {
    const { productId } = await database.client.variant.findUniqueOrThrow({
      where: { id: await makeVariant(database.client, { count: 1 }) },
    });
    const by = { id: String(productId) };
    const variants = Array.from({ length: count }, (_, at) => ({
      price: '10',
      options: [{ name: 'Size', value: `S${String(at)}` }],
    }));
    await costOf('PUT /api/products/:product', { by, input: { variants } });
    const made = await database.client.variant.findMany({ where: { productId, isMaster: false } });
    expect(made).toHaveLength(count);
    return { by, ids: made.map(({ id }) => String(id)) };
  }

  /** What it costs to write the same attributes to each of them. */
  const costsOfEach = (attributes: (at: number) => object) =>
    costsOf(async (count) => {
      const { by, ids } = await sized(count);
      const input = { variants: ids.map((id, at) => ({ id, ...attributes(at) })) };
      return costOf('PUT /api/products/:product', { by, input });
    });

  test('prices and counts of all variants of a product cost what those of one cost', async () => {
    const costs = await costsOfEach(() => ({ price: '12', countOnHand: 7 }));
    expect(new Set(costs).size).toBe(1);
  });

  test('so do options of all variants, of a new type with new values', async () => {
    const costs = await costsOfEach((at) => ({
      options: [
        { name: 'Size', value: `L${String(at)}` },
        { name: 'Fit', value: 'Slim' },
      ],
    }));
    expect(new Set(costs).size).toBe(1);
  });

  test('a tracking number, and a step of a checkout', async () => {
    const { shipments } = await completed(3);
    expect([
      await costOf('PUT /api/shipments/:shipment', {
        by: { number: shipments[0]?.number },
        order: null,
        input: { tracking: '1Z' },
      }),
      await costOf('PUT /api/checkouts/:order/next', { by: byNumber(await cart(3)) }),
    ]).toEqual([7, 7]);
  });
});

describe('A write waits for the database less often than it has statements (Q84)', () => {
  const waitsOf = async (endpoint: Endpoint, variables: Record<string, unknown>) => {
    const cost = await costOf(endpoint, variables);
    return [cost, sent.waits];
  };
  const byNumber = ({ number }: ReadOrder) => ({ number });

  test('a cart: begin and variants; order with its lines and answer; commit', async () => {
    const lineItems = [{ variantId: String(variants[0]), quantity: 1 }];
    expect(await waitsOf('POST /api/orders', { input: { lineItems }, merge: true })).toEqual([
      5, 3,
    ]);
  });

  test('a line of a cart: begin, lock with id, order and variant; line, order and answer; commit', async () => {
    const input = { variantId: String(variants[1]), quantity: 1 };
    expect(
      await waitsOf('POST /api/orders/:order/line_items', {
        order: byNumber(await cart(1)),
        input,
        merge: true,
      }),
    ).toEqual([7, 3]);
  });

  test('a completion: begin, lock and order; stock; all changes and answer; commit', async () => {
    const order = await cart(3);
    await desk.advance(order.number);
    expect(
      await waitsOf('PUT /api/orders/:order/event', { by: byNumber(order), event: 'COMPLETE' }),
    ).toEqual([9, 4]);
  });
});

test('nothing of all this is left to Prisma', () => {
  expect([...fallbacks]).toEqual([]);
});
