import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import type { Database } from '../../../prisma/database.ts';
import { findViolations } from '../../../prisma/invariants.ts';
import type { Viewer } from '../../../schema/index.ts';
import { openTestDatabase } from '../../support/database.ts';
import { adminViewer, settings, viewerWith } from '../../support/graphql.ts';
import { type Desk, deskOf, maineAddress, type ReadOrder } from '../../support/orders.ts';
import { makeUser, makeVariant } from '../../support/records.ts';

let database: Database;
let user: NonNullable<Viewer['user']>;
let customer: Desk;
let admin: Desk;

beforeAll(async () => {
  database = await openTestDatabase();
  user = await makeUser(database.client, 'ada@harbour.test');
  customer = deskOf(database.client, viewerWith(user, 'orders.fire'));
  admin = deskOf(database.client, adminViewer);
});
afterAll(async () => {
  expect(await findViolations(database)).toEqual([]);
  await database.close();
});

const check = { paymentMethod: { name: 'Check' } };

/** A cart of two pieces at 19.90, with both addresses. */
async function cart(desk = customer): Promise<{ order: ReadOrder; variantId: bigint }> {
  const variantId = await makeVariant(database.client, { price: '19.90', count: 9 });
  const lineItems = [{ variantId: String(variantId), quantity: 2 }];
  const order = await desk.create({ lineItems, billAddress: maineAddress, useBilling: true });
  return { order, variantId };
}

const reprice = (variantId: bigint, price = '99.00') =>
  database.client.variant.update({ where: { id: variantId }, data: { price } });

/** The message for the only line of a cart. */
async function changed(
  { lineItems }: ReadOrder,
  variantId: bigint,
  prices = 'from $19.90 to $99.00',
): Promise<string[]> {
  const where = { id: variantId };
  const { product } = await database.client.variant.findUniqueOrThrow({
    where,
    select: { product: { select: { name: true } } },
  });
  return [`has changed ${prices} for line item ${String(lineItems[0]?.id)}, "${product.name}"`];
}

/** A cart whose checkout has come to the payment. */
async function atPayment(): ReturnType<typeof cart> {
  const { order, variantId } = await cart();
  for (let step = 0; step < 3; step += 1) await customer.next(order.number);
  return { order: await customer.read(order.number), variantId };
}

describe('Prices until completion (T46)', () => {
  test('every write of a cart shows the present price, and reading changes nothing', async () => {
    const { order, variantId } = await cart();
    await reprice(variantId);
    expect(await customer.read(order.number)).toEqual(order);
    await customer.update(order.number, { specialInstructions: 'Ring twice' });
    expect(await customer.read(order.number)).toMatchObject({
      state: 'cart',
      itemTotal: '198.0',
      total: '198.0',
      lineItems: [{ quantity: 2, price: '99.0', priceIsOwn: false, total: '198.0' }],
    });
  });

  test('a write without effect changes no price', async () => {
    const { order, variantId } = await cart();
    await reprice(variantId);
    expect(await customer.update(order.number, {})).toEqual(order);
  });

  test('the tax follows', async () => {
    const taxed = deskOf(database.client, viewerWith(user, 'orders.fire'), {
      settings: { ...settings, taxRate: '0.1' },
    });
    const { order, variantId } = await cart(taxed);
    await reprice(variantId);
    await taxed.update(order.number, { specialInstructions: 'Ring twice' });
    expect(await taxed.read(order.number)).toMatchObject({
      total: '217.8',
      adjustments: [{ kind: 'tax', amount: '19.8' }],
    });
  });

  test('a price that an admin set stays, and is told', async () => {
    const { order, variantId } = await cart();
    const [line] = order.lineItems;
    await admin.set(order.number, line?.id ?? '', { price: '15.00' });
    await reprice(variantId);
    const updated = await customer.set(order.number, line?.id ?? '', { quantity: 1 });
    expect(updated).toMatchObject({ price: '15.0', priceIsOwn: true, total: '15.0' });
    expect(await customer.fire(order.number, 'complete')).toMatchObject({ state: 'complete' });
  });

  test('a price that an admin gave a new line stays, also that of a new order', async () => {
    const { order, variantId } = await cart();
    const line = { variantId: String(variantId), price: '19.90' };
    await admin.add(order.number, line, false);
    const created = await admin.create({ lineItems: [line] });
    await reprice(variantId);
    await admin.update(order.number, { specialInstructions: 'Ring twice' });
    await admin.update(created.number, { specialInstructions: 'Ring twice' });
    expect((await admin.read(order.number)).lineItems).toMatchObject([
      { price: '99.0', priceIsOwn: false },
      { price: '19.9', priceIsOwn: true },
    ]);
    expect((await admin.read(created.number)).lineItems).toMatchObject([
      { price: '19.9', priceIsOwn: true },
    ]);
  });

  test('what joins a line is compared with the price that the line follows (V30)', async () => {
    const { order, variantId } = await cart();
    await reprice(variantId);
    const unit = (price: string) => ({ variantId: String(variantId), price });
    expect((await admin.try.add(order.number, unit('19.90'))).errors).toEqual([
      {
        code: 'INVALID',
        fields: { price: ['must be the price of the line item that it joins'] },
      },
    ]);
    expect(await admin.read(order.number)).toEqual(order);
    expect(await admin.add(order.number, unit('99.00'))).toMatchObject({
      quantity: 3,
      price: '99.0',
      priceIsOwn: false,
    });
  });

  test('the old price that an admin sends stays; REST takes it for what was read (V30, F11)', async () => {
    const { order, variantId } = await cart();
    await reprice(variantId);
    const line = { id: order.lineItems[0]?.id, price: '19.90' };
    const input = { specialInstructions: 'Ring twice', lineItems: [line] };
    expect(await admin.update(order.number, input)).toMatchObject({
      lineItems: [{ price: '19.9', priceIsOwn: true }],
    });
    const other = await cart();
    await reprice(other.variantId);
    const sent = { ...input, lineItems: [{ ...line, id: other.order.lineItems[0]?.id }] };
    const adminInRest = deskOf(database.client, { ...adminViewer, language: 'rest' });
    expect(await adminInRest.update(other.order.number, sent)).toMatchObject({
      lineItems: [{ price: '99.0', priceIsOwn: false }],
    });
  });

  test('REST sends the old price back with another quantity, and the line follows its variant (F11)', async () => {
    const { order, variantId } = await cart();
    await reprice(variantId);
    const input = { lineItems: [{ id: order.lineItems[0]?.id, quantity: 3, price: '19.90' }] };
    const adminInRest = deskOf(database.client, { ...adminViewer, language: 'rest' });
    expect(await adminInRest.update(order.number, input)).toMatchObject({
      itemTotal: '297.0',
      lineItems: [{ quantity: 3, price: '99.0', priceIsOwn: false }],
    });
    const lowered = [{ id: order.lineItems[0]?.id, quantity: 2, price: '15.00' }];
    expect(await adminInRest.update(order.number, { lineItems: lowered })).toMatchObject({
      lineItems: [{ quantity: 2, price: '15.0', priceIsOwn: true }],
    });
    const raised = [{ id: order.lineItems[0]?.id, quantity: 4, price: '15.00' }];
    expect(await adminInRest.update(order.number, { lineItems: raised })).toMatchObject({
      lineItems: [{ quantity: 4, price: '15.0', priceIsOwn: true }],
    });
  });

  test('a line with another variant has its price again', async () => {
    const { order } = await cart();
    const lineId = order.lineItems[0]?.id ?? '';
    await admin.set(order.number, lineId, { price: '15.00' });
    const other = await makeVariant(database.client, { price: '7.00', count: 9 });
    expect(await admin.set(order.number, lineId, { variantId: String(other) })).toMatchObject({
      price: '7.0',
      priceIsOwn: false,
    });
  });

  test('the line of a deleted variant keeps its price', async () => {
    const { order, variantId } = await cart();
    await reprice(variantId);
    const where = { id: variantId };
    await database.client.variant.update({ where, data: { deletedAt: new Date() } });
    await customer.update(order.number, { specialInstructions: 'Ring twice' });
    expect((await customer.read(order.number)).lineItems).toEqual(order.lineItems);
  });

  test('a completed order keeps its prices', async () => {
    const { order, variantId } = await cart();
    await customer.fire(order.number, 'complete');
    await reprice(variantId);
    await admin.set(order.number, order.lineItems[0]?.id ?? '', { quantity: 3 });
    expect(await admin.read(order.number)).toMatchObject({
      itemTotal: '59.7',
      lineItems: [{ quantity: 3, price: '19.9', priceIsOwn: false }],
    });
  });

  test('a payment is for the present total', async () => {
    const { order, variantId } = await atPayment();
    await reprice(variantId);
    expect(await customer.pay(order.number, check)).toMatchObject({ amount: '203.0' });
    expect(await customer.next(order.number)).toMatchObject({ state: 'complete', total: '203.0' });
  });

  test('with CART_PRICES=keep a line keeps the price it was added with', async () => {
    const keeper = deskOf(database.client, viewerWith(user, 'orders.fire'), {
      settings: { ...settings, cartPrices: 'keep' },
    });
    const { order, variantId } = await cart(keeper);
    await reprice(variantId);
    await keeper.add(order.number, { variantId: String(variantId) });
    expect(await keeper.fire(order.number, 'complete')).toMatchObject({
      state: 'complete',
      lineItems: [{ quantity: 3, price: '19.9' }],
    });
  });
});

describe('A price that changed before completion (T46)', () => {
  test('refuses complete once; the cart then shows it', async () => {
    const { order, variantId } = await cart();
    await reprice(variantId);
    expect((await customer.try.fire(order.number, 'complete')).errors).toEqual([
      {
        code: 'EVENT_REFUSED',
        allowed: ['next', 'complete'],
        fields: {
          state: ['cannot transition via "complete"'],
          price: await changed(order, variantId),
          base: ['Send the event again to complete the order at its present prices.'],
        },
      },
    ]);
    expect(await customer.read(order.number)).toMatchObject({
      state: 'cart',
      completedAt: null,
      total: '198.0',
      lockVersion: order.lockVersion + 1,
      lineItems: [{ price: '99.0' }],
      shipments: [],
    });
    expect(await customer.fire(order.number, 'complete')).toMatchObject({
      state: 'complete',
      itemTotal: '198.0',
    });
  });

  test('refuses it again if it changes again', async () => {
    const { order, variantId } = await cart();
    await reprice(variantId);
    await customer.try.fire(order.number, 'complete');
    await reprice(variantId, '98.00');
    const { errors } = await customer.try.fire(order.number, 'complete');
    const price = await changed(order, variantId, 'from $99.00 to $98.00');
    expect(errors).toMatchObject([{ code: 'EVENT_REFUSED', fields: { price } }]);
  });

  test('refuses the last step of a checkout once, beside what else is missing', async () => {
    const { order, variantId } = await atPayment();
    await customer.pay(order.number, check);
    await reprice(variantId);
    const fields = {
      price: await changed(order, variantId),
      base: ['Payments do not cover the order total.'],
    };
    expect((await customer.try.next(order.number)).errors).toEqual([
      { code: 'CHECKOUT_REFUSED', fields },
    ]);
    expect(await customer.read(order.number)).toMatchObject({ state: 'payment', total: '203.0' });
    await customer.pay(order.number, check);
    expect(await customer.next(order.number)).toMatchObject({ state: 'complete' });
  });

  test('refuses a checkout that sends the payment as well, and keeps it at the new total', async () => {
    const { order, variantId } = await atPayment();
    await reprice(variantId);
    const price = await changed(order, variantId);
    const { errors } = await customer.try.checkout(order.number, { payments: [check] });
    expect(errors).toMatchObject([{ code: 'CHECKOUT_REFUSED', fields: { price } }]);
    expect(await customer.read(order.number)).toMatchObject({
      payments: [{ state: 'checkout', amount: '203.0' }],
    });
    expect(await customer.checkout(order.number, {})).toMatchObject({ state: 'complete' });
  });

  test('holds a checkout that advances in its last step', async () => {
    const { order, variantId } = await cart();
    await customer.pay(order.number, check);
    await reprice(variantId, '10.00');
    expect(await customer.advance(order.number)).toMatchObject({
      state: 'payment',
      total: '25.0',
    });
    expect(await customer.advance(order.number)).toMatchObject({ state: 'complete' });
  });

  test('does not hold an earlier step, which shows it', async () => {
    const { order, variantId } = await cart();
    await reprice(variantId);
    expect(await customer.next(order.number)).toMatchObject({ state: 'address', total: '198.0' });
    expect(await customer.fire(order.number, 'complete')).toMatchObject({ state: 'complete' });
  });

  test('an event that is not the way to completion leaves it alone', async () => {
    const { order, variantId } = await cart();
    await reprice(variantId);
    for (const event of ['cancel', 'mend']) {
      expect((await customer.try.fire(order.number, event)).errors).toMatchObject([
        { code: 'EVENT_REFUSED', allowed: ['next'] },
      ]);
    }
    expect(await customer.read(order.number)).toEqual(order);
  });
});

describe('Taxes until completion (T46)', () => {
  const taxing = (taxRate: string, taxShipping = false) =>
    deskOf(database.client, viewerWith(user, 'orders.fire'), {
      settings: { ...settings, taxRate, taxShipping },
    });
  const notCovered = { base: ['Payments do not cover the order total.'] };

  /** Two pieces at 20.00 with 7.60 of tax, whose shipping is 5.00. */
  async function taxedCart(): Promise<ReadOrder> {
    const variantId = await makeVariant(database.client, { price: '20.00', count: 9 });
    const lineItems = [{ variantId: String(variantId), quantity: 2 }];
    return taxing('0.19').create({ lineItems, billAddress: maineAddress, useBilling: true });
  }

  /** The number of an order that waits for its last step, with a payment of all it costs. */
  async function paidInCheckout(): Promise<string> {
    const { number } = await taxedCart();
    for (let step = 0; step < 3; step += 1) await taxing('0.19').next(number);
    await taxing('0.19').pay(number, check);
    expect(await customer.read(number)).toMatchObject({
      state: 'payment',
      total: '52.6',
      payments: [{ state: 'checkout', amount: '52.6' }],
    });
    return number;
  }

  test.each([
    ['the rate has risen', taxing.bind(null, '0.21'), '53.4'],
    ['shipping is taxed now', taxing.bind(null, '0.19', true), '53.55'],
  ])('an order is not completed below its total once %s', async (_why, later, total) => {
    const number = await paidInCheckout();
    expect((await later().try.next(number)).errors).toEqual([
      { code: 'CHECKOUT_REFUSED', fields: notCovered },
    ]);
    expect(await customer.read(number)).toMatchObject({ state: 'payment', total });
    await later().pay(number, check);
    expect(await later().next(number)).toMatchObject({
      state: 'complete',
      total,
      payments: [
        { state: 'invalid', amount: '52.6' },
        { state: 'pending', amount: total },
      ],
    });
  });

  test('an event that is refused shows what the order costs now', async () => {
    const number = await paidInCheckout();
    const { errors } = await taxing('0.21').try.fire(number, 'next');
    expect(errors).toMatchObject([{ code: 'EVENT_REFUSED', fields: notCovered }]);
    expect(await customer.read(number)).toMatchObject({ state: 'payment', total: '53.4' });
  });

  test('a checkout that advances stops before its last step', async () => {
    const { number } = await taxedCart();
    await taxing('0.19').pay(number, check);
    expect(await taxing('0.21').advance(number)).toMatchObject({ state: 'payment', total: '53.4' });
  });

  test('an order whose taxes have fallen is completed at the lower total', async () => {
    const number = await paidInCheckout();
    expect(await taxing('0.07').next(number)).toMatchObject({ state: 'complete', total: '47.8' });
  });

  test.each([
    ['payment', (number: string) => taxing('0.21').pay(number, check)],
    [
      'payment among the changes of its order',
      (number: string) => taxing('0.21').update(number, { payments: [check] }),
    ],
  ])('a %s is by default what an unpaid sale costs at the new rate', async (_what, pay) => {
    const { number } = await taxedCart();
    await taxing('0.19').next(number);
    await taxing('0.19').next(number);
    expect(await taxing('0.19').fire(number, 'complete')).toMatchObject({ total: '52.6' });
    await pay(number);
    expect(await customer.read(number)).toMatchObject({
      total: '53.4',
      payments: [{ state: 'checkout', amount: '53.4' }],
    });
  });

  test('a sale that is canceled keeps the tax that it had', async () => {
    const { number } = await taxedCart();
    await taxing('0.19').next(number);
    await taxing('0.19').next(number);
    await taxing('0.19').fire(number, 'complete');
    expect(await taxing('0.21').fire(number, 'cancel')).toMatchObject({ total: '52.6' });
  });
});
