import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import type { Database } from '../../../prisma/database.ts';
import { findViolations } from '../../../prisma/invariants.ts';
import type { Viewer } from '../../../schema/index.ts';
import { openTestDatabase } from '../../support/database.ts';
import { adminViewer, customerViewer, run, viewerWith } from '../../support/graphql.ts';
import { type Desk, deskOf, maineAddress, type ReadOrder } from '../../support/orders.ts';
import { makeUser, makeVariant } from '../../support/records.ts';

let database: Database;
let user: NonNullable<Viewer['user']>;
let customer: Desk;
let admin: Desk;
/** The customer in REST, which ignores what has no effect. */
let inRest: Desk;
let adminInRest: Desk;

const statements: string[] = [];

beforeAll(async () => {
  database = await openTestDatabase({ onStatement: (sql) => statements.push(sql) });
  user = await makeUser(database.client, 'ada@harbour.test');
  customer = deskOf(database.client, viewerWith(user, 'orders.fire'));
  admin = deskOf(database.client, adminViewer);
  inRest = deskOf(database.client, { ...viewerWith(user), language: 'rest' });
  adminInRest = deskOf(database.client, { ...adminViewer, language: 'rest' });
});
afterAll(async () => {
  expect(await findViolations(database)).toEqual([]);
  await database.close();
});

const invalid = (fields: Record<string, string[]>) => [{ code: 'INVALID', fields }];

/** An order of two units in `delivery`. */
async function atDelivery(): Promise<ReadOrder> {
  const { number } = await customer.cartOf([await makeVariant(database.client), 2]);
  await customer.update(number, { billAddress: maineAddress, useBilling: true });
  await customer.next(number);
  return customer.next(number);
}

/** Checks that the order is exactly as it was, including updated_at and lock_version. */
async function expectUnchanged(before: ReadOrder): Promise<void> {
  expect(await customer.read(before.number)).toEqual(before);
}

describe('What is sent is written, what is not stays (F11)', () => {
  test('texts; a blank is null', async () => {
    const { number } = await customer.create({ specialInstructions: 'Ring twice' });
    expect(await customer.update(number, { email: 'new@harbour.test' })).toMatchObject({
      email: 'new@harbour.test',
      specialInstructions: 'Ring twice',
    });
    expect(await customer.update(number, { email: ' ', specialInstructions: '' })).toMatchObject({
      email: null,
      specialInstructions: null,
    });
  });

  test('nothing sent changes nothing (F13)', async () => {
    const order = await atDelivery();
    await customer.update(order.number, {});
    await expectUnchanged(order);
  });

  test.each([
    ['lineItems', 500],
    ['shipments', 50],
    ['payments', 50],
  ])('safety 10: more entries of %s than %d are too many (A39, N60)', async (list, most) => {
    const order = await atDelivery();
    const entry = list === 'payments' ? {} : { id: order.shipments[0]?.id };
    const entries = Array.from({ length: most + 1 }, () => entry);
    expect((await admin.try.update(order.number, { [list]: entries })).errors).toEqual(
      invalid({ [list]: [`is too long (maximum is ${String(most)} entries)`] }),
    );
    expect(await admin.read(order.number)).toEqual(order);
  });

  test('safety 9: a customer writes 5,000 characters of instructions, the shop 65,535 (A39)', async () => {
    const { number } = await atDelivery();
    const write = (by: typeof admin, length: number) =>
      by.try.update(number, { specialInstructions: 'x'.repeat(length) });
    expect((await write(customer, 5_000)).errors).toEqual([]);
    expect((await write(customer, 5_001)).errors).toEqual(
      invalid({ specialInstructions: ['is too long (maximum is 5000 characters)'] }),
    );
    expect((await write(admin, 65_535)).errors).toEqual([]);
    // what staff wrote may be sent back
    expect((await write(customer, 65_535)).errors).toEqual([]);
  });

  test.each(['delivery', 'complete'])(
    'safety 16: in %s a write adds 499 lines, and changes them all (N60)',
    async (state) => {
      const { number, lineItems: first } = await atDelivery();
      if (state === 'complete') await admin.fire(number, state);
      const variantId = String(await makeVariant(database.client));
      const lineItems = Array.from({ length: 500 - first.length }, () => ({
        variantId,
        quantity: 1,
      }));
      const added = await admin.update(number, { lineItems }, false);
      expect(added.lineItems).toHaveLength(500);
      const doubled = added.lineItems.map(({ id }) => ({ id, quantity: 2 }));
      const { lineItems: changed } = await admin.update(number, { lineItems: doubled });
      expect(new Set(changed.map(({ quantity }) => quantity))).toEqual(new Set([2]));
    },
  );

  test('safety 16: a customer writes line items of 1,000 units, not more (N61)', async () => {
    const order = await atDelivery();
    const line = (quantity: number) => ({ lineItems: [{ id: order.lineItems[0]?.id, quantity }] });
    expect((await customer.try.update(order.number, line(1_001))).errors).toEqual(
      invalid({ 'lineItems.0.quantity': ['must be less than or equal to 1000'] }),
    );
  });

  test('a whole record sent back by REST changes nothing', async () => {
    const order = await atDelivery();
    await adminInRest.update(order.number, {
      email: order.email,
      specialInstructions: order.specialInstructions,
      userId: order.userId,
      channel: order.channel,
      billAddressId: order.billAddress?.id,
      shipAddressId: order.shipAddress?.id,
      billAddress: maineAddress,
      shipAddress: maineAddress,
      lineItems: order.lineItems.map(({ id, variant, quantity, price }) => ({
        id,
        variantId: variant.id,
        quantity,
        price,
      })),
      shipments: order.shipments.map(({ id, number, shippingRates }) => ({
        id,
        number,
        selectedShippingRateId: shippingRates.find(({ selected }) => selected)?.id,
      })),
      payments: order.payments.map(({ id, amount }) => ({ id, amount })),
    });
    await expectUnchanged(order);
  });

  test('a write moves updated_at and the lock version once', async () => {
    const { number, lockVersion, updatedAt } = await customer.create({});
    const after = await customer.update(number, { specialInstructions: 'Ring' });
    expect(after.lockVersion).toBe(lockVersion + 1);
    expect(Date.parse(after.updatedAt)).toBeGreaterThanOrEqual(Date.parse(updatedAt));
  });

  test('an order is found by id and by number in any letter case (F40)', async () => {
    const { id, number } = await customer.create({});
    const byId = await customer.update(id, { specialInstructions: 'One' });
    const byNumber = await customer.update(number.toLowerCase(), { specialInstructions: 'Two' });
    expect([byId.specialInstructions, byNumber.specialInstructions]).toEqual(['One', 'Two']);
  });
});

describe('A stale lock version is a conflict (F15)', () => {
  test('that changes nothing', async () => {
    const order = await customer.create({});
    const { errors } = await customer.try.update(
      order.number,
      { specialInstructions: 'late' },
      true,
      order.lockVersion + 1,
    );
    expect(errors).toEqual([{ code: 'CONFLICT', lockVersion: order.lockVersion }]);
    await expectUnchanged(order);
  });

  test('the present one is accepted', async () => {
    const { number, lockVersion } = await customer.create({});
    const { record, errors } = await customer.try.update(
      number,
      { email: 'b@harbour.test' },
      true,
      lockVersion,
    );
    expect(errors).toEqual([]);
    expect(record).toMatchObject({ email: 'b@harbour.test' });
  });
});

describe('Who may write what (A25, F41)', () => {
  test('owner and channel are refused from a customer, and ignored in REST', async () => {
    const other = await makeUser(database.client, 'bea@harbour.test');
    const order = await customer.create({});
    const input = { email: 'new@harbour.test', userId: String(other.id), channel: 'phone' };
    const needs = ['needs the permission orders.override'];
    expect((await customer.try.update(order.number, input)).errors).toEqual(
      invalid({ channel: needs, userId: needs }),
    );
    await expectUnchanged(order);
    await inRest.update(order.number, { ...input, email: order.email });
    await expectUnchanged(order);
  });

  test('the amount of a payment is refused from a customer, in checkout too', async () => {
    const order = await atDelivery();
    const payments = [{ paymentMethod: { name: 'Check' }, amount: '0.01' }];
    expect((await customer.try.update(order.number, { payments })).errors).toEqual(
      invalid({ 'payments.0.amount': ['needs the permission payments.update'] }),
    );
    await expectUnchanged(order);
    expect((await inRest.update(order.number, { payments })).payments).toMatchObject([
      { amount: '25.0' },
    ]);
  });

  test('an admin gives an order to another user or to nobody, and names a channel', async () => {
    const other = await makeUser(database.client, 'cleo@harbour.test');
    const { number } = await customer.create({});
    expect(
      await admin.update(number, { userId: String(other.id), channel: 'phone' }),
    ).toMatchObject({
      number,
      userId: String(other.id),
      channel: 'phone',
      email: 'ada@harbour.test',
    });
    expect(await admin.update(number, { userId: null, channel: null })).toMatchObject({
      userId: null,
      channel: 'api',
    });
    expect((await admin.try.update(number, { userId: '999999' })).errors).toEqual(
      invalid({ userId: ['is invalid'] }),
    );
  });
});

describe('Line items of an order (F41, T43, T44)', () => {
  test('with an id a line changes, without one a line is added, others stay', async () => {
    const [one, two, three] = [
      await makeVariant(database.client),
      await makeVariant(database.client),
      await makeVariant(database.client),
    ];
    const { number, lineItems } = await customer.cartOf([one, 1], [two, 1]);
    const after = await customer.update(number, {
      lineItems: [
        { id: lineItems[0]?.id, quantity: 4 },
        { variantId: String(three), quantity: 2 },
      ],
    });
    expect(after.lineItems.map(({ variant, quantity }) => [variant.id, quantity])).toEqual([
      [String(one), 4],
      [String(two), 1],
      [String(three), 2],
    ]);
    expect(after).toMatchObject({ itemTotal: '70.0', totalQuantity: 7 });
  });

  test('quantity 0 removes a line, and the last one leaves a cart', async () => {
    const order = await atDelivery();
    const after = await customer.update(order.number, {
      lineItems: [{ id: order.lineItems[0]?.id, quantity: 0 }],
    });
    expect(after).toMatchObject({
      state: 'cart',
      total: '0.0',
      lineItems: [],
      shipments: [],
      adjustments: [],
    });
  });

  test('a line item named twice is written twice; once removed it does not exist', async () => {
    const order = await customer.cartOf([await makeVariant(database.client), 2]);
    const id = order.lineItems[0]?.id;
    const twice = (first: number, second: number) =>
      customer.try.update(order.number, {
        lineItems: [
          { id, quantity: first },
          { id, quantity: second },
        ],
      });
    expect((await twice(5, 2)).record.lineItems).toMatchObject([{ quantity: 2 }]);
    expect((await twice(0, 1)).errors).toEqual(invalid({ 'lineItems.1.id': ['is invalid'] }));
    expect((await customer.read(order.number)).lineItems).toMatchObject([{ quantity: 2 }]);
  });

  test('each entry changes the line as those before it left it, and leaves as it is what it does not send', async () => {
    const [variantId, other] = [
      await makeVariant(database.client),
      await makeVariant(database.client),
    ];
    const asLeft = async (...entries: readonly object[]) => {
      const order = await customer.cartOf([variantId, 2]);
      const id = order.lineItems[0]?.id;
      const lineItems = entries.map((entry) =>
        'quantity' in entry && 'variantId' in entry ? entry : { id, ...entry },
      );
      const { lineItems: lines } = await admin.update(order.number, { lineItems });
      return lines.map(({ variant, quantity, price }) => [variant.id, quantity, price]);
    };
    const [own, another] = [String(variantId), String(other)];
    const [[, , price = ''] = []] = await asLeft({});
    expect(await asLeft({ variantId: own, quantity: 3 }, { price: '9.00' })).toEqual([
      [own, 5, '9.0'],
    ]);
    expect(await asLeft({ quantity: 5 }, { price: '9.00' })).toEqual([[own, 5, '9.0']]);
    expect(await asLeft({ quantity: 5 }, {})).toEqual([[own, 5, price]]);
    expect(await asLeft({ price: '9.00' }, { quantity: 4 })).toEqual([[own, 4, '9.0']]);
    expect(await asLeft({ variantId: another }, { variantId: own })).toEqual([[own, 2, price]]);
    expect(await asLeft({ variantId: another }, { quantity: 4 })).toEqual([[another, 4, price]]);
  });

  test('what is added and taken off again in one request needs no stock', async () => {
    const variantId = await makeVariant(database.client, { count: 3, backorderable: false });
    const order = await customer.cartOf([variantId, 2]);
    const id = order.lineItems[0]?.id;
    const add = { variantId: String(variantId), quantity: 3 };
    expect(
      (await customer.try.update(order.number, { lineItems: [add, { id }] })).errors,
    ).toMatchObject([{ code: 'INVALID' }]);
    await expectUnchanged(order);
    const { lineItems } = await customer.update(order.number, {
      lineItems: [add, { id, quantity: 3 }],
    });
    expect(lineItems).toMatchObject([{ quantity: 3 }]);
  });

  test('a line of another order is invalid, and nothing is written (A23)', async () => {
    const other = await customer.cartOf([await makeVariant(database.client), 1]);
    const order = await customer.cartOf([await makeVariant(database.client), 1]);
    const { errors } = await customer.try.update(order.number, {
      specialInstructions: 'lost',
      lineItems: [
        { id: order.lineItems[0]?.id, quantity: 9 },
        { id: other.lineItems[0]?.id, quantity: 9 },
      ],
    });
    expect(errors).toEqual(invalid({ 'lineItems.1.id': ['is invalid'] }));
    await expectUnchanged(order);
    await expectUnchanged(other);
  });
});

describe('Addresses of an order (T27, C25)', () => {
  test('are changed in place, attribute by attribute', async () => {
    const before = await customer.create({ billAddress: maineAddress, useBilling: true });
    const { billAddress, shipAddress } = await customer.update(before.number, {
      billAddress: { city: 'Bangor' },
    });
    expect(billAddress).toEqual({ ...before.billAddress, city: 'Bangor' });
    expect(shipAddress).toEqual(before.shipAddress);
  });

  test('the ship address as a copy of the bill address keeps its own row', async () => {
    const before = await customer.create({ billAddress: maineAddress, useBilling: true });
    const input = { billAddress: { city: 'Bangor' }, useBilling: true };
    const both = { ...input, shipAddress: { city: 'Augusta' } };
    expect((await customer.try.update(before.number, both)).errors).toEqual(
      invalid({ shipAddress: ['cannot be sent with useBilling'] }),
    );
    await expectUnchanged(before);
    // REST copies, whatever stands beside it
    await inRest.update(before.number, both);
    const { billAddress, shipAddress } = await customer.update(before.number, input);
    expect(shipAddress).toEqual({ ...billAddress, id: before.shipAddress?.id });
    expect(shipAddress?.city).toBe('Bangor');
  });

  test('are not removed: null is refused (V30)', async () => {
    const order = await customer.create({ billAddress: maineAddress, useBilling: true });
    const names = ['billAddress', 'billAddressId', 'shipAddress', 'shipAddressId'];
    const nothing = Object.fromEntries(names.map((name) => [name, null]));
    expect((await customer.try.update(order.number, nothing)).errors).toEqual(
      invalid(Object.fromEntries(names.map((name) => [name, ["can't be blank"]]))),
    );
    await expectUnchanged(order);
  });

  test('are refused for their form before the order is looked up, found or not (A24, V30)', async () => {
    const { number, lockVersion } = await customer.create({});
    const input = { billAddress: { city: 'Bangor' }, billAddressId: '1' };
    const document = `mutation ($by: OrderBy!, $input: UpdateOrderInput!, $ifVersion: Int) {
      updateOrder(by: $by, input: $input, ifVersion: $ifVersion) {
        order { id } userErrors { code field message } } }`;
    const before = statements.length;
    for (const by of [{ number }, { number: 'R0' }]) {
      const variables = { by, input, ifVersion: lockVersion + 1 };
      const { errors } = await run(database.client, customerViewer(user), document, variables);
      expect(errors).toEqual(invalid({ billAddressId: ['cannot be sent with billAddress'] }));
    }
    expect(statements.slice(before)).toEqual([]);
  });

  test('a copy needs a bill address; REST copies nothing without (V30)', async () => {
    const order = await customer.create({});
    const blank = invalid({ billAddress: ["can't be blank"] });
    expect((await customer.try.update(order.number, { useBilling: true })).errors).toEqual(blank);
    expect((await customer.try.create({ useBilling: true })).errors).toEqual(blank);
    await inRest.update(order.number, { useBilling: true });
    await expectUnchanged(order);
  });

  test('named by id are copied, because no row is shared', async () => {
    const before = await customer.create({
      billAddress: maineAddress,
      shipAddress: { ...maineAddress, city: 'Bangor' },
    });
    const { billAddress, shipAddress } = await customer.update(before.number, {
      shipAddressId: String(before.billAddress?.id),
    });
    expect(billAddress).toEqual(before.billAddress);
    expect(shipAddress).toEqual({ ...before.billAddress, id: before.shipAddress?.id });
  });

  test('of another order are invalid', async () => {
    const other = await customer.create({ billAddress: maineAddress });
    const order = await customer.create({ billAddress: maineAddress });
    const { errors } = await customer.try.update(order.number, {
      billAddressId: String(other.billAddress?.id),
      shipAddressId: 'x',
    });
    expect(errors).toEqual(
      invalid({ billAddressId: ['is invalid'], shipAddressId: ['is invalid'] }),
    );
    await expectUnchanged(order);
  });

  test.each([
    ['another city', { shipAddress: { city: 'Bangor' } }],
    ['the bill address, changed and copied', { billAddress: { city: 'Bangor' }, useBilling: true }],
  ])('a changed ship address voids the proposal: %s', async (_what, input) => {
    const order = await atDelivery();
    expect(await customer.update(order.number, input)).toMatchObject({
      state: 'address',
      shipments: [],
      adjustments: [],
      total: order.itemTotal,
      shipAddress: { city: 'Bangor' },
    });
  });

  test('a ship address named by id that differs voids the proposal too', async () => {
    const order = await atDelivery();
    await customer.update(order.number, { billAddress: { city: 'Bangor' } });
    expect(
      await customer.update(order.number, { shipAddressId: String(order.billAddress?.id) }),
    ).toMatchObject({ state: 'address', shipments: [], shipAddress: { city: 'Bangor' } });
  });

  test('a changed bill address leaves the proposal alone', async () => {
    const { number, shipments } = await atDelivery();
    expect(await customer.update(number, { billAddress: { city: 'Bangor' } })).toMatchObject({
      state: 'delivery',
      shipments,
    });
  });

  test('on a completed order they are corrected without further effect', async () => {
    const { number, shipments, total } = await atDelivery();
    await customer.fire(number, 'complete');
    const after = await customer.update(number, { shipAddress: { city: 'Bangor' } });
    expect(after).toMatchObject({ state: 'complete', total, shipAddress: { city: 'Bangor' } });
    expect(after.shipments.map(({ id, shippingRates }) => [id, shippingRates])).toEqual(
      shipments.map(({ id, shippingRates }) => [id, shippingRates]),
    );
  });
});

describe('The chosen rate of a shipment (T24)', () => {
  test('changes cost, adjustment and totals in one answer; ids stay', async () => {
    const order = await atDelivery();
    const [shipment] = order.shipments;
    const express = shipment?.shippingRates.find(({ name }) => name === 'Express');
    const after = await customer.update(order.number, {
      shipments: [{ id: shipment?.id, selectedShippingRateId: express?.id }],
    });
    expect(after).toMatchObject({
      state: 'delivery',
      adjustmentTotal: '15.0',
      total: '35.0',
      adjustments: [{ kind: 'shipping', amount: '15.0' }],
      shipments: [{ id: shipment?.id, cost: '15.0', shippingMethod: { name: 'Express' } }],
    });
    expect(after.shipments[0]?.shippingRates).toEqual(
      shipment?.shippingRates.map((rate) => ({ ...rate, selected: rate.id === express?.id })),
    );
  });

  test('a shipment is named by its number as well (F33)', async () => {
    const order = await atDelivery();
    const [shipment] = order.shipments;
    const after = await customer.update(order.number, {
      shipments: [
        {
          number: shipment?.number.toLowerCase(),
          selectedShippingRateId: shipment?.shippingRates[1]?.id,
        },
      ],
    });
    expect(after.shipments[0]?.cost).toBe('15.0');
  });

  test.each([
    ['a rate that is not of the shipment', 'rate'],
    ['a shipment that is not of the order', 'shipment'],
  ])('%s is invalid', async (_what, wrong) => {
    const [order, other] = [await atDelivery(), await atDelivery()];
    const shipmentId = (wrong === 'shipment' ? other : order).shipments[0]?.id;
    const { errors } = await customer.try.update(order.number, {
      shipments: [
        { id: shipmentId, selectedShippingRateId: other.shipments[0]?.shippingRates[1]?.id },
      ],
    });
    const key = wrong === 'shipment' ? 'id' : 'selectedShippingRateId';
    expect(errors).toEqual(invalid({ [`shipments.0.${key}`]: ['is invalid'] }));
    await expectUnchanged(order);
  });

  test('is closed on a canceled order', async () => {
    const { number, shipments } = await atDelivery();
    await customer.fire(number, 'complete');
    await customer.fire(number, 'cancel');
    const { errors } = await customer.try.update(number, {
      shipments: [
        { id: shipments[0]?.id, selectedShippingRateId: shipments[0]?.shippingRates[1]?.id },
      ],
    });
    expect(errors).toEqual(invalid({ 'shipments.0.selectedShippingRateId': ['is invalid'] }));
  });

  test('what a customer may not write of a shipment is refused, and ignored in REST (A25)', async () => {
    const order = await atDelivery();
    const input = { shipments: [{ id: order.shipments[0]?.id, tracking: '1Z9', cost: '0.01' }] };
    const needs = ['needs the permission shipments.update'];
    expect((await customer.try.update(order.number, input)).errors).toEqual(
      invalid({ 'shipments.0.tracking': needs, 'shipments.0.cost': needs }),
    );
    await expectUnchanged(order);
    await inRest.update(order.number, input);
    await expectUnchanged(order);
  });
});

describe('Payments of an order (F41, F45, T39)', () => {
  test('a newer one invalidates the earlier while the order is not completed', async () => {
    const { number } = await atDelivery();
    const check = { payments: [{ paymentMethod: { name: 'Check' } }] };
    await customer.update(number, check);
    const { payments } = await customer.update(number, check);
    expect(payments).toMatchObject([
      { state: 'invalid', amount: '25.0' },
      { state: 'checkout', amount: '25.0' },
    ]);
  });

  test('one with an id is refused, and ignored in REST (V30)', async () => {
    const { number } = await atDelivery();
    const check = { paymentMethod: { name: 'Check' } };
    const paid = await customer.update(number, { payments: [check] });
    const known = { id: paid.payments[0]?.id, amount: '1.00' };
    for (const desk of [customer, admin]) {
      expect((await desk.try.update(number, { payments: [check, known] })).errors).toEqual(
        invalid({ 'payments.1.id': ['is not supported'] }),
      );
    }
    await expectUnchanged(paid);
    await inRest.update(number, { payments: [known] });
    await expectUnchanged(paid);
  });

  test('staff record another amount in checkout too; REST what is to be paid (T39, V30)', async () => {
    const { number } = await atDelivery();
    const given = { payments: [{ paymentMethod: { name: 'Check' }, amount: '3.00' }] };
    expect((await admin.update(number, given)).payments).toMatchObject([{ amount: '3.0' }]);
    expect((await adminInRest.update(number, given)).payments).toMatchObject([
      { state: 'invalid', amount: '3.0' },
      { state: 'checkout', amount: '25.0' },
    ]);
  });

  test('the amount is what the write leaves to be paid, its lines and rates included (T25)', async () => {
    const { number, lineItems } = await customer.cartOf([await makeVariant(database.client), 1]);
    const { payments } = await customer.update(number, {
      lineItems: [{ id: lineItems[0]?.id, quantity: 3 }],
      payments: [{ paymentMethod: { name: 'Check' } }],
    });
    expect(payments).toMatchObject([{ amount: '30.0' }]);
  });

  test('on a closed order are refused', async () => {
    const { number } = await atDelivery();
    await customer.fire(number, 'complete');
    await customer.fire(number, 'cancel');
    const before = await customer.read(number);
    expect(
      (await customer.try.update(number, { payments: [{ paymentMethod: { name: 'Check' } }] }))
        .errors,
    ).toEqual([{ code: 'REFUSED', fields: { base: ['The order is closed.'] } }]);
    await expectUnchanged(before);
  });
});

describe('A refused write leaves nothing behind', () => {
  test('what was right beside what was wrong is not kept', async () => {
    const order = await atDelivery();
    const { errors } = await customer.try.update(order.number, {
      email: 'late@harbour.test',
      lineItems: [{ id: order.lineItems[0]?.id, quantity: 3 }],
      payments: [{ paymentMethod: { name: 'Gold' } }],
    });
    expect(errors).toEqual(invalid({ 'payments.0.paymentMethod': ['is invalid'] }));
    await expectUnchanged(order);
  });
});
