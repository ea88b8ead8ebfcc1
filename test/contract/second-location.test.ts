import { afterAll, afterEach, beforeAll, describe, expect, test } from '@jest/globals';
import type { Database } from '../../prisma/database.ts';
import type { Client, Reply } from '../support/clients.ts';
import { countOf, expectSound, makeLocation, snapshotOrders } from '../support/dispatch.ts';
import { openTestDatabase } from '../support/database.ts';
import { adminViewer } from '../support/graphql.ts';
import { type Desk, deskOf, maineAddress } from '../support/orders.ts';
import { makeVariant } from '../support/records.ts';
import { openStore, type Store } from '../support/store.ts';

let database: Database;
let store: Store;
let desk: Desk;
let newer: Client;
let older: Client;
let annex: bigint;

beforeAll(async () => {
  database = await openTestDatabase();
  store = await openStore({ database });
  const admin = await store.account('admin', ['admin']);
  newer = store.newer(admin);
  older = store.older(admin);
  desk = deskOf(database.client, adminViewer);
  annex = await makeLocation(database);
});
afterEach(() => expectSound(database));
afterAll(async () => {
  await store.close();
  await database.close();
});

type Body = Readonly<Record<string, unknown>>;

const countsOf = async (variantId: bigint): Promise<readonly number[]> => [
  await countOf(database, variantId),
  await countOf(database, variantId, annex),
];

/** A variant with so many units in the default location, and so many in the annex. */
async function stocked(
  here: number,
  there: number,
  wish: Parameters<typeof makeVariant>[1] = {},
): Promise<bigint> {
  const variantId = await makeVariant(database.client, {
    count: here,
    backorderable: false,
    ...wish,
  });
  const input = { variantId: String(variantId), stockLocationId: String(annex), quantity: there };
  if (there !== 0) expect((await desk.try.adjust(input)).errors).toEqual([]);
  return variantId;
}

/** What both formats show as the count of a variant. */
async function shownOf(variantId: bigint): Promise<readonly unknown[]> {
  const path = `/api/variants/${String(variantId)}`;
  const [now, before] = [await newer.get(path), await older.get(`${path}.json`)];
  return [(now.body as Body)['count_on_hand'], inner(before, 'variant')['count_on_hand']];
}

const inner = ({ body }: Reply, name: string): Body =>
  ((body as Body)[name] as Body | undefined) ?? (body as Body);

interface Parcel {
  readonly id: number;
  readonly stock_location_name: string;
  readonly state: string;
  readonly cost: string;
  readonly manifest: readonly { readonly quantity: number; readonly states: Body }[];
}

const annexName = async (): Promise<string> =>
  (await database.client.stockLocation.findUniqueOrThrow({ where: { id: annex } })).name;

/** The shipments of an order: location, state, cost, pieces. */
async function parcelsOf(number: string): Promise<readonly (readonly unknown[])[]> {
  const { body } = await newer.get(`/api/orders/${number}`);
  const name = await annexName();
  return (body as { shipments: readonly Parcel[] }).shipments.map((parcel) => [
    parcel.stock_location_name === name ? 'annex' : parcel.stock_location_name,
    parcel.state,
    parcel.cost,
    parcel.manifest.reduce((sum, { quantity }) => sum + quantity, 0),
  ]);
}

/** A cart of so many units, brought to its payment, which needs no more than to be completed. */
async function inPayment(variantId: bigint, quantity: number): Promise<string> {
  const { number } = await desk.create({
    email: 'ada@harbour.test',
    billAddress: maineAddress,
    useBilling: true,
    lineItems: [{ variantId: String(variantId), quantity }],
  });
  await desk.advance(number);
  await desk.pay(number, { paymentMethod: { name: 'Check' } });
  return number;
}

describe('Two locations sell as one (rule 8)', () => {
  test('three pieces from two shelves: two parcels, one sent, one canceled, one returned', async () => {
    const variantId = await stocked(2, 1, { price: '10.00' });
    expect(await shownOf(variantId)).toEqual([3, 3]);

    const number = await inPayment(variantId, 3);
    expect(await parcelsOf(number)).toEqual([
      ['default', 'pending', '5.0', 2],
      ['annex', 'pending', '5.0', 1],
    ]);
    expect(await countsOf(variantId)).toEqual([2, 1]);

    const order = await desk.fire(number, 'complete');
    expect(order.total).toBe('40.0');
    expect(await countsOf(variantId)).toEqual([0, 0]);
    expect(await shownOf(variantId)).toEqual([0, 0]);

    const [first, second] = order.shipments;
    await desk.fireShipment(String(first?.id), 'ready');
    await desk.fireShipment(String(first?.id), 'ship');
    await desk.fireShipment(String(second?.id), 'cancel');
    expect(await parcelsOf(number)).toEqual([
      ['default', 'shipped', '5.0', 2],
      ['annex', 'canceled', '5.0', 1],
    ]);
    expect(await countsOf(variantId)).toEqual([0, 1]);
    expect(await shownOf(variantId)).toEqual([1, 1]);
    expect((await desk.read(number)).total).toBe('25.0');

    await desk.fireUnit(first?.inventoryUnits[0]?.id ?? '', 'return');
    expect(await countsOf(variantId)).toEqual([1, 1]);
    expect(await shownOf(variantId)).toEqual([2, 2]);
    expect((await desk.read(number)).total).toBe('15.0');
  });

  test('one piece more than there is in all locations together is refused, and nothing changes', async () => {
    const variantId = await stocked(2, 1);
    const number = await inPayment(variantId, 3);
    await desk.adjust(variantId, -1);
    const before = await snapshotOrders(database);
    const refused = await newer.put(`/api/orders/${number}/complete`);
    expect(refused.status).toBe(422);
    expect(refused.text).toContain('is not available.');
    expect(await snapshotOrders(database)).toEqual(before);
    const cart = await newer.post('/api/orders', {
      body: { order: { line_items: [{ variant_id: Number(variantId), quantity: 3 }] } },
    });
    expect(cart.status).toBe(422);
    expect(await countsOf(variantId)).toEqual([1, 1]);
  });

  test('a location alone sends everything that it has; the other gets no parcel', async () => {
    const here = await stocked(5, 5);
    expect(await parcelsOf(await inPayment(here, 5))).toEqual([['default', 'pending', '5.0', 5]]);
    const there = await stocked(0, 5);
    expect(await parcelsOf(await inPayment(there, 5))).toEqual([['annex', 'pending', '5.0', 5]]);
  });

  test('what no location has is backordered in the default one', async () => {
    const variantId = await stocked(2, 1, { backorderable: true });
    const number = await inPayment(variantId, 5);
    expect(await parcelsOf(number)).toEqual([
      ['default', 'pending', '5.0', 4],
      ['annex', 'pending', '5.0', 1],
    ]);
    await desk.fire(number, 'complete');
    expect(await countsOf(variantId)).toEqual([-2, 0]);
    expect(await shownOf(variantId)).toEqual([-2, -2]);
    // goods that arrive in the annex lie there free; those that arrive in the default location are waited for
    const there = { variantId: String(variantId), stockLocationId: String(annex), quantity: 2 };
    await desk.try.adjust(there);
    const states = async (): Promise<string[]> =>
      (await desk.read(number)).shipments.flatMap(({ inventoryUnits }) =>
        inventoryUnits.map(({ state }) => state),
      );
    expect(await states()).toEqual(['sold', 'sold', 'backordered', 'backordered', 'sold']);
    await desk.adjust(variantId, 1);
    expect(await states()).toEqual(['sold', 'sold', 'sold', 'backordered', 'sold']);
    expect(await countsOf(variantId)).toEqual([-1, 2]);
    expect(await shownOf(variantId)).toEqual([1, 1]);
  });

  test('stock that moved between proposal and completion changes from where it comes, not what it costs', async () => {
    const variantId = await stocked(3, 0, { price: '10.00' });
    const number = await inPayment(variantId, 3);
    expect(await parcelsOf(number)).toEqual([['default', 'pending', '5.0', 3]]);
    const there = { variantId: String(variantId), stockLocationId: String(annex), quantity: 1 };
    await desk.adjust(variantId, -1);
    await desk.try.adjust(there);
    const order = await desk.fire(number, 'complete');
    expect(order.total).toBe('35.0');
    expect(await parcelsOf(number)).toEqual([
      ['default', 'pending', '5.0', 2],
      ['annex', 'pending', '0.0', 1],
    ]);
    expect(await countsOf(variantId)).toEqual([0, 0]);

    await desk.adjust(variantId, 3);
    const next = await inPayment(variantId, 3);
    await desk.adjust(variantId, -3);
    await desk.try.adjust({ ...there, quantity: 3 });
    expect((await desk.fire(next, 'complete')).total).toBe('35.0');
    expect(await parcelsOf(next)).toEqual([['annex', 'pending', '5.0', 3]]);
  });

  test('a completed order that grows takes from the next location what the first lacks', async () => {
    const variantId = await stocked(2, 2, { price: '10.00' });
    const number = await inPayment(variantId, 1);
    const { lineItems } = await desk.fire(number, 'complete');
    await desk.set(number, lineItems[0]?.id ?? '', { quantity: 3 });
    expect(await parcelsOf(number)).toEqual([
      ['default', 'pending', '5.0', 2],
      ['annex', 'pending', '0.0', 1],
    ]);
    await desk.set(number, lineItems[0]?.id ?? '', { quantity: 4 });
    expect(await parcelsOf(number)).toEqual([
      ['default', 'pending', '5.0', 2],
      ['annex', 'pending', '0.0', 2],
    ]);
    expect(await countsOf(variantId)).toEqual([0, 0]);
    const { errors } = await desk.try.set(number, lineItems[0]?.id ?? '', { quantity: 5 });
    expect(errors).toHaveLength(1);
    expect(await countsOf(variantId)).toEqual([0, 0]);
  });

  test('an order that is completed without a checkout comes in two parcels as well', async () => {
    const variantId = await stocked(2, 1);
    const { number } = await desk.cartOf([variantId, 3]);
    await desk.fire(number, 'complete');
    expect(await parcelsOf(number)).toEqual([
      ['default', 'pending', '0.0', 2],
      ['annex', 'pending', '0.0', 1],
    ]);
    await desk.fire(number, 'cancel');
    expect(await countsOf(variantId)).toEqual([2, 1]);
  });

  test('a canceled order that is resumed takes what there is now, wherever it is', async () => {
    const variantId = await stocked(3, 0);
    const number = await inPayment(variantId, 3);
    await desk.fire(number, 'complete');
    await desk.fire(number, 'cancel');
    const there = { variantId: String(variantId), stockLocationId: String(annex), quantity: 2 };
    await desk.adjust(variantId, -2);
    await desk.try.adjust(there);
    await desk.fire(number, 'resume');
    expect(await parcelsOf(number)).toEqual([
      ['default', 'pending', '5.0', 1],
      ['annex', 'pending', '0.0', 2],
    ]);
    expect(await countsOf(variantId)).toEqual([0, 0]);
  });
});

describe('The count of a variant is the sum over active locations (R34)', () => {
  test('in both formats, in lists, searches and sorts, and of its product', async () => {
    const variantId = await stocked(4, 33, { sku: 'SUM-1' });
    expect(await shownOf(variantId)).toEqual([37, 37]);
    const found = await newer.get('/api/variants?q[count_on_hand_eq]=37');
    expect((found.body as { variants: readonly Body[] }).variants).toMatchObject([
      { id: Number(variantId), count_on_hand: 37, in_stock: true },
    ]);
    const sorted = await newer.get('/api/variants?q[s]=count_on_hand desc&per_page=1');
    expect((sorted.body as { variants: readonly Body[] }).variants).toMatchObject([
      { id: Number(variantId) },
    ]);
    const { productId } = await database.client.variant.findUniqueOrThrow({
      where: { id: variantId },
    });
    expect((await newer.get(`/api/products/${String(productId)}`)).body).toMatchObject({
      count_on_hand: 37,
    });
    const empty = await stocked(0, 1, { sku: 'SUM-2' });
    const inStock = await newer.get('/api/variants?q[in_stock_true]=1&q[sku_eq]=SUM-2');
    expect((inStock.body as { variants: readonly Body[] }).variants).toMatchObject([
      { id: Number(empty), in_stock: true },
    ]);
  });

  test('its change time moves with a count in any location', async () => {
    const variantId = await stocked(1, 1);
    const path = `/api/variants/${String(variantId)}`;
    const before = (await newer.get(path)).body as Body;
    await desk.try.adjust({
      variantId: String(variantId),
      stockLocationId: String(annex),
      quantity: 1,
    });
    const after = (await newer.get(path)).body as Body;
    expect(after['count_on_hand']).toBe(3);
    expect((after['updated_at'] as string) > (before['updated_at'] as string)).toBe(true);
  });

  test.each([
    ['newer', (count: unknown) => ({ variant: { count_on_hand: count } })],
    ['older', (count: unknown) => ({ variant: { count_on_hand: count } })],
  ] as const)(
    'a write of it changes the default location by the difference, in the %s format',
    async (format, bodyOf) => {
      const variantId = await stocked(2, 5);
      const { product } = await database.client.variant.findUniqueOrThrow({
        where: { id: variantId },
        select: { product: { select: { permalink: true } } },
      });
      const put = (count: unknown): Promise<Reply> => {
        const path = `/api/products/${product.permalink}/variants/${String(variantId)}`;
        return format === 'newer'
          ? newer.put(path, { body: bodyOf(count) })
          : older.put(`${path}.json`, { body: bodyOf(count) });
      };
      expect((await put(7)).status).toBe(201);
      expect(await countsOf(variantId)).toEqual([2, 5]);
      expect((await put(10)).status).toBe(201);
      expect(await countsOf(variantId)).toEqual([5, 5]);
      expect((await put(5)).status).toBe(201);
      expect(await countsOf(variantId)).toEqual([0, 5]);
      const refused = await put(4);
      expect(refused.status).toBe(422);
      expect(refused.text).toContain('must be greater than or equal to 5');
      expect(await countsOf(variantId)).toEqual([0, 5]);
      expect(await shownOf(variantId)).toEqual([5, 5]);
    },
  );

  test('each location shows its own in GraphQL, and what is set aside there', async () => {
    const variantId = await stocked(2, 5);
    const levels = async (): Promise<unknown> => {
      const query = `{ variant(by: { id: ${String(variantId)} }) { countOnHand
        stockLevels { countOnHand promised stockLocation { isDefault active } } } }`;
      return (await newer.post('/graphql', { body: { query } })).body;
    };
    const here = { isDefault: true, active: true };
    const there = { isDefault: false, active: true };
    const shown = (countOnHand: number, ...stockLevels: Body[]) => ({
      data: { variant: { countOnHand, stockLevels } },
    });
    expect(await levels()).toMatchObject(
      shown(
        7,
        { countOnHand: 2, promised: 0, stockLocation: here },
        { countOnHand: 5, promised: 0, stockLocation: there },
      ),
    );
    const { number } = await desk.cartOf([variantId, 3]);
    const { shipments } = await desk.fire(number, 'complete');
    expect(await levels()).toMatchObject(
      shown(
        4,
        { countOnHand: 0, promised: 2, stockLocation: here },
        { countOnHand: 4, promised: 1, stockLocation: there },
      ),
    );
    await desk.fireShipment(String(shipments[0]?.id), 'ready');
    await desk.fireShipment(String(shipments[0]?.id), 'ship');
    await desk.fireShipment(String(shipments[1]?.id), 'cancel');
    expect(await levels()).toMatchObject(
      shown(
        5,
        { countOnHand: 0, promised: 0, stockLocation: here },
        { countOnHand: 5, promised: 0, stockLocation: there },
      ),
    );
  });
});
