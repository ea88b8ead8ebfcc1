import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import type { Database } from '../../../prisma/database.ts';
import { findViolations } from '../../../prisma/invariants.ts';
import { asSent } from '../../support/as-sent.ts';
import { openTestDatabase } from '../../support/database.ts';
import { adminViewer, run, shopRights, viewerWith } from '../../support/graphql.ts';
import {
  type Desk,
  deskOf,
  maineAddress,
  type ReadOrder,
  shipAll,
  statesOf,
} from '../../support/orders.ts';
import { countOf, makeUser, makeVariant, movementsOf } from '../../support/records.ts';

let database: Database;
let customer: Desk;
let admin: Desk;
/** The customer in REST, which ignores what has no effect. */
let inRest: Desk;
let adminInRest: Desk;

beforeAll(async () => {
  database = await openTestDatabase();
  const viewer = viewerWith(await makeUser(database.client, 'ada@harbour.test'), ...shopRights);
  customer = deskOf(database.client, viewer);
  inRest = deskOf(database.client, { ...viewer, language: 'rest' });
  admin = deskOf(database.client, adminViewer);
  adminInRest = deskOf(database.client, { ...adminViewer, language: 'rest' });
});
afterAll(async () => {
  expect(await findViolations(database)).toEqual([]);
  await database.close();
});

const variant = (wish: Parameters<typeof makeVariant>[1] = {}) =>
  makeVariant(database.client, { count: 5, ...wish });
const invalid = (fields: Record<string, string[]>) => [{ code: 'INVALID', fields }];
const closed = [{ code: 'REFUSED', fields: { base: ['The order is closed.'] } }];
const short = (name: string) =>
  invalid({ quantity: [`Selected quantity of "${name}" is not available.`] });
const lineIdOf = ({ lineItems }: ReadOrder, place = 0) => String(lineItems[place]?.id);

/** An order with so many units of a variant, in one of the states in which contents matter. */
async function orderIn(state: string, variantId: bigint, quantity = 2): Promise<ReadOrder> {
  const { number } = await customer.create({
    lineItems: [{ variantId: String(variantId), quantity }],
    billAddress: maineAddress,
    useBilling: true,
  });
  const ways: Readonly<Record<string, readonly string[]>> = {
    cart: [],
    address: ['next'],
    delivery: ['next', 'next'],
    payment: ['next', 'next', 'next'],
    complete: ['complete'],
    resumed: ['complete', 'cancel', 'resume'],
    awaiting_return: ['complete', 'authorize_return'],
    canceled: ['complete', 'cancel'],
    returned: ['complete', 'authorize_return', 'return'],
  };
  for (const event of ways[state] ?? []) await customer.fire(number, event);
  const order = await customer.read(number);
  expect(order.state).toBe(state);
  return order;
}

async function expectUnchanged(before: ReadOrder): Promise<void> {
  expect(await customer.read(before.number)).toEqual(before);
}

const proposed = ['delivery', 'payment'];
const open = ['complete', 'resumed', 'awaiting_return'];
const ended = ['canceled', 'returned'];

describe('The master of a product that has other variants (C12)', () => {
  const sized = async () => {
    const master = await variant();
    const { productId } = await database.client.variant.findUniqueOrThrow({
      where: { id: master },
    });
    const { data } = await run(
      database.client,
      adminViewer,
      'mutation ($product: ProductBy!, $input: CreateVariantInput!) { createVariant(product: $product, input: $input) { variant { id } userErrors { code field message allowed lockVersion } } }',
      { product: { id: String(productId) }, input: { sku: `SIZED-${String(master)}` } },
    );
    const other = (data as { createVariant: { id: string } }).createVariant;
    return { master: String(master), other };
  };
  const chooses = "is a master variant: choose one of its product's variants";
  const refused = invalid({ variantId: [chooses] });

  test('is ordered by admins only', async () => {
    const { master } = await sized();
    const order = await customer.create({ lineItems: [] });
    const add = { variantId: master, quantity: 1 };
    expect((await customer.try.add(order.number, add)).errors).toEqual(refused);
    const update = await customer.try.update(order.number, { lineItems: [add] });
    expect(update.errors).toEqual(invalid({ 'lineItems.0.variantId': [chooses] }));
    await expectUnchanged(order);
    expect(await admin.add(order.number, add)).toMatchObject({ quantity: 1 });
  });

  test('takes no place of another variant on a line, but stays where it was', async () => {
    const { master } = await sized();
    const order = await customer.create({ lineItems: [{ variantId: String(await variant()) }] });
    const own = await admin.add(order.number, { variantId: master });
    const taken = await customer.try.set(order.number, lineIdOf(order), { variantId: master });
    expect(taken.errors).toEqual(refused);
    const kept = await customer.set(order.number, own.id, { variantId: master, quantity: 3 });
    expect(kept).toMatchObject({ variant: { id: master }, quantity: 3 });
  });

  test('is for everybody again when its other variants are gone', async () => {
    const { master, other } = await sized();
    const id = BigInt(other.id);
    await database.client.variant.update({ where: { id }, data: { deletedAt: new Date() } });
    const order = await customer.create({ lineItems: [{ variantId: master, quantity: 1 }] });
    expect(order.lineItems).toMatchObject([{ variant: { id: master } }]);
  });
});

describe('Adding (T43)', () => {
  test('joins the line that is there, and answers with it', async () => {
    const variantId = await variant();
    const order = await orderIn('cart', variantId);
    const line = await customer.add(order.number, { variantId: String(variantId), quantity: 3 });
    expect(line).toMatchObject({ id: lineIdOf(order), quantity: 5, price: '10.0', total: '50.0' });
  });

  test('joins the line with the lowest id, at the price that the variant has now (T46)', async () => {
    const variantId = await variant({ price: '10.00' });
    const { number, lineItems } = await customer.create(
      { lineItems: [{ variantId: String(variantId) }, { variantId: String(variantId) }] },
      false,
    );
    await database.client.variant.update({ where: { id: variantId }, data: { price: '12.00' } });
    expect(await customer.add(number, { variantId: String(variantId) })).toMatchObject({
      id: lineItems[0]?.id,
      quantity: 2,
      price: '12.0',
    });
  });

  test('creates a separate line item if lines are not merged, at the same price', async () => {
    const variantId = await variant({ price: '10.00' });
    const { number } = await orderIn('cart', variantId);
    await database.client.variant.update({ where: { id: variantId }, data: { price: '12.00' } });
    await customer.add(number, { variantId: String(variantId) }, false);
    const { lineItems, itemTotal } = await customer.read(number);
    expect(lineItems).toMatchObject([
      { quantity: 2, price: '12.0' },
      { quantity: 1, price: '12.0' },
    ]);
    expect(itemTotal).toBe('36.0');
  });

  test('takes one unit by default, and a variant by its SKU', async () => {
    const { number } = await customer.create({});
    const variantId = await variant({ sku: 'BY-SKU' });
    expect(await customer.add(number, { sku: 'BY-SKU' })).toMatchObject({
      variant: { id: String(variantId) },
      quantity: 1,
    });
  });

  test('of two names of a variant the second is refused; REST takes the id (V30)', async () => {
    const order = await customer.create({});
    const variantId = await variant();
    await variant({ sku: 'OTHER-SKU' });
    const both = { variantId: String(variantId), sku: 'OTHER-SKU' };
    expect((await customer.try.add(order.number, both)).errors).toEqual(
      invalid({ sku: ['cannot be sent with variantId'] }),
    );
    await expectUnchanged(order);
    expect(await inRest.add(order.number, both)).toMatchObject({
      variant: { id: String(variantId) },
    });
  });

  test.each([
    [{}, { variantId: ["can't be blank"] }],
    [{ sku: ' ' }, { sku: ["can't be blank"] }],
    [{ sku: 'NO-SUCH' }, { sku: ['is invalid'] }],
    [{ variantId: '999999' }, { variantId: ['is invalid'] }],
    [
      { variantId: '0', quantity: asSent('x') },
      { variantId: ['is invalid'], quantity: ['is not a number'] },
    ],
  ])('without a variant to sell is invalid: %j', async (input, fields) => {
    const order = await customer.create({});
    expect((await customer.try.add(order.number, input)).errors).toEqual(invalid(fields));
    await expectUnchanged(order);
  });

  test.each([
    [0, 'must be greater than 0'],
    [-2, 'must be greater than 0'],
    [1.5, 'must be an integer'],
    ['1e3', 'is not a number'],
    ['many', 'is not a number'],
    [true, 'is not a number'],
    [1_001, 'must be less than or equal to 1000'],
  ])('in a quantity of %j is invalid (T43)', async (quantity, message) => {
    const order = await customer.create({});
    const variantId = String(await variant());
    expect(
      (await customer.try.add(order.number, { variantId, quantity: asSent(quantity) })).errors,
    ).toEqual(invalid({ quantity: [message] }));
    await expectUnchanged(order);
  });

  test('safety 16: to a sum beyond the bound is invalid (N61)', async () => {
    const variantId = await variant({ price: '0.01' });
    const order = await orderIn('cart', variantId, 1_000);
    expect((await customer.try.add(order.number, { variantId: String(variantId) })).errors).toEqual(
      invalid({ quantity: ['must be less than or equal to 1000'] }),
    );
    await expectUnchanged(order);
  });

  test('hidden and deleted variants are invalid for a customer; an admin may add hidden ones', async () => {
    const db = database.client;
    const [hidden, deleted] = [await variant(), await variant()];
    await db.product.updateMany({
      where: { variants: { some: { id: hidden } } },
      data: { availableOn: new Date('2999-01-01') },
    });
    await db.variant.update({ where: { id: deleted }, data: { deletedAt: new Date() } });
    const { number } = await customer.create({});
    const wrong = invalid({ variantId: ['is invalid'] });
    for (const id of [hidden, deleted]) {
      expect((await customer.try.add(number, { variantId: String(id) })).errors).toEqual(wrong);
    }
    expect((await admin.try.add(number, { variantId: String(deleted) })).errors).toEqual(wrong);
    expect(await admin.add(number, { variantId: String(hidden) })).toMatchObject({ quantity: 1 });
  });

  test('is priced by admins only (A25, C14)', async () => {
    const variantId = String(await variant());
    const { number } = await customer.create({});
    const priced = { variantId, price: '0.01' };
    const needs = invalid({ price: ['needs the permission orders.override'] });
    expect((await customer.try.add(number, priced, false)).errors).toEqual(needs);
    expect((await customer.read(number)).lineItems).toEqual([]);
    const line = await inRest.add(number, priced, false);
    expect(line.price).toBe('10.0');
    expect((await customer.try.set(number, line.id, { price: '0.01' })).errors).toEqual(needs);
    expect((await admin.add(number, priced, false)).price).toBe('0.01');
    // An existing line item keeps its price (T43, V30).
    const before = await admin.read(number);
    expect((await admin.try.add(number, priced)).errors).toEqual(
      invalid({ price: ['must be the price of the line item that it joins'] }),
    );
    await expectUnchanged(before);
    expect(await adminInRest.add(number, priced)).toMatchObject({ quantity: 2, price: '10.0' });
    expect(await admin.add(number, { variantId, price: '10.00' })).toMatchObject({ quantity: 3 });
    expect((await admin.try.add(number, { variantId, price: '1.001' })).errors).toEqual(
      invalid({ price: ['must have at most 2 decimal places'] }),
    );
    expect((await admin.try.add(number, { variantId, price: '-1' })).errors).toEqual(
      invalid({ price: ['must be greater than or equal to 0'] }),
    );
  });
});

describe('Changing (T44)', () => {
  test('replaces the quantity, never adds', async () => {
    const order = await orderIn('cart', await variant());
    expect(await customer.set(order.number, lineIdOf(order), { quantity: 3 })).toMatchObject({
      quantity: 3,
      total: '30.0',
    });
    expect((await customer.read(order.number)).itemTotal).toBe('30.0');
  });

  test('does not remove the variant; REST ignores a variant of null (V30)', async () => {
    const order = await orderIn('cart', await variant());
    const blank = invalid({ variantId: ["can't be blank"], sku: ["can't be blank"] });
    const nothing = { variantId: null, sku: '' };
    expect((await customer.try.set(order.number, lineIdOf(order), nothing)).errors).toEqual(blank);
    const lineItems = [{ id: lineIdOf(order), ...nothing, quantity: 3 }];
    expect((await customer.try.update(order.number, { lineItems })).errors).toEqual(
      invalid({
        'lineItems.0.variantId': ["can't be blank"],
        'lineItems.0.sku': ["can't be blank"],
      }),
    );
    await expectUnchanged(order);
    expect(
      await inRest.set(order.number, lineIdOf(order), { ...nothing, quantity: 3 }),
    ).toMatchObject({ quantity: 3 });
  });

  test('to 0 removes the line and shows it once more', async () => {
    const order = await orderIn('address', await variant());
    expect(await customer.set(order.number, lineIdOf(order), { quantity: 0 })).toMatchObject({
      id: lineIdOf(order),
      quantity: 0,
      total: '0.0',
    });
    expect(await customer.read(order.number)).toMatchObject({ lineItems: [], state: 'cart' });
  });

  test.each([...proposed, ...open])(
    'to the same values has no effect at all in %s',
    async (state) => {
      const variantId = await variant();
      const order = await orderIn(state, variantId);
      await customer.set(order.number, lineIdOf(order), {});
      await admin.set(order.number, lineIdOf(order), {
        quantity: 2,
        variantId: String(variantId),
        price: '10.00',
      });
      await expectUnchanged(order);
    },
  );

  test.each([
    [-1, 'must be greater than or equal to 0'],
    ['0.5', 'must be an integer'],
    ['few', 'is not a number'],
    [null, "can't be blank"],
    [1_001, 'must be less than or equal to 1000'],
  ])('to a quantity of %j is invalid (T43)', async (quantity, message) => {
    const order = await orderIn('cart', await variant());
    expect(
      (await customer.try.set(order.number, lineIdOf(order), { quantity: asSent(quantity) }))
        .errors,
    ).toEqual(invalid({ quantity: [message] }));
    await expectUnchanged(order);
  });

  test('to another variant takes its present price, and merges nothing', async () => {
    const [one, other] = [await variant({ price: '10.00' }), await variant({ price: '12.50' })];
    const { number, lineItems } = await customer.cartOf([one, 2], [other, 1]);
    expect(
      await inRest.set(number, String(lineItems[0]?.id), {
        variantId: String(other),
        price: '0.01',
      }),
    ).toMatchObject({ variant: { id: String(other) }, quantity: 2, price: '12.5' });
    expect((await customer.read(number)).lineItems).toHaveLength(2);
  });

  test('to another variant at the price an admin sends', async () => {
    const order = await orderIn('cart', await variant());
    const other = String(await variant({ price: '12.50' }));
    expect(
      await admin.set(order.number, lineIdOf(order), { variantId: other, price: '3.00' }),
    ).toMatchObject({ price: '3.0' });
  });

  test('to a variant that cannot be sold is invalid', async () => {
    const order = await orderIn('cart', await variant());
    expect(
      (await customer.try.set(order.number, lineIdOf(order), { variantId: '999999' })).errors,
    ).toEqual(invalid({ variantId: ['is invalid'] }));
    await expectUnchanged(order);
  });

  test('the price stays when the variant is deleted (T46)', async () => {
    const variantId = await variant();
    const order = await orderIn('cart', variantId);
    await database.client.variant.update({
      where: { id: variantId },
      data: { price: '99.00', deletedAt: new Date() },
    });
    expect(
      await customer.set(order.number, lineIdOf(order), {
        variantId: String(variantId),
        quantity: 1,
      }),
    ).toMatchObject({ quantity: 1, price: '10.0' });
  });

  test('a line of another order is missing (A22)', async () => {
    const [order, other] = [
      await orderIn('cart', await variant()),
      await orderIn('cart', await variant()),
    ];
    const missing = [{ code: 'NOT_FOUND' }];
    expect((await admin.try.set(order.number, lineIdOf(other), { quantity: 1 })).errors).toEqual(
      missing,
    );
    expect((await admin.try.remove(order.number, lineIdOf(other))).errors).toEqual(missing);
    expect((await admin.try.remove(order.number, '0')).errors).toEqual(missing);
    await expectUnchanged(other);
  });
});

describe.each(['cart', 'address'])('Before a proposal, in %s (T45)', (state) => {
  test('more and less keep the state and take nothing', async () => {
    const variantId = await variant();
    const order = await orderIn(state, variantId);
    await customer.set(order.number, lineIdOf(order), { quantity: 4 });
    await customer.set(order.number, lineIdOf(order), { quantity: 1 });
    expect(await customer.read(order.number)).toMatchObject({ state, shipments: [] });
    expect(await movementsOf(database.client, variantId)).toEqual([['set', 5]]);
  });

  test('the last line gone leaves a cart', async () => {
    const order = await orderIn(state, await variant());
    await customer.remove(order.number, lineIdOf(order));
    expect(await customer.read(order.number)).toMatchObject({ state: 'cart', total: '0.0' });
  });

  test('more than there is is invalid, summed over the lines of the variant (T13)', async () => {
    const variantId = await variant({ name: 'Lamp', backorderable: false });
    const order = await orderIn(state, variantId, 3);
    const wanted = { variantId: String(variantId), quantity: 3 };
    expect((await customer.try.add(order.number, wanted)).errors).toEqual(short('Lamp'));
    expect((await customer.try.add(order.number, wanted, false)).errors).toEqual(short('Lamp'));
    expect((await customer.try.set(order.number, lineIdOf(order), { quantity: 6 })).errors).toEqual(
      short('Lamp'),
    );
    await expectUnchanged(order);
  });

  test('a lower quantity needs no stock', async () => {
    const variantId = await variant({ backorderable: false });
    const order = await orderIn(state, variantId, 5);
    await admin.adjust(variantId, -5);
    expect(await customer.set(order.number, lineIdOf(order), { quantity: 4 })).toMatchObject({
      quantity: 4,
    });
  });

  test('units that an admin packed before completion are deleted with their line item', async () => {
    const variantId = await variant();
    const order = await orderIn(state, variantId, 1);
    await admin.pack(order.number, { variantId: String(variantId), quantity: 3 });
    const [line] = (await customer.read(order.number)).lineItems;
    expect(line?.quantity).toBe(4);
    await customer.set(order.number, String(line?.id), { quantity: 2 });
    const complete = await customer.fire(order.number, 'complete');
    expect(statesOf(complete).units).toEqual(['sold', 'sold']);
    expect(await countOf(database.client, variantId)).toBe(3);
  });

  test('units that an admin packed are deleted when their line item gets another variant', async () => {
    const [one, other] = [await variant(), await variant()];
    const order = await orderIn(state, one, 1);
    await admin.pack(order.number, { variantId: String(one), quantity: 2 });
    await customer.set(order.number, lineIdOf(order), { variantId: String(other) });
    const complete = await customer.fire(order.number, 'complete');
    expect(
      complete.shipments.flatMap(({ inventoryUnits }) =>
        inventoryUnits.map((unit) => unit.variant.id),
      ),
    ).toEqual([String(other), String(other), String(other)]);
  });
});

describe.each(proposed)('With a proposal, in %s (T45)', (state) => {
  test.each([
    ['more', 3],
    ['less', 1],
  ])('%s deletes the shipments and goes back to address', async (_what, quantity) => {
    const order = await orderIn(state, await variant());
    await customer.set(order.number, lineIdOf(order), { quantity });
    expect(await customer.read(order.number)).toMatchObject({
      state: 'address',
      shipments: [],
      adjustments: [],
      total: `${String(quantity * 10)}.0`,
    });
  });

  test('another variant does so too', async () => {
    const order = await orderIn(state, await variant());
    await customer.set(order.number, lineIdOf(order), { variantId: String(await variant()) });
    expect(await customer.read(order.number)).toMatchObject({ state: 'address', shipments: [] });
  });

  test('the last line gone leaves a cart', async () => {
    const order = await orderIn(state, await variant());
    await customer.remove(order.number, lineIdOf(order));
    expect(await customer.read(order.number)).toMatchObject({
      state: 'cart',
      shipments: [],
      total: '0.0',
    });
  });

  test('more than there is is invalid and keeps the proposal', async () => {
    const order = await orderIn(state, await variant({ name: 'Lamp', backorderable: false }));
    expect((await customer.try.set(order.number, lineIdOf(order), { quantity: 6 })).errors).toEqual(
      short('Lamp'),
    );
    await expectUnchanged(order);
  });
});

describe.each(open)('On an open order, in %s (T45)', (state) => {
  test('more takes stock at once, into the first pending shipment', async () => {
    const variantId = await variant();
    const order = await orderIn(state, variantId);
    await customer.add(order.number, { variantId: String(variantId), quantity: 2 });
    expect(statesOf(await customer.read(order.number))).toEqual({
      state,
      shipments: ['pending'],
      units: ['sold', 'sold', 'sold', 'sold'],
      paymentState: 'balance_due',
      shipmentState: 'pending',
    });
    expect(await countOf(database.client, variantId)).toBe(1);
  });

  test('another variant is a new line item whose units are taken', async () => {
    const [one, other] = [await variant(), await variant({ count: 1 })];
    const order = await orderIn(state, one);
    await customer.add(order.number, { variantId: String(other), quantity: 2 });
    expect(statesOf(await customer.read(order.number))).toMatchObject({
      units: ['sold', 'sold', 'sold', 'backordered'],
      shipmentState: 'backorder',
    });
    expect(await countOf(database.client, other)).toBe(-1);
  });

  test('more than there is is invalid and changes nothing', async () => {
    const variantId = await variant({ name: 'Lamp', backorderable: false });
    const order = await orderIn(state, variantId);
    const wanted = { variantId: String(variantId), quantity: 4 };
    expect((await customer.try.add(order.number, wanted)).errors).toEqual(short('Lamp'));
    await expectUnchanged(order);
    expect(await countOf(database.client, variantId)).toBe(3);
  });

  test('nothing more of a deleted variant is sold, but less of it may be (T13)', async () => {
    const variantId = await variant({ name: 'Lamp' });
    const order = await orderIn(state, variantId);
    const where = { id: variantId };
    await database.client.variant.update({ where, data: { deletedAt: new Date() } });
    const more = await admin.try.set(order.number, lineIdOf(order), { quantity: 3 });
    expect(more.errors).toEqual(short('Lamp'));
    await expectUnchanged(order);
    expect(await countOf(database.client, variantId)).toBe(3);
    await admin.set(order.number, lineIdOf(order), { quantity: 1 });
    expect(await countOf(database.client, variantId)).toBe(4);
  });

  test('safety 16: more units than an order may have is invalid and changes nothing (A39, N61)', async () => {
    const variantId = await variant();
    const before = await orderIn(state, variantId);
    const tooMany = [{ code: 'REFUSED', fields: { base: ['The order has too many units.'] } }];
    const added = { variantId: String(variantId), quantity: 19_999 };
    const outcomes = [
      await admin.try.set(before.number, lineIdOf(before), { quantity: 20_001 }),
      await admin.try.add(before.number, added),
      await admin.try.add(before.number, added, false),
    ];
    expect(outcomes.map(({ errors }) => errors)).toEqual([tooMany, tooMany, tooMany]);
    await expectUnchanged(before);
    expect(await countOf(database.client, variantId)).toBe(3);
  });

  test('a lower quantity returns stock, the newest units first', async () => {
    const variantId = await variant();
    const order = await orderIn(state, variantId, 3);
    await customer.set(order.number, lineIdOf(order), { quantity: 1 });
    const after = await customer.read(order.number);
    expect(after.shipments[0]?.inventoryUnits.map(({ id }) => id)).toEqual([
      order.shipments[0]?.inventoryUnits[0]?.id,
    ]);
    expect(await countOf(database.client, variantId)).toBe(4);
  });

  test('a line removed gives its stock back; an emptied shipment goes', async () => {
    const variantId = await variant();
    const order = await orderIn(state, variantId);
    await customer.remove(order.number, lineIdOf(order));
    expect(await customer.read(order.number)).toMatchObject({
      state,
      lineItems: [],
      shipments: [],
      adjustments: [],
      total: '0.0',
      shipmentState: null,
    });
    expect(await countOf(database.client, variantId)).toBe(5);
  });

  test('another variant returns the stock of the one and takes the other', async () => {
    const [one, other] = [await variant(), await variant({ price: '7.00' })];
    const order = await orderIn(state, one);
    await customer.set(order.number, lineIdOf(order), { variantId: String(other) });
    expect(await customer.read(order.number)).toMatchObject({
      itemTotal: '14.0',
      shipments: [{ inventoryUnits: [{ state: 'sold' }, { state: 'sold' }] }],
    });
    expect(await countOf(database.client, one)).toBe(5);
    expect(await countOf(database.client, other)).toBe(3);
  });

  test('backordered units are deleted before sold ones, and fill nothing', async () => {
    const variantId = await variant({ count: 1 });
    const order = await orderIn(state, variantId, 3);
    await customer.set(order.number, lineIdOf(order), { quantity: 1 });
    expect(statesOf(await customer.read(order.number)).units).toEqual(['sold']);
    expect(await countOf(database.client, variantId)).toBe(0);
  });
});

describe('What has left an order (T44, T45)', () => {
  /** A complete order of three units of which one has left. */
  async function partlyShipped(): Promise<ReadOrder> {
    const order = await orderIn('complete', await variant(), 3);
    await admin.fireUnit(String(order.shipments[0]?.inventoryUnits[0]?.id), 'ship');
    return customer.read(order.number);
  }

  test('bounds the quantity from below', async () => {
    const order = await partlyShipped();
    expect((await customer.try.set(order.number, lineIdOf(order), { quantity: 0 })).errors).toEqual(
      invalid({ quantity: ['cannot be less than the number of shipped units'] }),
    );
    await expectUnchanged(order);
    await customer.set(order.number, lineIdOf(order), { quantity: 1 });
    expect(statesOf(await customer.read(order.number)).units).toEqual(['shipped']);
  });

  test('fixes the variant', async () => {
    const order = await partlyShipped();
    expect(
      (
        await customer.try.set(order.number, lineIdOf(order), {
          variantId: String(await variant()),
        })
      ).errors,
    ).toEqual(invalid({ variantId: ['cannot be changed after shipping'] }));
    await expectUnchanged(order);
  });

  test('keeps the line from being removed', async () => {
    const order = await partlyShipped();
    expect((await customer.try.remove(order.number, lineIdOf(order))).errors).toEqual([
      {
        code: 'REFUSED',
        fields: { base: ['The line item cannot be removed because something has shipped.'] },
      },
    ]);
    await expectUnchanged(order);
  });

  test('is named by its place in a write of the order', async () => {
    const order = await partlyShipped();
    expect(
      (
        await customer.try.update(order.number, {
          lineItems: [{ id: lineIdOf(order), quantity: 0 }],
        })
      ).errors,
    ).toEqual(
      invalid({ 'lineItems.0.quantity': ['cannot be less than the number of shipped units'] }),
    );
  });

  test('puts added units into a new shipment', async () => {
    const variantId = await variant();
    const order = await orderIn('complete', variantId);
    await shipAll(admin, order);
    await customer.add(order.number, { variantId: String(variantId) });
    expect(statesOf(await customer.read(order.number))).toMatchObject({
      shipments: ['shipped', 'pending'],
      units: ['shipped', 'shipped', 'sold'],
      shipmentState: 'partial',
    });
  });

  test('puts added units into a ready shipment if none is pending', async () => {
    const variantId = await variant();
    const order = await orderIn('complete', variantId);
    await admin.fireShipment(String(order.shipments[0]?.id), 'ready');
    await customer.add(order.number, { variantId: String(variantId) });
    expect(statesOf(await customer.read(order.number))).toMatchObject({
      shipments: ['ready_to_ship'],
      units: ['sold', 'sold', 'sold'],
      shipmentState: 'ready',
    });
  });

  test('and sets a ready shipment back to pending when a unit is backordered (T29)', async () => {
    const variantId = await variant({ count: 2 });
    const order = await orderIn('complete', variantId);
    await admin.fireShipment(String(order.shipments[0]?.id), 'ready');
    await customer.add(order.number, { variantId: String(variantId) });
    expect(statesOf(await customer.read(order.number))).toMatchObject({
      shipments: ['pending'],
      units: ['sold', 'sold', 'backordered'],
      shipmentState: 'backorder',
    });
  });
});

describe.each(ended)('On a closed order, in %s (T45)', (state) => {
  test('nothing is added, changed or removed', async () => {
    const variantId = await variant();
    const order = await orderIn(state, variantId);
    const line = lineIdOf(order);
    expect((await customer.try.add(order.number, { variantId: String(variantId) })).errors).toEqual(
      closed,
    );
    expect((await customer.try.set(order.number, line, { quantity: 1 })).errors).toEqual(closed);
    expect((await customer.try.remove(order.number, line)).errors).toEqual([
      { code: 'REFUSED', fields: { base: ['The order is closed.'] } },
    ]);
    expect(
      (await customer.try.update(order.number, { lineItems: [{ id: line, quantity: 1 }] })).errors,
    ).toEqual(closed);
    await expectUnchanged(order);
  });

  test('the same values sent back are no change', async () => {
    const order = await orderIn(state, await variant());
    await customer.update(order.number, {
      specialInstructions: 'Kept',
      lineItems: [{ id: lineIdOf(order), quantity: 2 }],
    });
    expect((await customer.read(order.number)).specialInstructions).toBe('Kept');
  });
});
