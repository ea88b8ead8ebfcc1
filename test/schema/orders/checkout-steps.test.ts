import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import type { Database } from '../../../prisma/database.ts';
import { findViolations } from '../../../prisma/invariants.ts';
import type { Viewer } from '../../../schema/index.ts';
import { openTestDatabase } from '../../support/database.ts';
import { adminViewer, viewerWith, settings } from '../../support/graphql.ts';
import { type Desk, deskOf, maineAddress, type ReadOrder } from '../../support/orders.ts';
import { makeUser, makeVariant } from '../../support/records.ts';

let database: Database;
let user: NonNullable<Viewer['user']>;
let customer: Desk;
let admin: Desk;
/** The admin in REST, which ignores what has no effect. */
let inRest: Desk;

beforeAll(async () => {
  database = await openTestDatabase();
  user = await makeUser(database.client, 'ada@harbour.test');
  customer = deskOf(database.client, viewerWith(user, 'orders.fire'));
  admin = deskOf(database.client, adminViewer);
  inRest = deskOf(database.client, { ...adminViewer, language: 'rest' });
  await database.client.paymentMethod.create({ data: { name: 'Card', kind: 'card', position: 2 } });
});
afterAll(async () => {
  expect(await findViolations(database)).toEqual([]);
  await database.close();
});

/** How a checkout that cannot advance is refused (A32). */
const stuck = (fields: Record<string, string[]>) => [{ code: 'CHECKOUT_REFUSED', fields }];
const noStep = { state: ['cannot transition via "next"'] };
const check = { payments: [{ paymentMethod: { name: 'Check' } }] };
const addresses = { billAddress: maineAddress, useBilling: true };

/** A cart of two units at 10.00 with both addresses. */
async function cart(wish: Parameters<typeof makeVariant>[1] = {}): Promise<ReadOrder> {
  const variantId = await makeVariant(database.client, { count: 5, ...wish });
  return customer.create({
    lineItems: [{ variantId: String(variantId), quantity: 2 }],
    ...addresses,
  });
}

async function atPayment(): Promise<ReadOrder> {
  const { number } = await cart();
  await customer.next(number);
  await customer.next(number);
  return customer.next(number);
}

describe('PUT checkout: attributes, then one step (T25)', () => {
  test('a refused step keeps the attributes', async () => {
    const { number } = await customer.create({});
    const { errors } = await customer.try.checkout(number, { specialInstructions: 'Ring twice' });
    expect(errors).toEqual(
      stuck({
        base: ['There are no items for this order. Please add an item to the order to continue.'],
      }),
    );
    expect(await customer.read(number)).toMatchObject({
      state: 'cart',
      specialInstructions: 'Ring twice',
    });
  });

  test.each([false, null])(
    'a missing ship address is told by its own name beside useBilling %s, which names none (V1)',
    async (useBilling) => {
      const variantId = String(await makeVariant(database.client, { count: 5 }));
      const { number } = await customer.create({ lineItems: [{ variantId }] });
      await customer.checkout(number, { billAddress: maineAddress });
      const input = { email: 'ada@harbour.test', useBilling };
      const { errors } = await customer.try.checkout(number, input);
      expect(errors).toEqual(stuck({ shipAddress: ["can't be blank"] }));
      expect(await customer.read(number)).toMatchObject({ state: 'address', shipAddress: null });
    },
  );

  test('a refused step returns the order only if it wrote something (V1)', async () => {
    const empty = await customer.create({});
    const input = { specialInstructions: 'Ring twice' };
    const { record } = await customer.try.checkout(empty.number, input);
    expect(record).toMatchObject({ ...input, lockVersion: empty.lockVersion + 1 });
    const repeated = await customer.try.checkout(empty.number, input);
    const next = await customer.try.next(empty.number);
    expect([repeated, next]).toMatchObject([
      { record: null, errors: [{ code: 'CHECKOUT_REFUSED' }] },
      { record: null, errors: [{ code: 'CHECKOUT_REFUSED' }] },
    ]);
    expect(await customer.read(empty.number)).toEqual(record);
  });

  test('invalid attributes keep nothing and take no step', async () => {
    const order = await cart();
    const { errors } = await customer.try.checkout(order.number, {
      specialInstructions: 'lost',
      email: 'nobody',
    });
    expect(errors).toEqual([{ code: 'INVALID', fields: { email: ['is invalid'] } }]);
    expect(await customer.read(order.number)).toEqual(order);
  });

  test('a coupon is refused, as in every write of an order (F41)', async () => {
    const order = await cart();
    const { errors } = await customer.try.checkout(order.number, { couponCode: 'SPRING' });
    expect(errors).toEqual([{ code: 'INVALID', fields: { couponCode: ['is not supported'] } }]);
    expect((await customer.checkout(order.number, { couponCode: '  ' })).state).toBe('address');
  });

  test('a completed order is refused; REST answers it as it is, and the body is not read (V30)', async () => {
    const { number } = await cart();
    const order = await customer.fire(number, 'complete');
    const { id } = order.lineItems[0] ?? {};
    const input = { email: 'nobody', lineItems: [{ id, quantity: 9 }] };
    const stale = order.lockVersion - 1;
    expect(await customer.try.checkout(number, input)).toEqual({
      record: null,
      errors: stuck(noStep),
    });
    expect((await customer.try.checkout(number, input, stale)).errors).toEqual([
      { code: 'CONFLICT', lockVersion: order.lockVersion },
    ]);
    expect(await inRest.try.checkout(number, input, stale)).toEqual({ record: order, errors: [] });
    expect(await customer.read(number)).toEqual(order);
  });

  test('a stale lock version is a conflict before completion (F15)', async () => {
    const order = await cart();
    const { errors } = await customer.try.checkout(order.number, {}, order.lockVersion + 1);
    expect(errors).toEqual([{ code: 'CONFLICT', lockVersion: order.lockVersion }]);
    expect(await customer.read(order.number)).toEqual(order);
  });

  test('changed contents fall back to address before the step is taken', async () => {
    const { number, lineItems } = await atPayment();
    const after = await customer.checkout(number, {
      lineItems: [{ id: lineItems[0]?.id, quantity: 3 }],
    });
    expect(after.state).toBe('delivery');
    expect(after.shipments[0]?.inventoryUnits).toHaveLength(3);
  });

  test('a step that finds no stock keeps the attributes, and nothing else', async () => {
    const variantId = await makeVariant(database.client, {
      name: 'Lamp',
      count: 2,
      backorderable: false,
    });
    const { number } = await customer.create({
      lineItems: [{ variantId: String(variantId), quantity: 2 }],
      ...addresses,
    });
    await customer.next(number);
    await customer.next(number);
    await customer.next(number);
    await admin.adjust(variantId, -1);
    const { errors } = await customer.try.checkout(number, check);
    expect(errors).toEqual(stuck({ quantity: ['Selected quantity of "Lamp" is not available.'] }));
    expect(await customer.read(number)).toMatchObject({
      state: 'payment',
      completedAt: null,
      payments: [{ state: 'checkout' }],
      shipments: [{ inventoryUnits: [{ state: 'on_hand' }, { state: 'on_hand' }] }],
    });
  });
});

describe('PUT checkout/next', () => {
  test('takes one step', async () => {
    const { number } = await cart();
    const states = [];
    for (let step = 0; step < 3; step += 1) states.push((await customer.next(number)).state);
    expect(states).toEqual(['address', 'delivery', 'payment']);
  });

  test.each([
    ['complete', ['complete']],
    ['canceled', ['complete', 'cancel']],
    ['resumed', ['complete', 'cancel', 'resume']],
    ['returned', ['complete', 'authorize_return', 'return']],
  ])('is refused in %s and changes nothing', async (_state, events) => {
    const { number } = await cart();
    for (const event of events) await customer.fire(number, event);
    const order = await customer.read(number);
    expect((await customer.try.next(number)).errors).toEqual(stuck(noStep));
    expect(await customer.read(number)).toEqual(order);
  });
});

describe('PUT checkout/advance', () => {
  test('goes as far as it can, and is content with no step at all', async () => {
    const { number } = await cart();
    expect((await customer.advance(number)).state).toBe('payment');
    const order = await customer.read(number);
    expect(await customer.advance(number)).toEqual(order);
  });

  test('completes an order that is paid for', async () => {
    const { number } = await cart();
    await customer.advance(number);
    await customer.pay(number, { paymentMethod: { name: 'Check' } });
    expect(await customer.advance(number)).toMatchObject({
      state: 'complete',
      payments: [{ state: 'pending' }],
    });
    const order = await customer.read(number);
    expect(await customer.advance(number)).toEqual(order);
  });

  test('raises the version once, whatever the number of steps (B51)', async () => {
    const { number, lockVersion } = await cart();
    expect(await customer.advance(number)).toMatchObject({
      state: 'payment',
      lockVersion: lockVersion + 1,
    });
    const paying = { payments: [{ paymentMethod: { name: 'Check' } }] };
    expect(await customer.checkout(number, paying)).toMatchObject({
      state: 'complete',
      lockVersion: lockVersion + 2,
    });
  });

  test('an empty cart stays one', async () => {
    const order = await customer.create({});
    expect(await customer.advance(order.number)).toEqual(order);
  });

  test('an order that costs nothing has no payment to make (T9)', async () => {
    const db = database.client;
    const category = await db.shippingCategory.create({
      data: { name: 'Gifts', isDefault: false },
    });
    const zone = await db.zone.findFirstOrThrow({ where: { name: 'Everywhere' } });
    await db.shippingMethod.create({
      data: {
        name: 'Hand',
        baseCost: '0',
        itemCost: '0',
        zoneId: zone.id,
        shippingCategoryId: category.id,
      },
    });
    const variantId = await makeVariant(db, { price: '0.00', count: 5 });
    await db.product.updateMany({
      where: { variants: { some: { id: variantId } } },
      data: { shippingCategoryId: category.id },
    });
    const { number } = await customer.create({
      lineItems: [{ variantId: String(variantId), quantity: 2 }],
      ...addresses,
    });
    expect(await customer.advance(number)).toMatchObject({
      state: 'complete',
      total: '0.0',
      paymentState: 'paid',
      checkoutSteps: ['address', 'delivery', 'complete'],
    });
  });
});

describe('Paying (T10 to T12)', () => {
  test('nothing was offered', async () => {
    const { number } = await atPayment();
    expect((await customer.try.next(number)).errors).toEqual(
      stuck({ base: ['No pending payments'] }),
    );
  });

  test('too little was offered', async () => {
    const { number } = await atPayment();
    await admin.pay(number, { paymentMethod: { name: 'Check' }, amount: '24.99' });
    expect((await customer.try.next(number)).errors).toEqual(
      stuck({ base: ['Payments do not cover the order total.'] }),
    );
  });

  test('what was captured before counts', async () => {
    const { number } = await atPayment();
    const { id } = await customer.pay(number, { paymentMethod: { name: 'Check' } });
    await admin.firePayment(number, id, 'purchase');
    expect(await customer.next(number)).toMatchObject({ state: 'complete', paymentState: 'paid' });
  });

  test('the amount sent with a checkout counts; REST ignores it, and an earlier offer is void (V30)', async () => {
    const { number } = await atPayment();
    await customer.pay(number, { paymentMethod: { name: 'Check' } });
    const input = { payments: [{ paymentMethod: { name: 'Check' }, amount: '1.00' }] };
    const other = (await atPayment()).number;
    expect((await admin.try.checkout(other, input)).errors).toEqual(
      stuck({ base: ['Payments do not cover the order total.'] }),
    );
    expect((await admin.read(other)).payments).toMatchObject([{ amount: '1.0' }]);
    const after = await inRest.checkout(number, input);
    expect(after).toMatchObject({
      state: 'complete',
      payments: [
        { state: 'invalid', amount: '25.0' },
        { state: 'pending', amount: '25.0' },
      ],
    });
  });

  test('a card needs confirmation (T10)', async () => {
    const { number } = await atPayment();
    const confirm = await customer.checkout(number, {
      payments: [{ paymentMethod: { name: 'Card' } }],
    });
    expect(confirm).toMatchObject({
      state: 'confirm',
      checkoutSteps: ['address', 'delivery', 'payment', 'confirm', 'complete'],
      payments: [{ state: 'checkout' }],
    });
    expect((await customer.next(number)).state).toBe('complete');
  });

  test('with the setting CHECKOUT_CONFIRM every order needs confirmation', async () => {
    const strict = deskOf(database.client, viewerWith(user, 'orders.fire'), {
      settings: { ...settings, checkoutConfirm: true },
    });
    const { number } = await atPayment();
    expect((await strict.try.next(number)).errors).toEqual(
      stuck({ base: ['No pending payments'] }),
    );
    const confirm = await strict.checkout(number, check);
    expect(confirm).toMatchObject({
      state: 'confirm',
      checkoutSteps: ['address', 'delivery', 'payment', 'confirm', 'complete'],
    });
    expect((await strict.next(number)).state).toBe('complete');
  });

  test('a confirmation without an open payment is refused', async () => {
    const { number } = await atPayment();
    const { payments } = await customer.checkout(number, {
      payments: [{ paymentMethod: { name: 'Card' } }],
    });
    await admin.firePayment(number, String(payments[0]?.id), 'void');
    expect((await customer.try.next(number)).errors).toEqual(
      stuck({ base: ['No pending payments'] }),
    );
  });
});

describe('Rates (T21 to T23)', () => {
  test('reading an order changes nothing of its proposal', async () => {
    const { number } = await cart();
    await customer.next(number);
    const order = await customer.next(number);
    expect(await customer.read(number)).toEqual(order);
    expect(await customer.read(number)).toEqual(order);
  });

  test('a zone holds the countries and states that are its members', async () => {
    const db = database.client;
    const category = await db.shippingCategory.create({ data: { name: 'Ice', isDefault: false } });
    const maine = await db.state.findFirstOrThrow({
      where: { abbr: 'ME', country: { iso: 'US' } },
    });
    const canada = await db.country.findUniqueOrThrow({ where: { iso: 'CA' } });
    const zones = {
      North: [{ stateId: maine.id }, { countryId: canada.id }],
      Canada: [{ countryId: canada.id }],
    };
    for (const [name, members] of Object.entries(zones)) {
      const zone = await db.zone.create({ data: { name, members: { create: members } } });
      await db.shippingMethod.create({
        data: {
          name: `To ${name}`,
          baseCost: name === 'North' ? '7.00' : '3.00',
          itemCost: '0.50',
          zoneId: zone.id,
          shippingCategoryId: category.id,
        },
      });
    }
    const { number, lineItems } = await cart();
    await db.product.updateMany({
      where: { variants: { some: { id: BigInt(lineItems[0]?.variant.id ?? '') } } },
      data: { shippingCategoryId: category.id },
    });
    const ratesTo = async (shipAddress: Record<string, unknown>) => {
      await customer.update(number, { shipAddress });
      const { record } = await customer.try.advance(number);
      return record.shipments.map(({ shippingRates }) =>
        shippingRates.map(({ name, cost }) => [name, cost]),
      );
    };
    expect(await ratesTo({})).toEqual([[['To North', '8.0']]]);
    expect(await ratesTo({ country: { iso: 'CA' }, state: { abbr: 'NS' } })).toEqual([
      [
        ['To Canada', '4.0'],
        ['To North', '8.0'],
      ],
    ]);
    expect(await ratesTo({ country: { iso: 'US' }, state: { abbr: 'NY' } })).toEqual([]);
    expect((await customer.read(number)).state).toBe('address');
  });
});
