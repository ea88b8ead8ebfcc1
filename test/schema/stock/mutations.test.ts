import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import type { Database } from '../../../prisma/database.ts';
import type { Context } from '../../../schema/index.ts';
import { changeCounts } from '../../../schema/stock/change-counts.ts';
import { lockStockItems } from '../../../schema/stock/stock-item.ts';
import { inWrite } from '../../../schema/write.ts';
import {
  accepted,
  emptyCatalogue,
  invalid,
  ledgerOf,
  makeProduct,
  makeVariant,
  refused,
  type ShownProduct,
  type ShownVariant,
} from '../../support/catalogue.ts';
import { openTestDatabase } from '../../support/database.ts';
import { adminViewer, run, settings } from '../../support/graphql.ts';

let database: Database;
let product: ShownProduct;

beforeAll(async () => {
  database = await openTestDatabase();
});

beforeEach(async () => {
  await emptyCatalogue(database);
  product = await makeProduct(database, { name: 'C' });
});

afterAll(() => database.close());

type Input = Readonly<Record<string, unknown>>;

const adjust = (input: Input) =>
  accepted(database, 'adjustStock', { input: { variantId: product.master.id, ...input } });

const refuse = (input: Input) =>
  refused(database, 'adjustStock', { input: { variantId: product.master.id, ...input } });

const update = (input: Input) =>
  accepted(database, 'updateVariant', { product: 'c', id: product.master.id, input });

/** Creates an order of so many units and completes it; returns its id. */
async function complete(variant: ShownVariant, quantity: number): Promise<bigint> {
  const made = await run(
    database.client,
    adminViewer,
    'mutation ($input: CreateOrderInput!) { createOrder(input: $input) { order { id number } userErrors { code field message allowed lockVersion } } }',
    { input: { lineItems: [{ variantId: variant.id, quantity }] } },
  );
  expect(made.errors).toEqual([]);
  const { id, number } = (made.data as { createOrder: { id: string; number: string } }).createOrder;
  const fired = await run(
    database.client,
    adminViewer,
    'mutation ($ref: OrderBy!) { fireOrderEvent(by: $ref, event: COMPLETE) { order { state } userErrors { code field message allowed lockVersion } } }',
    { ref: { number } },
  );
  expect(fired).toEqual({ data: { fireOrderEvent: { state: 'COMPLETE' } }, errors: [] });
  return BigInt(id);
}

/** States of the units and the shipment state of an order. */
async function stateOf(id: bigint) {
  const { inventoryUnits, shipmentState } = await database.client.order.findUniqueOrThrow({
    where: { id },
    select: {
      shipmentState: true,
      inventoryUnits: { select: { state: true }, orderBy: { id: 'asc' } },
    },
  });
  return { shipmentState, units: inventoryUnits.map(({ state }) => state) };
}

const updatedAtOf = async (id: bigint) =>
  (await database.client.order.findUniqueOrThrow({ where: { id } })).updatedAt.getTime();

describe('Decision C9: adjustStock', () => {
  test('adds and takes off in the default location, with a reason in the ledger', async () => {
    expect(await adjust({ quantity: '5', reason: 'delivery' })).toMatchObject({
      variantId: product.master.id,
      stockLocation: { name: 'default' },
      countOnHand: 5,
      backorderable: true,
    });
    expect(await adjust({ quantity: -2 })).toMatchObject({ countOnHand: 3 });
    expect(await ledgerOf(database, product.master.id)).toEqual([
      { kind: 'adjust', quantity: 5, countAfter: 5 },
      { kind: 'adjust', quantity: -2, countAfter: 3 },
    ]);
    const reasons = await database.client.stockMovement.findMany({ orderBy: { id: 'asc' } });
    expect(reasons.map(({ reason }) => reason)).toEqual(['delivery', null]);
  });

  test('makes the stock item of another location, backorderable as in the default one', async () => {
    const { id } = await database.client.stockLocation.create({
      data: { name: 'East', isDefault: false },
    });
    await update({ backorderable: false });
    expect(await adjust({ quantity: 4, stockLocationId: String(id) })).toMatchObject({
      stockLocation: { name: 'East' },
      countOnHand: 4,
      backorderable: false,
    });
    const items = await database.client.stockItem.findMany({ orderBy: { id: 'asc' } });
    expect(items.map(({ countOnHand }) => countOnHand)).toEqual([0, 4]);
  });

  test('falls below zero only where backorderable', async () => {
    expect(await adjust({ quantity: -1 })).toMatchObject({ countOnHand: -1 });
    await update({ countOnHand: 1, backorderable: false });
    expect(await refuse({ quantity: -2 })).toEqual(
      invalid({ quantity: ['Selected quantity of "C" is not available.'] }),
    );
  });

  test('names the variant with its options when it is short', async () => {
    const { id } = await makeVariant(database, product, {
      backorderable: false,
      options: [{ name: 'Size', value: 'S' }],
    });
    expect(await refuse({ variantId: id, quantity: -1 })).toEqual(
      invalid({ quantity: ['Selected quantity of "C (Size: S)" is not available.'] }),
    );
  });

  test.each([
    ['quantity', 'must be other than 0', 0],
    ['quantity', 'must be an integer', '1.5'],
    ['quantity', 'is not a number', 'some'],
    ['quantity', 'must be less than or equal to 2147483647', 2_147_483_648],
    ['variantId', 'is invalid', 999],
    ['variantId', 'is invalid', 'x'],
    ['stockLocationId', 'is invalid', 999],
    ['reason', 'is too long (maximum is 255 characters)', 'x'.repeat(256)],
  ])('with a wrong %s is refused: %s', async (attribute, message, value) => {
    expect(await refuse({ quantity: 1, [attribute]: value })).toEqual(
      invalid({ [attribute]: [message] }),
    );
  });

  test('above the largest count is refused', async () => {
    await update({ countOnHand: 2_147_483_647 });
    expect(await refuse({ quantity: 1 })).toEqual(
      invalid({ quantity: ['must be less than or equal to 2147483647'] }),
    );
  });

  test('of a deleted variant is refused', async () => {
    const { id } = await makeVariant(database, product);
    await accepted(database, 'deleteVariant', { product: 'c', id });
    expect(await refuse({ variantId: id, quantity: 1 })).toEqual(
      invalid({ variantId: ['is invalid'] }),
    );
  });

  test('counts an untracked variant too', async () => {
    await update({ trackInventory: false });
    expect(await adjust({ quantity: 2 })).toMatchObject({ countOnHand: 2 });
  });
});

describe('Decision T33, T62: a rise fills what waits', () => {
  test('oldest order first, as many as came; a set count does the same', async () => {
    await update({ countOnHand: 1 });
    const p = await complete(product.master, 3);
    const q = await complete(product.master, 1);
    expect(await stateOf(p)).toEqual({
      shipmentState: 'backorder',
      units: ['sold', 'backordered', 'backordered'],
    });
    const waiting = await updatedAtOf(q);
    expect(await adjust({ quantity: 1 })).toMatchObject({ countOnHand: -2 });
    expect((await stateOf(p)).units).toEqual(['sold', 'sold', 'backordered']);
    expect(await stateOf(q)).toEqual({ shipmentState: 'backorder', units: ['backordered'] });
    expect(await updatedAtOf(q)).toBe(waiting);
    expect(await update({ countOnHand: 6 })).toMatchObject({ countOnHand: 6 });
    expect(await stateOf(p)).toEqual({ shipmentState: 'pending', units: ['sold', 'sold', 'sold'] });
    expect(await stateOf(q)).toEqual({ shipmentState: 'pending', units: ['sold'] });
    expect(await updatedAtOf(q)).toBeGreaterThan(waiting);
    expect(await ledgerOf(database, product.master.id)).toEqual([
      { kind: 'set', quantity: 1, countAfter: 1 },
      { kind: 'sale', quantity: -3, countAfter: -2 },
      { kind: 'sale', quantity: -1, countAfter: -3 },
      { kind: 'adjust', quantity: 1, countAfter: -2 },
      { kind: 'set', quantity: 8, countAfter: 6 },
    ]);
  });

  test('Decision T34: setting -3 to 5 fills up to 8 and leaves 5', async () => {
    const order = await complete(product.master, 3);
    expect(await update({ countOnHand: 5 })).toMatchObject({ countOnHand: 5 });
    expect((await stateOf(order)).units).toEqual(['sold', 'sold', 'sold']);
  });

  test('a write that books goods in need not ask for it', async () => {
    const order = await complete(product.master, 3);
    const context: Context = {
      db: database.client,
      viewer: adminViewer,
      now: () => new Date(),
      requestId: 'test',
      settings,
    };
    await inWrite(context, async (write) => {
      await write.lockOrders([]);
      const [item] = await lockStockItems(write, [BigInt(product.master.id)]);
      if (item) await changeCounts(write, [{ item, to: item.countOnHand + 2, kind: 'adjust' }]);
    });
    expect((await stateOf(order)).units).toEqual(['sold', 'sold', 'backordered']);
  });

  test('a rise below zero fills as many as came', async () => {
    const order = await complete(product.master, 3);
    await update({ countOnHand: -1 });
    expect((await stateOf(order)).units).toEqual(['sold', 'sold', 'backordered']);
  });

  test('Decision T35: tracking switched off fills all that wait', async () => {
    const order = await complete(product.master, 2);
    expect(await update({ trackInventory: false })).toMatchObject({ countOnHand: 0 });
    expect(await stateOf(order)).toEqual({ shipmentState: 'pending', units: ['sold', 'sold'] });
  });

  test('through the product too', async () => {
    const order = await complete(product.master, 2);
    await accepted(database, 'updateProduct', { ref: 'c', input: { countOnHand: 0 } });
    expect((await stateOf(order)).units).toEqual(['sold', 'sold']);
  });

  test('Decision C5: an order keeps the variant of a deleted product', async () => {
    const order = await complete(product.master, 1);
    await accepted(database, 'deleteProduct', { ref: 'c' });
    expect((await stateOf(order)).units).toEqual(['backordered']);
  });
});
