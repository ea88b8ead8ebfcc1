import { afterAll, afterEach, beforeAll, describe, expect, test } from '@jest/globals';
import type { Database } from '../../../prisma/database.ts';
import { openTestDatabase } from '../../support/database.ts';
import { dispatchOf, expectSound, makeLocation, putStock } from '../../support/dispatch.ts';
import { adminViewer, customerViewer } from '../../support/graphql.ts';
import { type Desk, deskOf, maineAddress, type ReadOrder, shipAll } from '../../support/orders.ts';
import { makeUser, makeVariant } from '../../support/records.ts';
import { danish, deliverToTwoCountries, swedish } from '../../support/two-countries.ts';

let database: Database;
let admin: Desk;
let customer: Desk;

beforeAll(async () => {
  database = await openTestDatabase();
  const db = database.client;
  admin = deskOf(db, adminViewer, { origin: { actor: 'user', address: null } });
  customer = deskOf(db, customerViewer(await makeUser(db, 'ada@harbour.test')));
  await deliverToTwoCountries(database);
});
afterEach(() => expectSound(database));
afterAll(() => database.close());

const variant = async () => String(await makeVariant(database.client, { count: 9 }));
const writeBox = (ref: string, input: object) =>
  dispatchOf(database, adminViewer).act('updateShipment', { ref, input });

/** A completed order of one piece to Maine, shipped for 6.00. */
async function placed(): Promise<ReadOrder> {
  const { number } = await customer.create({
    lineItems: [{ variantId: await variant() }],
    email: 'ada@harbour.test',
    billAddress: maineAddress,
    shipAddress: maineAddress,
  });
  await customer.advance(number);
  await customer.checkout(number, { payments: [{ paymentMethod: { name: 'Check' } }] });
  return customer.read(number);
}

/** The same, once its only box has left. */
async function sent(): Promise<ReadOrder> {
  const order = await placed();
  await shipAll(admin, order);
  return order;
}

const boxesOf = ({ shipments }: ReadOrder) =>
  shipments.map(({ state, shippingMethod, cost }) => [state, shippingMethod?.name, cost]);
const ratesOf = ({ shipments }: ReadOrder) =>
  shipments
    .at(-1)
    ?.shippingRates.map(({ name, cost, selected }) => [name, cost, selected ? 'selected' : '']);

/** What brings another piece into an order after everything has left, in a new box. */
const ways: readonly (readonly [string, (order: ReadOrder) => Promise<unknown>])[] = [
  ['a line', async ({ number }) => admin.add(number, { variantId: await variant() })],
  [
    'a larger quantity',
    ({ number, lineItems }) => admin.set(number, lineItems[0]?.id ?? '', { quantity: 2 }),
  ],
  [
    'an update of the order',
    async ({ number }) => admin.update(number, { lineItems: [{ variantId: await variant() }] }),
  ],
  ['a shipment', async ({ number }) => admin.pack(number, { variantId: await variant() })],
  ['an empty shipment', ({ number }) => admin.pack(number, {})],
];

describe.each(ways)('Decision T45: a box that %s brings after everything has left', (_way, add) => {
  test('goes as the last one did, at no cost', async () => {
    const order = await sent();
    await add(order);
    const after = await admin.read(order.number);
    expect(boxesOf(after)).toEqual([
      ['shipped', 'US for 5', '6.0'],
      ['pending', 'US for 5', '0.0'],
    ]);
    expect(ratesOf(after)).toEqual([
      ['US for 5', '0.0', 'selected'],
      ['US for 6', '7.0', ''],
    ]);
  });

  test('lets its customer correct the address within the zone of its shipping', async () => {
    const { number, ...order } = await sent();
    await add({ number, ...order });
    await customer.update(number, { shipAddress: { ...maineAddress, state: { abbr: 'NY' } } });
    expect((await customer.read(number)).shipAddress?.state?.abbr).toBe('NY');
  });

  test('goes by what delivers where the order has moved meanwhile, at no cost', async () => {
    const order = await sent();
    await customer.update(order.number, { shipAddress: danish });
    await add(order);
    const after = await admin.read(order.number);
    expect(boxesOf(after)).toEqual([
      ['shipped', 'US for 5', '6.0'],
      ['pending', 'DK for 20', '0.0'],
    ]);
    expect(ratesOf(after)?.map(([name]) => name)).toEqual(['DK for 20', 'DK for 30']);
  });

  test('is refused where nothing delivers', async () => {
    const order = await sent();
    await customer.update(order.number, { shipAddress: swedish });
    const before = await admin.read(order.number);
    await expect(add(order)).rejects.toThrow('does not deliver there');
    expect(await admin.read(order.number)).toEqual(before);
  });
});

test('a box after one that went to an address of its own goes to that of the order', async () => {
  const order = await placed();
  const box = order.shipments[0]?.id ?? '';
  await writeBox(box, { address: { ...maineAddress, city: 'Bangor' } });
  await shipAll(admin, order);
  await admin.add(order.number, { variantId: await variant() });
  const after = await admin.read(order.number);
  const dispatch = dispatchOf(database, adminViewer);
  const { address } = await dispatch.act('shipment', { ref: after.shipments[1]?.id });
  expect(address?.city).toBe('Portland');
  expect(boxesOf(after)[1]).toEqual(['pending', 'US for 5', '0.0']);
});

test('a box is offered at what its own goods would cost (C29)', async () => {
  const order = await placed();
  await admin.set(order.number, order.lineItems[0]?.id ?? '', { quantity: 4 });
  await shipAll(admin, await admin.read(order.number));
  await admin.add(order.number, { variantId: await variant() });
  expect(ratesOf(await admin.read(order.number))).toEqual([
    ['US for 5', '0.0', 'selected'],
    ['US for 6', '7.0', ''],
  ]);
});

test('a box is offered at what the goods of all lines of one request cost (C29)', async () => {
  const { number } = await sent();
  const lineItems = [
    { variantId: await variant(), quantity: 2 },
    { variantId: await variant(), quantity: 3 },
  ];
  await admin.update(number, { lineItems });
  expect(ratesOf(await admin.read(number))).toEqual([
    ['US for 5', '0.0', 'selected'],
    ['US for 6', '11.0', ''],
  ]);
});

test('a box that is asked for by another method costs what its own goods do by that', async () => {
  const order = await placed();
  await admin.set(order.number, order.lineItems[0]?.id ?? '', { quantity: 4 });
  await shipAll(admin, await admin.read(order.number));
  const { id } = await database.client.shippingMethod.findFirstOrThrow({
    where: { name: 'US for 6' },
  });
  const input = { variantId: await variant(), quantity: 2, shippingMethodId: String(id) };
  await admin.pack(order.number, input);
  expect(boxesOf(await admin.read(order.number))[1]).toEqual(['pending', 'US for 6', '8.0']);
});

test('a box that is asked for by another method costs what that costs', async () => {
  const { number } = await sent();
  const { id } = await database.client.shippingMethod.findFirstOrThrow({
    where: { name: 'US for 6' },
  });
  await admin.pack(number, { variantId: await variant(), shippingMethodId: String(id) });
  expect(boxesOf(await admin.read(number))[1]).toEqual(['pending', 'US for 6', '7.0']);
});

test('a box goes like the newest that was not canceled, else like the newest', async () => {
  const { number, shipments } = await sent();
  await admin.pack(number, { variantId: await variant() });
  const [, second] = (await admin.read(number)).shipments;
  const express = second?.shippingRates.find(({ name }) => name === 'US for 6');
  await writeBox(second?.id ?? '', { selectedShippingRateId: express?.id });
  await admin.fireShipment(second?.id ?? '', 'cancel');
  await admin.add(number, { variantId: await variant() });
  expect(boxesOf(await admin.read(number))).toEqual([
    ['shipped', 'US for 5', '6.0'],
    ['canceled', 'US for 6', '7.0'],
    ['pending', 'US for 5', '0.0'],
  ]);
  expect(shipments).toHaveLength(1);

  const other = await placed();
  await admin.fireShipment(other.shipments[0]?.id ?? '', 'cancel');
  await admin.add(other.number, { variantId: await variant() });
  expect(boxesOf(await admin.read(other.number))).toEqual([
    ['canceled', 'US for 5', '6.0'],
    ['pending', 'US for 5', '0.0'],
  ]);
});

test('a new shipment takes the method, the cost and the address that are given', async () => {
  const { number } = await sent();
  const { id } = await database.client.shippingMethod.findFirstOrThrow({
    where: { name: 'DK for 30' },
  });
  await admin.pack(number, {
    variantId: await variant(),
    shippingMethodId: String(id),
    cost: '12.00',
    address: danish,
  });
  expect(boxesOf(await admin.read(number))[1]).toEqual(['pending', 'DK for 30', '12.0']);
});

test('goods that were in no shipment go as the last box did, also from another location', async () => {
  const annex = await makeLocation(database);
  const order = await placed();
  const variantId = await makeVariant(database.client, { count: 1 });
  await admin.add(order.number, { variantId: String(variantId) });
  const { shipments } = await admin.read(order.number);
  const loose = shipments[0]?.inventoryUnits[1]?.id ?? '';
  expect((await admin.try.writeUnit(loose, { shipmentId: null })).errors).toEqual([]);
  await admin.fire(order.number, 'cancel');
  await admin.adjust(variantId, -1);
  await putStock(database, variantId, annex, 1);
  await admin.fire(order.number, 'resume');
  expect(boxesOf(await admin.read(order.number))).toEqual([
    ['pending', 'US for 5', '6.0'],
    ['pending', 'US for 5', '0.0'],
  ]);
});

test('a shipment made of goods that were in none goes as the others do', async () => {
  const order = await placed();
  await admin.add(order.number, { variantId: await variant() });
  const { shipments } = await admin.read(order.number);
  const loose = shipments[0]?.inventoryUnits[1]?.id ?? '';
  expect((await admin.try.writeUnit(loose, { shipmentId: null })).errors).toEqual([]);
  await admin.pack(order.number, { inventoryUnitIds: [loose] });
  expect(boxesOf(await admin.read(order.number))[1]).toEqual(['pending', 'US for 5', '0.0']);
});

test('in an order that never had a method a box has none either', async () => {
  const { number } = await admin.cartOf([await makeVariant(database.client, { count: 9 }), 1]);
  await shipAll(admin, await admin.fire(number, 'complete'));
  await admin.add(number, { variantId: await variant() });
  expect(boxesOf(await admin.read(number))).toEqual([
    ['shipped', undefined, '0.0'],
    ['pending', undefined, '0.0'],
  ]);
});
