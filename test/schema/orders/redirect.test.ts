import { afterAll, afterEach, beforeAll, describe, expect, test } from '@jest/globals';
import type { Database } from '../../../prisma/database.ts';
import { openTestDatabase } from '../../support/database.ts';
import { dispatchOf, expectSound, invalid } from '../../support/dispatch.ts';
import { adminViewer, customerViewer, run, viewerWith } from '../../support/graphql.ts';
import { type Desk, deskOf, maineAddress, type ReadOrder } from '../../support/orders.ts';
import { makeUser, makeVariant } from '../../support/records.ts';
import { danish, deliverToTwoCountries, swedish } from '../../support/two-countries.ts';

let database: Database;
let admin: Desk;
let customer: Desk;
/** May write shipments, but not override orders. */
let packer: Desk;

beforeAll(async () => {
  database = await openTestDatabase();
  const db = database.client;
  admin = deskOf(db, adminViewer, { origin: { actor: 'user', address: null } });
  customer = deskOf(db, customerViewer(await makeUser(db, 'ada@harbour.test')));
  const rights = ['orders.read', 'orders.update', 'shipments.create', 'shipments.update'];
  packer = deskOf(db, viewerWith(await makeUser(db, 'pat@harbour.test'), ...rights));
  await deliverToTwoCountries(database);
});
afterEach(() => expectSound(database));
afterAll(() => database.close());

/** A completed order of two pieces to Maine, shipped for 7.00. */
async function placed(): Promise<ReadOrder> {
  const variantId = String(await makeVariant(database.client, { count: 9 }));
  const { number } = await customer.create({
    lineItems: [{ variantId, quantity: 2 }],
    email: 'ada@harbour.test',
    billAddress: maineAddress,
    shipAddress: maineAddress,
  });
  await customer.advance(number);
  await customer.checkout(number, { payments: [{ paymentMethod: { name: 'Check' } }] });
  return customer.read(number);
}

async function writeBox(ref: string, input: Readonly<Record<string, unknown>>): Promise<void> {
  expect((await admin.try.writeShipment(ref, input)).errors).toEqual([]);
}

const addressOf = async (ref: string | undefined) =>
  (await dispatchOf(database, adminViewer).act('shipment', { ref })).address;

const methodNamed = async (name: string) =>
  String((await database.client.shippingMethod.findFirstOrThrow({ where: { name } })).id);

const shippingOf = ({ total, shipments }: ReadOrder) => ({
  total,
  shipments: shipments.map(({ cost, shippingMethod }) => [shippingMethod?.name, cost]),
});

/** The audit log tells once that the shipment got the cheapest Danish method, and at which price. */
async function expectAudited({ shipments }: ReadOrder): Promise<void> {
  const methods = await database.client.shippingMethod.findMany({
    select: { id: true, name: true },
  });
  const american = methods.find(({ name }) => name === 'US for 5');
  const cheapest = methods.find(({ name }) => name === 'DK for 20');
  expect(
    await database.client.auditEntry.findMany({
      where: { action: 'shipments.update', subjectId: BigInt(shipments[0]?.id ?? 0) },
      select: { changes: true },
    }),
  ).toEqual([
    {
      changes: {
        shippingMethodId: [String(american?.id), String(cheapest?.id)],
        cost: ['7', '22'],
      },
    },
  ]);
}

const refused = [
  {
    code: 'REFUSED',
    fields: { base: ['The shipping method of a shipment does not deliver there.'] },
  },
];

test('a shop that sends a completed order to another country charges what that costs', async () => {
  const { number, ...order } = await placed();
  expect(shippingOf({ number, ...order })).toEqual({
    total: '27.0',
    shipments: [['US for 5', '7.0']],
  });
  await admin.update(number, { shipAddress: danish });
  const sent = await admin.read(number);
  expect(shippingOf(sent)).toEqual({ total: '42.0', shipments: [['DK for 20', '22.0']] });
  await expectAudited(sent);
  expect(sent.shipments[0]?.shippingRates.filter(({ selected }) => selected)).toMatchObject([
    { name: 'DK for 20', cost: '22.0' },
  ]);
  await admin.place(number, sent.shipAddress?.id ?? '', {
    country: { iso: 'US' },
    state: { abbr: 'ME' },
  });
  expect(shippingOf(await admin.read(number))).toMatchObject({ total: '27.0' });
});

test('a box goes on by the methods beside its own, though its goods belong to another category by now', async () => {
  const { number, lineItems } = await placed();
  const { id: shippingCategoryId } = await database.client.shippingCategory.create({
    data: { name: 'Later', isDefault: false },
  });
  await database.client.product.updateMany({
    where: { variants: { some: { id: BigInt(lineItems[0]?.variant.id ?? '') } } },
    data: { shippingCategoryId },
  });
  expect((await customer.try.update(number, { shipAddress: danish })).errors).toEqual(refused);
  await admin.update(number, { shipAddress: danish });
  expect(shippingOf(await admin.read(number)).shipments).toEqual([['DK for 20', '22.0']]);
});

test('an order that goes elsewhere has the rates that are offered there, and no others', async () => {
  const { number, shipments } = await placed();
  const former = shipments[0]?.shippingRates ?? [];
  const ratesOf = (order: ReadOrder) =>
    order.shipments[0]?.shippingRates.map(({ name, cost, selected }) => [name, cost, selected]);
  const select = (id: string | undefined) =>
    admin.try.update(number, {
      shipments: [{ id: shipments[0]?.id, selectedShippingRateId: id }],
    });

  await admin.update(number, { shipAddress: danish });
  const sent = await admin.read(number);
  expect(ratesOf(sent)).toEqual([
    ['DK for 20', '22.0', true],
    ['DK for 30', '32.0', false],
  ]);
  for (const { id } of former) {
    expect((await select(id)).errors).toEqual(
      invalid({ 'shipments.0.selectedShippingRateId': ['is invalid'] }),
    );
  }
  expect(await admin.read(number)).toEqual(sent);
  expect((await select(sent.shipments[0]?.shippingRates[1]?.id)).errors).toEqual([]);
  expect(shippingOf(await admin.read(number)).shipments).toEqual([['DK for 30', '32.0']]);

  await admin.update(number, { shipAddress: maineAddress });
  expect(ratesOf(await admin.read(number))).toEqual([
    ['US for 5', '7.0', true],
    ['US for 6', '8.0', false],
  ]);
});

test('a customer cannot send a completed order where its shipping does not go', async () => {
  const { number, shipAddress, ...order } = await placed();
  const { errors } = await customer.try.update(number, { shipAddress: danish });
  expect(errors).toEqual(refused);
  const country = { country: { iso: 'DK' }, state: null };
  const direct = await customer.try.place(number, shipAddress?.id ?? '', country);
  expect(direct.errors).toEqual(refused);
  expect(await customer.read(number)).toEqual({ number, shipAddress, ...order });
});

test('another variant in the only box of a completed order leaves its shipping charged and bound', async () => {
  const { number, lineItems, shipments } = await placed();
  const [id, variantId] = [String(lineItems[0]?.id), await makeVariant(database.client)];
  const change = { variantId: String(variantId) };
  const moved = await customer.try.update(number, {
    lineItems: [{ id, ...change }],
    shipAddress: danish,
  });
  expect(moved.errors).toEqual(refused);
  await admin.set(number, id, change);
  const changed = await customer.read(number);
  expect(changed.shipments.map((shipment) => shipment.id)).toEqual(shipments.map((box) => box.id));
  expect(shippingOf(changed)).toEqual({ total: '27.0', shipments: [['US for 5', '7.0']] });
});

test('a customer may correct the address, also within the zone of its shipping', async () => {
  const { number } = await placed();
  await customer.update(number, { shipAddress: { ...maineAddress, state: { abbr: 'NY' } } });
  expect(await customer.read(number)).toMatchObject({
    total: '27.0',
    shipAddress: { state: { abbr: 'NY' } },
  });
});

test('nobody can send an order where nothing delivers', async () => {
  const { number, ...order } = await placed();
  const { errors } = await admin.try.update(number, { shipAddress: swedish });
  expect(errors).toEqual(refused);
  expect(await admin.read(number)).toMatchObject({
    total: order.total,
    shipments: order.shipments,
  });
});

test('a box that has left keeps its price when the rest goes elsewhere, and one split off costs nothing', async () => {
  const { number, shipments } = await placed();
  const [unit] = shipments[0]?.inventoryUnits ?? [];
  await admin.pack(number, { inventoryUnitIds: [unit?.id] });
  await admin.fireShipment(String(shipments[0]?.id), 'ready');
  await admin.fireShipment(String(shipments[0]?.id), 'ship');
  await admin.update(number, { shipAddress: danish });
  expect(shippingOf(await admin.read(number)).shipments).toEqual([
    ['US for 5', '7.0'],
    ['DK for 20', '0.0'],
  ]);
});

test('a box whose method is free within its country costs abroad what that costs', async () => {
  const { shippingCategoryId, zoneId } = await database.client.shippingMethod.findFirstOrThrow({
    where: { name: 'US for 5' },
  });
  const { id } = await database.client.shippingMethod.create({
    data: { name: 'US free', zoneId, shippingCategoryId, baseCost: '0', itemCost: '0' },
  });
  try {
    const { number, ...order } = await placed();
    expect(shippingOf({ number, ...order }).shipments).toEqual([['US free', '0.0']]);
    await admin.update(number, { shipAddress: danish });
    expect(shippingOf(await admin.read(number))).toEqual({
      total: '42.0',
      shipments: [['DK for 20', '22.0']],
    });
  } finally {
    await database.client.shippingMethod.update({ where: { id }, data: { active: false } });
  }
});

test('a returned order keeps its price and where its box was sent, also if that was sent in part', async () => {
  const { number, shipments } = await placed();
  const [box] = shipments;
  await admin.fireUnit(box?.inventoryUnits[0]?.id ?? '', 'ship');
  await admin.fire(number, 'authorize_return');
  const { total } = await admin.fire(number, 'return');
  await customer.update(number, { shipAddress: danish });
  const moved = await admin.read(number);
  expect(shippingOf(moved)).toEqual({ total, shipments: [['US for 5', '7.0']] });
  const address = await addressOf(box?.id);
  expect(address).toMatchObject({ firstname: 'Ada' });
  expect(address?.id).not.toBe(moved.shipAddress?.id);
});

test('an order that moved while it was canceled, or a box that did, goes by what delivers there once it is resumed', async () => {
  const { number } = await placed();
  await admin.fire(number, 'cancel');
  await admin.update(number, { shipAddress: danish });
  expect(shippingOf(await admin.read(number)).shipments).toEqual([['US for 5', '7.0']]);
  await admin.fire(number, 'resume');
  const danishShipping = { total: '42.0', shipments: [['DK for 20', '22.0']] };
  const resumed = await admin.read(number);
  expect(shippingOf(resumed)).toEqual(danishShipping);
  await expectAudited(resumed);

  const other = await placed();
  const box = String(other.shipments[0]?.id);
  await admin.fireShipment(box, 'cancel');
  await admin.update(other.number, { shipAddress: danish });
  await admin.fireShipment(box, 'resume');
  const opened = await admin.read(other.number);
  expect(shippingOf(opened)).toEqual(danishShipping);
  await expectAudited(opened);
});

test.each([
  ['at no cost', {}, '0.0'],
  ['at the price that is given', { cost: '3.00' }, '3.0'],
])(
  'goods taken out of a box that was canceled before its order moved go by what delivers there, %s',
  async (_price, input, cost) => {
    const { number, shipments } = await placed();
    await admin.fireShipment(String(shipments[0]?.id), 'cancel');
    await admin.update(number, { shipAddress: danish });
    const inventoryUnitIds = [shipments[0]?.inventoryUnits[0]?.id];
    await admin.pack(number, { inventoryUnitIds, ...input });
    const after = await admin.read(number);
    expect(shippingOf(after).shipments).toEqual([
      ['US for 5', '7.0'],
      ['DK for 20', cost],
    ]);
    expect(after.shipments[1]?.shippingRates.map(({ name }) => name)).toEqual([
      'DK for 20',
      'DK for 30',
    ]);

    await admin.fireShipment(String(after.shipments[1]?.id), 'ready');
    await admin.fireShipment(String(after.shipments[1]?.id), 'ship');
    await admin.update(number, { shipAddress: swedish });
    const others = { inventoryUnitIds: [shipments[0]?.inventoryUnits[1]?.id] };
    expect((await admin.try.pack(number, others)).errors).toEqual(refused);
    const address = { ...maineAddress, firstname: 'Bea' };
    expect((await admin.try.pack(number, { ...others, address })).errors).toEqual([]);
  },
);

/** The events that an order, and each of its shipments, allow. */
async function allowedBy(number: string) {
  const { data } = await run(
    database.client,
    adminViewer,
    'query ($by: OrderBy!) { order(by: $by) { allowedEvents shipments { allowedEvents } } }',
    { by: { number } },
  );
  const { order } = data as {
    order: { allowedEvents: string[]; shipments: { allowedEvents: string[] }[] };
  };
  return [order.allowedEvents, ...order.shipments.map(({ allowedEvents }) => allowedEvents)];
}

test('what goes where nothing delivers is not resumed, stays canceled, and does not say that it could be', async () => {
  const { number } = await placed();
  await admin.fire(number, 'cancel');
  expect(await allowedBy(number)).toEqual([['RESUME'], []]);
  await admin.update(number, { shipAddress: swedish });
  const before = await admin.read(number);
  expect(await allowedBy(number)).toEqual([[], []]);
  const { errors } = await admin.try.fire(number, 'resume');
  const fields = { base: refused[0]?.fields.base };
  expect(errors).toMatchObject([{ code: 'EVENT_REFUSED', fields, allowed: [] }]);
  expect(await admin.read(number)).toEqual(before);
  await admin.update(number, { shipAddress: danish });
  expect(await allowedBy(number)).toEqual([['RESUME'], []]);
  await admin.fire(number, 'resume');

  const other = await placed();
  const box = String(other.shipments[0]?.id);
  await admin.fireShipment(box, 'cancel');
  await admin.update(other.number, { shipAddress: swedish });
  const canceled = await admin.read(other.number);
  expect((await allowedBy(other.number))[1]).toEqual([]);
  for (const event of ['resume', 'ready']) {
    const { errors: told } = await admin.try.fireShipment(box, event);
    expect(told).toMatchObject([{ code: 'EVENT_REFUSED', allowed: [] }]);
  }
  expect(await admin.read(other.number)).toEqual(canceled);
  await admin.update(other.number, { shipAddress: danish });
  expect((await allowedBy(other.number))[1]).toEqual(['RESUME']);
  await admin.fireShipment(box, 'resume');
});

test('a customer cannot move an order that was canceled, or a box without a method', async () => {
  const canceled = await placed();
  await customer.fire(canceled.number, 'cancel');
  const moved = await customer.try.update(canceled.number, { shipAddress: danish });
  expect(moved.errors).toEqual(refused);

  const { number, lineItems } = await placed();
  const variantId = String(await makeVariant(database.client, { count: 9 }));
  const replaced = await customer.try.update(number, {
    lineItems: [{ id: lineItems[0]?.id, quantity: 0 }, { variantId }],
    shipAddress: danish,
  });
  expect(replaced.errors).toEqual(refused);
  expect(await customer.read(number)).toMatchObject({ lineItems, total: '27.0' });
});

test('a box sent in part keeps the address that its goods went to, its method and its price', async () => {
  const { number, shipments } = await placed();
  const [box] = shipments;
  await admin.fireUnit(box?.inventoryUnits[0]?.id ?? '', 'ship');
  await customer.update(number, { shipAddress: { ...maineAddress, city: 'Bangor' } });
  expect((await customer.read(number)).shipAddress?.city).toBe('Bangor');
  expect(await addressOf(box?.id)).toMatchObject({ city: 'Portland' });

  const { errors } = await customer.try.update(number, { shipAddress: danish });
  expect(errors).toEqual([]);
  await admin.update(number, { shipAddress: danish });
  expect(shippingOf(await admin.read(number))).toEqual({
    total: '27.0',
    shipments: [['US for 5', '7.0']],
  });
  expect(await addressOf(box?.id)).toMatchObject({ city: 'Portland' });
});

test('a box sent in part is joined by no goods of an order that goes elsewhere now (T45)', async () => {
  const { number, shipments } = await placed();
  const [box] = shipments;
  await admin.fireUnit(box?.inventoryUnits[0]?.id ?? '', 'ship');
  await customer.update(number, { shipAddress: { ...maineAddress, city: 'Bangor' } });
  for (const count of [1, 2]) {
    await admin.add(number, { variantId: String(await makeVariant(database.client, { count })) });
  }
  const moved = await admin.read(number);
  expect(moved.shipments.map(({ inventoryUnits }) => inventoryUnits.length)).toEqual([
    box?.inventoryUnits.length,
    2,
  ]);
  expect(await addressOf(moved.shipments[1]?.id)).toMatchObject({ city: 'Bangor' });
});

test('goods that are added together with a new ship address go there (T45)', async () => {
  const { number, shipments } = await placed();
  const [box] = shipments;
  await admin.fireUnit(box?.inventoryUnits[0]?.id ?? '', 'ship');
  await admin.update(number, {
    shipAddress: { ...maineAddress, city: 'Bangor' },
    lineItems: [{ variantId: String(await makeVariant(database.client, { count: 9 })) }],
  });
  const moved = await admin.read(number);
  expect(moved.shipments.map(({ inventoryUnits }) => inventoryUnits.length)).toEqual([2, 1]);
  expect(await addressOf(box?.id)).toMatchObject({ city: 'Portland' });
  expect(await addressOf(moved.shipments[1]?.id)).toMatchObject({ city: 'Bangor' });

  await admin.update(number, {
    shipAddress: danish,
    lineItems: [{ variantId: String(await makeVariant(database.client, { count: 9 })) }],
  });
  expect(shippingOf(await admin.read(number)).shipments).toEqual([
    ['US for 5', '7.0'],
    ['DK for 20', '0.0'],
  ]);
});

test('a correction that is taken back leaves a box sent in part open to goods that come later (T27, T45)', async () => {
  const { number, shipments, ...order } = await placed();
  const [box] = shipments;
  await admin.fireUnit(box?.inventoryUnits[0]?.id ?? '', 'ship');
  await customer.update(number, { shipAddress: { ...maineAddress, city: 'Bangor' } });
  expect((await addressOf(box?.id))?.city).toBe('Portland');
  await customer.update(number, { shipAddress: maineAddress });
  expect((await addressOf(box?.id))?.id).toBe(order.shipAddress?.id);
  await admin.add(number, { variantId: String(await makeVariant(database.client, { count: 9 })) });
  const after = await admin.read(number);
  expect(after.shipments.map(({ inventoryUnits }) => inventoryUnits.length)).toEqual([3]);

  await customer.update(number, { shipAddress: { ...maineAddress, city: 'Bangor' } });
  expect((await addressOf(box?.id))?.city).toBe('Portland');
  expect(await database.client.address.count({ where: { order: { number } } })).toBe(3);
});

describe('A box costs once what it holds when the write ends (C29)', () => {
  /** An order of two pieces, each in a box; the second one costs nothing. */
  async function inTwoBoxes() {
    const { number, shipments } = await placed();
    const [, second] = shipments[0]?.inventoryUnits ?? [];
    await admin.pack(number, { inventoryUnitIds: [second?.id] });
    const [one, other] = (await admin.read(number)).shipments;
    const idsIn = (box: typeof one) => (box?.inventoryUnits ?? []).map(({ id }) => id);
    return { number, one, other, idsIn };
  }

  const boxesIn = async (number: string) =>
    (await admin.read(number)).shipments.map(({ shippingMethod, cost, inventoryUnits }) => [
      shippingMethod?.name,
      cost,
      inventoryUnits.length,
    ]);

  test('with the units that come with its address', async () => {
    const { number, one, other, idsIn } = await inTwoBoxes();
    await writeBox(one?.id ?? '', { address: danish, inventoryUnitIds: idsIn(other) });
    expect(await boxesIn(number)).toEqual([['DK for 20', '22.0', 2]]);
  });

  test('with those that come with the address of its order', async () => {
    const { number, one, other, idsIn } = await inTwoBoxes();
    await admin.update(number, {
      shipAddress: danish,
      shipments: [{ id: one?.id, inventoryUnitIds: idsIn(other) }],
    });
    expect(await boxesIn(number)).toEqual([['DK for 20', '22.0', 2]]);
  });

  test('without those that another entry of the request takes out', async () => {
    const { number, one, other, idsIn } = await inTwoBoxes();
    await admin.update(number, {
      lineItems: [{ variantId: String(await makeVariant(database.client, { count: 9 })) }],
    });
    const [unit] = idsIn(one);
    await admin.update(number, {
      shipments: [
        { id: one?.id, address: danish },
        { id: other?.id, inventoryUnitIds: [unit] },
      ],
    });
    expect(await boxesIn(number)).toEqual([
      ['DK for 20', '21.0', 1],
      ['US for 5', '0.0', 2],
    ]);
  });

  test('without those that have left', async () => {
    const { number, shipments } = await placed();
    const [box] = shipments;
    await admin.fireUnit(box?.inventoryUnits[0]?.id ?? '', 'ship');
    await writeBox(box?.id ?? '', { address: danish });
    expect(await boxesIn(number)).toEqual([['DK for 20', '21.0', 2]]);
  });
});

describe('A box of a completed order with an address of its own (T27)', () => {
  test('goes elsewhere by the same rule if a part of it has left', async () => {
    const { number, shipments } = await placed();
    const [box] = shipments;
    await admin.fireUnit(box?.inventoryUnits[0]?.id ?? '', 'ship');
    const before = await admin.read(number);
    const { errors } = await packer.try.writeShipment(box?.id ?? '', { address: danish });
    expect(errors).toEqual(refused);
    expect(await admin.read(number)).toEqual(before);
  });

  test('charges what that costs, and the audit log tells it', async () => {
    const { number, shipments } = await placed();
    const box = String(shipments[0]?.id);
    await writeBox(box, { address: danish });
    const sent = await admin.read(number);
    expect(shippingOf(sent)).toEqual({ total: '42.0', shipments: [['DK for 20', '22.0']] });
    await expectAudited(sent);
    expect(sent.shipments[0]?.shippingRates.map(({ name }) => name)).toEqual([
      'DK for 20',
      'DK for 30',
    ]);
    await writeBox(box, { address: maineAddress });
    expect(shippingOf(await admin.read(number))).toMatchObject({ total: '27.0' });
  });

  test('does not go where its method does not deliver, unless the caller may override orders', async () => {
    const { number, shipments } = await placed();
    const before = await admin.read(number);
    const [box] = shipments;
    const ways = [
      packer.try.writeShipment(box?.id ?? '', { address: danish }),
      packer.try.update(number, { shipments: [{ id: box?.id, address: danish }] }),
      packer.try.pack(number, {
        inventoryUnitIds: [box?.inventoryUnits[0]?.id],
        address: danish,
      }),
    ];
    for (const way of ways) expect((await way).errors).toEqual(refused);
    expect(await admin.read(number)).toEqual(before);
    const newYork = { ...maineAddress, state: { abbr: 'NY' } };
    expect((await packer.try.writeShipment(box?.id ?? '', { address: newYork })).errors).toEqual(
      [],
    );
    expect(await addressOf(box?.id)).toMatchObject({ firstname: 'Ada' });
    expect((await admin.read(number)).total).toBe('27.0');
  });

  test('goes nowhere if nothing delivers there', async () => {
    const { number, shipments } = await placed();
    const before = await admin.read(number);
    const { errors } = await admin.try.writeShipment(String(shipments[0]?.id), {
      address: swedish,
    });
    expect(errors).toEqual(refused);
    expect(await admin.read(number)).toEqual(before);
  });

  test('has the cost that is given beside it', async () => {
    const { number, shipments } = await placed();
    await writeBox(String(shipments[0]?.id), { address: danish, cost: '9.00' });
    expect(shippingOf(await admin.read(number)).shipments).toEqual([['DK for 20', '9.0']]);
  });

  test('goes by the method that is chosen with the address, at the cost that it has, also if the caller may not override orders', async () => {
    const { number, shipments } = await placed();
    const box = String(shipments[0]?.id);
    const input = { address: danish, shippingMethodId: await methodNamed('DK for 30') };
    expect((await packer.try.writeShipment(box, input)).errors).toEqual([]);
    expect(shippingOf(await admin.read(number)).shipments).toEqual([['DK for 30', '7.0']]);

    const other = String((await placed()).shipments[0]?.id);
    await admin.fireShipment(other, 'cancel');
    const present = { address: danish, shippingMethodId: await methodNamed('US for 5') };
    expect((await packer.try.writeShipment(other, present)).errors).toEqual(refused);
  });

  test('does not go by a method for other goods that does not deliver there', async () => {
    const { client } = database;
    const { id: shippingCategoryId } = await client.shippingCategory.create({
      data: { name: 'Furniture', isDefault: false },
    });
    const { zoneId } = await client.shippingMethod.findFirstOrThrow({
      where: { name: 'US for 5' },
    });
    const { id } = await client.shippingMethod.create({
      data: { name: 'US freight', zoneId, shippingCategoryId, baseCost: '40', itemCost: '0' },
    });
    const { number, shipments } = await placed();
    const before = await admin.read(number);
    const { errors } = await packer.try.writeShipment(String(shipments[0]?.id), {
      address: danish,
      shippingMethodId: String(id),
    });
    expect(errors).toEqual(refused);
    expect(await admin.read(number)).toEqual(before);
  });

  test('has the present cost if that is given beside it', async () => {
    const { number, shipments } = await placed();
    await writeBox(String(shipments[0]?.id), { address: danish, cost: '7.00' });
    expect(shippingOf(await admin.read(number)).shipments).toEqual([['DK for 20', '7.0']]);
  });

  test('goes by rates and methods that deliver there, and by no others', async () => {
    const { number, shipments } = await placed();
    const box = String(shipments[0]?.id);
    const american = await methodNamed('US for 6');
    const toDenmark = { address: danish, shippingMethodId: american };
    expect((await admin.try.writeShipment(box, toDenmark)).errors).toEqual(
      invalid({ shippingMethodId: ['is invalid'] }),
    );
    await writeBox(box, { address: danish });
    await admin.update(number, { shipAddress: { ...maineAddress, city: 'Bangor' } });
    const { shippingRates = [] } = (await admin.read(number)).shipments[0] ?? {};
    const dear = shippingRates.find(({ name }) => name === 'DK for 30')?.id;
    await writeBox(box, { selectedShippingRateId: dear });
    expect(shippingOf(await admin.read(number)).shipments).toEqual([['DK for 30', '32.0']]);
    const back = { address: maineAddress, selectedShippingRateId: shippingRates[0]?.id };
    expect((await admin.try.writeShipment(box, back)).errors).toEqual(
      invalid({ selectedShippingRateId: ['is invalid'] }),
    );
    await writeBox(box, { address: danish, shippingMethodId: await methodNamed('DK for 20') });
    expect(shippingOf(await admin.read(number)).shipments).toEqual([['DK for 20', '22.0']]);
  });

  test('that got it while it was canceled goes by what delivers there once it is resumed', async () => {
    const { number, shipments } = await placed();
    const box = String(shipments[0]?.id);
    await admin.fireShipment(box, 'cancel');
    expect((await packer.try.writeShipment(box, { address: danish })).errors).toEqual(refused);
    await writeBox(box, { address: danish });
    expect(shippingOf(await admin.read(number)).shipments).toEqual([['US for 5', '7.0']]);
    await admin.fireShipment(box, 'resume');
    const opened = await admin.read(number);
    expect(shippingOf(opened).shipments).toEqual([['DK for 20', '22.0']]);
    await expectAudited(opened);
  });

  test('that has left is corrected as it is', async () => {
    const { number, shipments } = await placed();
    const box = String(shipments[0]?.id);
    await admin.fireShipment(box, 'ready');
    await admin.fireShipment(box, 'ship');
    expect((await packer.try.writeShipment(box, { address: danish })).errors).toEqual([]);
    expect(shippingOf(await admin.read(number)).shipments).toEqual([['US for 5', '7.0']]);
  });
});
