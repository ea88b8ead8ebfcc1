import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import type { Database } from '../../../prisma/database.ts';
import { findViolations } from '../../../prisma/invariants.ts';
import type { Viewer } from '../../../schema/index.ts';
import { asSent } from '../../support/as-sent.ts';
import { openTestDatabase } from '../../support/database.ts';
import { adminViewer, customerViewer, settings, viewerWith } from '../../support/graphql.ts';
import { type Desk, deskOf, maineAddress } from '../../support/orders.ts';
import { makeUser, makeVariant } from '../../support/records.ts';

let database: Database;
let user: NonNullable<Viewer['user']>;
let customer: Desk;
let admin: Desk;
const statements: string[] = [];

beforeAll(async () => {
  database = await openTestDatabase({ onStatement: (sql) => statements.push(sql) });
  user = await makeUser(database.client, 'ada@harbour.test');
  customer = deskOf(database.client, customerViewer(user));
  admin = deskOf(database.client, adminViewer);
});
afterAll(async () => {
  expect(await findViolations(database)).toEqual([]);
  await database.close();
});

const invalid = (fields: Record<string, string[]>) => [{ code: 'INVALID', fields }];
const countOrders = () => database.client.order.count();

describe('A cart', () => {
  test('without attributes is empty, costs nothing and belongs to the caller (F13, F41)', async () => {
    const order = await customer.create({});
    expect(order).toMatchObject({
      state: 'cart',
      email: 'ada@harbour.test',
      userId: String(user.id),
      channel: 'api',
      specialInstructions: null,
      itemTotal: '0.0',
      adjustmentTotal: '0.0',
      total: '0.0',
      paymentTotal: '0.0',
      totalQuantity: 0,
      paymentState: null,
      shipmentState: null,
      completedAt: null,
      billAddress: null,
      shipAddress: null,
      lineItems: [],
      shipments: [],
      adjustments: [],
      payments: [],
    });
  });

  test('has a unique number and a token of at least 128 bits (A5)', async () => {
    const [one, other] = [await customer.create({}), await customer.create({})];
    expect(one.number).toMatch(/^R\d{9}$/);
    expect(one.token).toMatch(/^[\w-]{22,64}$/);
    expect(other.number).not.toBe(one.number);
    expect(other.token).not.toBe(one.token);
  });

  test('copies the price of each variant and adds up (T46)', async () => {
    const cheap = await makeVariant(database.client, { price: '1.05' });
    const dear = await makeVariant(database.client, { price: '19.90' });
    const order = await customer.cartOf([cheap, 3], [dear, 2]);
    expect(order).toMatchObject({ itemTotal: '42.95', total: '42.95', totalQuantity: 5 });
    expect(order.lineItems).toMatchObject([
      { variant: { id: String(cheap) }, quantity: 3, price: '1.05', total: '3.15' },
      { variant: { id: String(dear) }, quantity: 2, price: '19.9', total: '39.8' },
    ]);
  });

  test('takes nothing from stock (T34)', async () => {
    const variantId = await makeVariant(database.client, { count: 4 });
    await customer.cartOf([variantId, 3]);
    const item = await database.client.stockItem.findFirstOrThrow({ where: { variantId } });
    expect(item.countOnHand).toBe(4);
  });

  test('takes texts of numbers and a quantity of one by default (F11, T43)', async () => {
    const variantId = await makeVariant(database.client, { sku: 'TEXTS' });
    const order = await customer.create({
      lineItems: [{ variantId: String(variantId), quantity: asSent('2') }, { sku: 'TEXTS' }],
    });
    expect(order.lineItems).toMatchObject([{ quantity: 3 }]);
  });

  test('makes one line of a variant named twice, or two where lines are not merged (T43)', async () => {
    const variantId = await makeVariant(database.client);
    const lineItems = [{ variantId }, { variantId, quantity: 2 }].map((entry) => ({
      ...entry,
      variantId: String(variantId),
    }));
    expect((await customer.create({ lineItems })).lineItems).toMatchObject([{ quantity: 3 }]);
    expect((await customer.create({ lineItems }, false)).lineItems).toMatchObject([
      { quantity: 1 },
      { quantity: 2 },
    ]);
  });

  test('refuses a second price of a variant, which REST ignores (T43, V30)', async () => {
    const variantId = String(await makeVariant(database.client));
    const lineItems = ['3.00', '4.00'].map((price) => ({ variantId, price }));
    const count = await database.client.order.count();
    const admin = deskOf(database.client, adminViewer);
    expect((await admin.try.create({ lineItems })).errors).toEqual([
      {
        code: 'INVALID',
        fields: { 'lineItems.1.price': ['must be the price of the line item that it joins'] },
      },
    ]);
    expect(await database.client.order.count()).toBe(count);
    const rest = deskOf(database.client, { ...adminViewer, language: 'rest' });
    expect((await rest.create({ lineItems })).lineItems).toMatchObject([
      { quantity: 2, price: '3.0' },
    ]);
  });

  test('tells a second price of a variant beside everything else that is wrong (A29)', async () => {
    const variantId = String(await makeVariant(database.client));
    const lineItems = ['3.00', '4.00'].map((price) => ({ variantId, price }));
    const count = await countOrders();
    expect((await admin.try.create({ lineItems, email: 'x y' })).errors).toEqual(
      invalid({
        email: ['is invalid'],
        'lineItems.1.price': ['must be the price of the line item that it joins'],
      }),
    );
    expect(await countOrders()).toBe(count);
  });

  test('tells of an invalid bill address what is wrong with it, and not that it is missing (A29)', async () => {
    const count = await countOrders();
    const billAddress = { ...maineAddress, city: '' };
    expect((await customer.try.create({ billAddress, useBilling: true })).errors).toEqual(
      invalid({ 'billAddress.city': ["can't be blank"] }),
    );
    expect((await customer.try.create({ billAddressId: '999', useBilling: true })).errors).toEqual(
      invalid({ billAddressId: ['is invalid'] }),
    );
    expect((await customer.try.create({ useBilling: true })).errors).toEqual(
      invalid({ billAddress: ["can't be blank"] }),
    );
    expect(await countOrders()).toBe(count);
  });

  test('takes addresses, and copies the bill address where asked to (T27)', async () => {
    const { billAddress, shipAddress } = await customer.create({
      billAddress: maineAddress,
      useBilling: true,
    });
    expect(billAddress).toMatchObject({ city: 'Portland', state: { abbr: 'ME' } });
    expect(shipAddress).toMatchObject({ city: 'Portland', state: { abbr: 'ME' } });
    expect(shipAddress?.id).not.toBe(billAddress?.id);
  });

  test('takes a payment of what is to be paid (F45, T39)', async () => {
    const variantId = await makeVariant(database.client, { price: '12.50' });
    const order = await customer.create({
      lineItems: [{ variantId: String(variantId), quantity: 2 }],
      payments: [{ paymentMethod: { name: 'Check' } }],
    });
    expect(order.payments).toMatchObject([{ state: 'checkout', amount: '25.0' }]);
    expect(order.paymentTotal).toBe('0.0');
  });

  test('is taxed while a tax rate is set (C26)', async () => {
    const variantId = await makeVariant(database.client, { price: '10.05' });
    const taxed = deskOf(database.client, customerViewer(user), {
      settings: { ...settings, taxRate: '0.19' },
    });
    const order = await taxed.cartOf([variantId, 1]);
    expect(order.adjustments).toEqual([{ kind: 'tax', amount: '1.91', label: 'Tax' }]);
    expect(order).toMatchObject({ itemTotal: '10.05', adjustmentTotal: '1.91', total: '11.96' });
    expect((await taxed.create({})).adjustments).toEqual([]);
  });

  test('costs few statements, whatever the number of its lines', async () => {
    const variants = await Promise.all(
      Array.from({ length: 5 }, () => makeVariant(database.client)),
    );
    const costs: number[] = [];
    for (const count of [1, 5]) {
      statements.length = 0;
      await customer.cartOf(...variants.slice(0, count).map((id) => [id, 1] as const));
      costs.push(statements.length);
    }
    // BEGIN, the variants, the owner's row and open carts (N63), order, line items, the result, COMMIT.
    expect(costs).toEqual([7, 7]);
  });
});

describe('What a customer may not write of a cart (A25)', () => {
  const closed = async () => {
    const variantId = await makeVariant(database.client, { price: '10.00' });
    const lineItems = [{ variantId: String(variantId), price: '0.01' }];
    return { userId: '999', channel: 'phone', number: 'X-1', lineItems };
  };

  test('is refused in GraphQL, all of it together, and nothing is stored', async () => {
    const before = await countOrders();
    const payments = [{ paymentMethod: { name: 'Check' }, amount: '0.01', responseCode: 'ok' }];
    const needs = (permission: string) => [`needs the permission ${permission}`];
    expect((await customer.try.create(await closed())).errors).toEqual(
      invalid({
        channel: needs('orders.override'),
        userId: needs('orders.override'),
        'lineItems.0.price': needs('orders.override'),
        number: needs('orders.override'),
      }),
    );
    expect((await customer.try.create({ payments })).errors).toEqual(
      invalid({
        'payments.0.amount': needs('payments.update'),
        'payments.0.responseCode': needs('payments.update'),
      }),
    );
    expect(await countOrders()).toBe(before);
  });

  test('is ignored in REST: owner, channel, number and price stay as the service sets them', async () => {
    const rest = deskOf(database.client, { ...customerViewer(user), language: 'rest' });
    const order = await rest.create(await closed());
    expect(order).toMatchObject({ userId: String(user.id), channel: 'api', total: '10.0' });
    expect(order.number).toMatch(/^R\d{9}$/);
  });
});

describe('What an admin may write of a cart (F41)', () => {
  test('owner, channel, number in upper case and prices', async () => {
    const owner = await makeUser(database.client, 'cleo@harbour.test');
    const variantId = await makeVariant(database.client, { price: '10.00' });
    const order = await admin.create({
      userId: String(owner.id),
      channel: 'phone',
      number: ' web-7 ',
      lineItems: [{ variantId: String(variantId), price: '0.50', quantity: 2 }],
    });
    expect(order).toMatchObject({
      userId: String(owner.id),
      email: 'cleo@harbour.test',
      channel: 'phone',
      number: 'WEB-7',
      total: '1.0',
    });
  });

  test("the cart of an admin or of a shop's program is a guest's unless it says whose", async () => {
    const staff = await makeUser(database.client, 'staff@harbour.test');
    const userId = String(staff.id);
    const guests = { userId: null, email: null };
    for (const viewer of [{ ...adminViewer, user: staff }, viewerWith(staff, 'orders.override')]) {
      const desk = deskOf(database.client, viewer);
      expect(await desk.create({})).toMatchObject(guests);
      expect(await desk.create({ userId: null })).toMatchObject(guests);
      expect(await desk.create({ email: 'guest@harbour.test' })).toMatchObject({
        userId: null,
        email: 'guest@harbour.test',
      });
      expect(await desk.create({ userId: userId })).toMatchObject({
        userId,
        email: 'staff@harbour.test',
      });
      expect(await desk.create({ userId: userId, email: 'other@harbour.test' })).toMatchObject({
        userId,
        email: 'other@harbour.test',
      });
    }
  });

  test('the owner gives an order the e-mail address only to who may read users (P68)', async () => {
    const owner = await makeUser(database.client, 'unread@harbour.test');
    const clerk = await makeUser(database.client, 'till@harbour.test');
    const input = { userId: String(owner.id) };
    const made = (...rights: string[]) =>
      deskOf(database.client, viewerWith(clerk, ...rights)).create(input);
    expect(await made('orders.*')).toMatchObject({ ...input, email: null });
    expect(await made('orders.*', 'users.read')).toMatchObject({
      ...input,
      email: 'unread@harbour.test',
    });
  });

  test("another staff member's cart is their own", async () => {
    const clerk = await makeUser(database.client, 'clerk@harbour.test');
    const viewer = viewerWith(clerk, 'orders.index', 'orders.update', 'orders.fire');
    expect(
      await deskOf(database.client, viewer).create({ email: 'me@harbour.test' }),
    ).toMatchObject({
      userId: String(clerk.id),
      email: 'me@harbour.test',
    });
  });

  test.each([
    ['taken', 'WEB-7', 'has already been taken'],
    ['taken in other letters', 'web-7', 'has already been taken'],
    ['only digits', '12345', 'is invalid'],
    ['only letters', 'MINE', 'is invalid'],
    ['with a blank inside', 'A 1', 'is invalid'],
    ['too long', `A1${'0'.repeat(31)}`, 'is invalid'],
  ])('a number that is %s is refused (F40)', async (_what, number, message) => {
    const before = await countOrders();
    expect((await admin.try.create({ number })).errors).toEqual(invalid({ number: [message] }));
    expect(await countOrders()).toBe(before);
  });

  test('an owner that does not exist is refused', async () => {
    expect((await admin.try.create({ userId: '999999' })).errors).toEqual(
      invalid({ userId: ['is invalid'] }),
    );
  });
});

describe('All errors of a cart are reported at once, and nothing is stored (T43, A29)', () => {
  test.each([
    ['no variant', { quantity: 1 }, 'variantId', "can't be blank"],
    ['an unknown variant', { variantId: '999999' }, 'variantId', 'is invalid'],
    ['an id that is none', { variantId: 'shirt' }, 'variantId', 'is invalid'],
    ['an unknown sku', { sku: 'NO-SUCH' }, 'sku', 'is invalid'],
  ])('a line with %s', async (_what, entry, key, message) => {
    const before = await countOrders();
    const { errors } = await customer.try.create({ lineItems: [entry] });
    expect(errors).toEqual(invalid({ [`lineItems.0.${key}`]: [message] }));
    expect(await countOrders()).toBe(before);
  });

  test.each([
    [0, 'must be greater than 0'],
    [-1, 'must be greater than 0'],
    ['1.5', 'must be an integer'],
    ['two', 'is not a number'],
    [1_001, 'must be less than or equal to 1000'],
  ])('a quantity of %p', async (quantity, message) => {
    const variantId = String(await makeVariant(database.client));
    const { errors } = await customer.try.create({
      lineItems: [{ variantId, quantity: asSent(quantity) }],
    });
    expect(errors).toEqual(invalid({ 'lineItems.0.quantity': [message] }));
  });

  test('hidden and deleted variants, for a customer; an admin reaches hidden ones (C4)', async () => {
    const [hidden, deleted] = [
      await makeVariant(database.client),
      await makeVariant(database.client),
    ];
    const { product } = await database.client.variant.findUniqueOrThrow({
      where: { id: hidden },
      select: { product: true },
    });
    await database.client.product.update({
      where: { id: product.id },
      data: { availableOn: null },
    });
    await database.client.variant.update({
      where: { id: deleted },
      data: { deletedAt: new Date() },
    });
    const lineItems = [hidden, deleted].map((id) => ({ variantId: String(id) }));
    expect((await customer.try.create({ lineItems })).errors).toEqual(
      invalid({
        'lineItems.0.variantId': ['is invalid'],
        'lineItems.1.variantId': ['is invalid'],
      }),
    );
    expect((await admin.try.create({ lineItems })).errors).toEqual(
      invalid({ 'lineItems.1.variantId': ['is invalid'] }),
    );
  });

  test('stock that is short, once for each variant and summed over its lines (T13)', async () => {
    const wish = { count: 3, backorderable: false };
    const one = await makeVariant(database.client, { ...wish, name: 'Lamp' });
    const other = await makeVariant(database.client, { ...wish, name: 'Oil' });
    const lineItems = [one, one, other].map((id) => ({ variantId: String(id), quantity: 2 }));
    expect((await customer.try.create({ lineItems }, false)).errors).toEqual(
      invalid({ quantity: ['Selected quantity of "Lamp" is not available.'] }),
    );
  });

  test('an e-mail address, a coupon and addresses that are wrong, beside a wrong line', async () => {
    const { errors } = await customer.try.create({
      email: 'ada at harbour',
      couponCode: 'SPRING',
      lineItems: [{}],
      billAddress: { ...maineAddress, firstname: ' ' },
      shipAddress: { ...maineAddress, state: { abbr: 'ZZ' } },
    });
    expect(errors).toEqual(
      invalid({
        email: ['is invalid'],
        couponCode: ['is not supported'],
        'lineItems.0.variantId': ["can't be blank"],
        'billAddress.firstname': ["can't be blank"],
        'shipAddress.state': ['is invalid'],
      }),
    );
  });

  test('an address by id, since a new order has none (C25)', async () => {
    const { billAddress } = await customer.create({ billAddress: maineAddress });
    expect((await customer.try.create({ billAddressId: String(billAddress?.id) })).errors).toEqual(
      invalid({ billAddressId: ['is invalid'] }),
    );
  });

  test('a payment of no method, or of an unknown one (F45)', async () => {
    const { errors } = await customer.try.create({
      payments: [{}, { paymentMethodId: '999999' }],
    });
    expect(errors).toEqual(
      invalid({
        'payments.0.paymentMethodId': ["can't be blank"],
        'payments.1.paymentMethodId': ['is invalid'],
      }),
    );
  });

  test('an item total beyond its bound (A39)', async () => {
    const variantId = String(await makeVariant(database.client, { price: '99999999.99' }));
    const { errors } = await admin.try.create({ lineItems: [{ variantId, quantity: 10001 }] });
    expect(errors).toEqual(invalid({ quantity: ['is too large'] }));
  });

  test('more than 500 lines (A39)', async () => {
    const lineItems = Array.from({ length: 501 }, () => ({ variantId: '1' }));
    expect((await customer.try.create({ lineItems })).errors).toEqual(
      invalid({ lineItems: ['is too long (maximum is 500 entries)'] }),
    );
  });
});
