import { afterAll, afterEach, beforeAll, describe, expect, test } from '@jest/globals';
import type { Database } from '../../../prisma/database.ts';
import {
  countOf,
  type Dispatch,
  dispatchOf,
  expectSound,
  invalid,
  makeLocation,
  movementsOf,
  putStock,
  type ReadShipment,
  refusedBy,
} from '../../support/dispatch.ts';
import { asSent } from '../../support/as-sent.ts';
import { openTestDatabase } from '../../support/database.ts';
import { adminViewer, customerViewer, viewerWith } from '../../support/graphql.ts';
import { type Desk, deskOf, maineAddress, type ReadOrder } from '../../support/orders.ts';
import { makeUser, makeVariant } from '../../support/records.ts';

let database: Database;
let desk: Desk;
let dispatch: Dispatch;
/** REST, which ignores what has no effect. */
let inRest: Dispatch;

beforeAll(async () => {
  database = await openTestDatabase();
  desk = deskOf(database.client, adminViewer);
  dispatch = dispatchOf(database, adminViewer);
  inRest = dispatchOf(database, { ...adminViewer, language: 'rest' });
});
afterEach(() => expectSound(database));
afterAll(() => database.close());

interface Placed {
  order: ReadOrder;
  variantId: bigint;
  shipment: ReadShipment;
}

const read = (id: string | undefined): Promise<ReadShipment> =>
  dispatch.act('shipment', { ref: String(id) });

/** An order in delivery with its only proposed shipment; once completed, with stock taken. */
async function placed(
  state: 'delivery' | 'complete',
  quantity = 2,
  wish: Parameters<typeof makeVariant>[1] = { count: 5 },
): Promise<Placed> {
  const variantId = await makeVariant(database.client, wish);
  const { number } = await desk.cartOf([variantId, quantity]);
  await desk.update(number, {
    email: 'ada@harbour.test',
    billAddress: { ...maineAddress, firstname: 'Bill' },
    shipAddress: maineAddress,
  });
  await desk.next(number);
  let order = await desk.next(number);
  if (state === 'complete') order = await desk.fire(number, 'complete');
  return { order, variantId, shipment: await read(order.shipments[0]?.id) };
}

const update = (
  id: string,
  input: Readonly<Record<string, unknown>>,
  ifVersion?: number,
): Promise<ReadShipment> => dispatch.act('updateShipment', { ref: id, input, ifVersion });

const refused = (id: string, input: Readonly<Record<string, unknown>>, ifVersion?: number) =>
  refusedBy(database, dispatch, 'updateShipment', { ref: id, input, ifVersion });

const rateOf = ({ shippingRates }: ReadShipment, wanted: string) =>
  shippingRates.find(({ name }) => name === wanted);

describe('Decision F11: what is sent is written, what is not stays', () => {
  test('a tracking number, and a blank one is null', async () => {
    const { shipment } = await placed('complete');
    expect(await update(shipment.id, { tracking: '1Z 999' })).toEqual({
      ...shipment,
      tracking: '1Z 999',
      lockVersion: shipment.lockVersion + 1,
    });
    expect((await update(shipment.id, { cost: '5.00' })).tracking).toBe('1Z 999');
    expect((await update(shipment.id, { tracking: ' ' })).tracking).toBeNull();
  });

  test('a whole record sent back by REST changes nothing, also after shipping', async () => {
    const { order, shipment } = await placed('complete');
    const whole = (present: ReadShipment) => ({
      tracking: present.tracking,
      cost: present.cost,
      shippingMethodId: present.shippingMethod?.id,
      selectedShippingRateId: present.selectedShippingRate?.id,
      stockLocationId: present.stockLocationId,
      stockLocation: present.stockLocationName,
      addressId: present.address?.id,
      address: { firstname: present.address?.firstname, city: present.address?.city },
      inventoryUnits: present.inventoryUnits.map(
        ({ id, state, variant, orderId, returnAuthorizationId, lockVersion: ifVersion }) => ({
          ...{ id, state, variantId: variant.id, orderId, returnAuthorizationId, ifVersion },
        }),
      ),
    });
    const sendBack = (present: ReadShipment): Promise<ReadShipment> =>
      inRest.act('updateShipment', {
        ref: present.id,
        input: whole(present),
        ifVersion: present.lockVersion,
      });
    expect(await sendBack(shipment)).toEqual(shipment);
    await dispatch.send(shipment.id, 'ready');
    const shipped = await dispatch.send(shipment.id, 'ship');
    const before = await desk.read(order.number);
    expect(await sendBack(shipped)).toEqual(shipped);
    expect(await desk.read(order.number)).toEqual(before);
  });

  test('a stale lock version is a conflict that tells the stored one (F15)', async () => {
    const { shipment } = await placed('complete');
    const { lockVersion } = shipment;
    const input = { tracking: 'x' };
    expect(await refused(shipment.id, input, lockVersion + 1)).toEqual([
      { code: 'CONFLICT', lockVersion },
    ]);
    expect((await update(shipment.id, input, lockVersion)).tracking).toBe('x');
  });

  test('all errors are reported at once', async () => {
    const { shipment } = await placed('complete');
    const wrong = {
      tracking: 'x'.repeat(256),
      cost: '-1',
      shippingMethodId: '999999',
      stockLocationId: '999999',
      addressId: '999999',
      inventoryUnitIds: ['999999'],
      inventoryUnits: [{ id: 'x' }],
    };
    expect(await refused(shipment.id, wrong)).toEqual(
      invalid({
        tracking: ['is too long (maximum is 255 characters)'],
        shippingMethodId: ['is invalid'],
        cost: ['must be greater than or equal to 0'],
        addressId: ['is invalid'],
        stockLocationId: ['is invalid'],
        'inventoryUnits.0.id': ['is invalid'],
        inventoryUnitIds: ['is invalid'],
      }),
    );
  });
});

describe('Decision T24: rates, methods and costs', () => {
  test('a rate sets its cost and method, and the totals of the order follow', async () => {
    const { order, shipment } = await placed('delivery');
    const express = rateOf(shipment, 'Express');
    const after = await update(shipment.id, { selectedShippingRateId: express?.id });
    expect(after).toMatchObject({ cost: '15.0', selectedShippingRate: { id: express?.id } });
    expect(after.shippingRates.map(({ selected }) => selected)).toEqual([false, true]);
    expect(await desk.read(order.number)).toMatchObject({
      state: 'delivery',
      adjustmentTotal: '15.0',
      total: '35.0',
    });
  });

  test.each(['address', 'selectedShippingRateId', 'stockLocationId', 'stockLocation'])(
    'no shipment is without %s: null is refused (V30)',
    async (field) => {
      const { shipment } = await placed('complete');
      expect(await refused(shipment.id, { [field]: null })).toEqual(
        invalid({ [field]: ["can't be blank"] }),
      );
    },
  );

  test('a method that has a rate selects it; in REST the rate wins over a method (V30)', async () => {
    const { shipment } = await placed('delivery');
    const [express, standard] = await Promise.all(
      ['Express', 'Standard'].map((name) =>
        database.client.shippingMethod.findFirstOrThrow({ where: { name } }),
      ),
    );
    const chosen = await update(shipment.id, { shippingMethodId: String(express?.id) });
    expect(chosen).toMatchObject({ cost: '15.0', selectedShippingRate: { name: 'Express' } });
    const both = {
      shippingMethodId: String(express?.id),
      selectedShippingRateId: rateOf(shipment, 'Standard')?.id,
    };
    expect(await refused(shipment.id, both)).toEqual(
      invalid({ shippingMethodId: ['cannot be sent with selectedShippingRateId'] }),
    );
    const after = await inRest.act('updateShipment', { ref: shipment.id, input: both });
    expect(after).toMatchObject({ cost: '5.0', shippingMethod: { id: String(standard?.id) } });
  });

  test('a method without a rate is only set, and the cost stays', async () => {
    const { shipment } = await placed('complete');
    const zone = await database.client.zone.findFirstOrThrow();
    const category = await database.client.shippingCategory.findFirstOrThrow();
    const courier = await database.client.shippingMethod.create({
      data: {
        name: 'Courier',
        zoneId: zone.id,
        shippingCategoryId: category.id,
        baseCost: 30,
        itemCost: 0,
        active: false,
      },
    });
    const after = await update(shipment.id, { shippingMethodId: String(courier.id) });
    expect(after).toMatchObject({
      cost: '5.0',
      shippingMethod: { id: String(courier.id) },
      selectedShippingRate: null,
    });
    const both = await update(shipment.id, { shippingMethodId: null, cost: '7.25' });
    expect(both).toMatchObject({ cost: '7.25', shippingMethod: null });
  });

  test('a written cost replaces that of the rate, also in the same write', async () => {
    const { order, shipment } = await placed('complete');
    const express = rateOf(shipment, 'Express');
    const after = await update(shipment.id, { selectedShippingRateId: express?.id, cost: 9.5 });
    expect(after).toMatchObject({ cost: '9.5', selectedShippingRate: { id: express?.id } });
    expect((await desk.read(order.number)).adjustmentTotal).toBe('9.5');
  });

  test('a written cost replaces that of the rate even if it is the present one, but for what REST sends back as it was read', async () => {
    for (const [here, cost] of [
      [dispatch, '5.0'],
      [inRest, '15.0'],
    ] as const) {
      const { shipment } = await placed('complete');
      expect(shipment.cost).toBe('5.0');
      const express = rateOf(shipment, 'Express');
      const input = { selectedShippingRateId: express?.id, cost: '5.00' };
      const after = await here.act('updateShipment', { ref: shipment.id, input });
      expect(after).toMatchObject({ cost, selectedShippingRate: { id: express?.id } });
    }
  });

  test('a rate of another shipment is invalid', async () => {
    const { shipment } = await placed('delivery');
    const other = await placed('delivery');
    const wrong = { selectedShippingRateId: rateOf(other.shipment, 'Express')?.id };
    expect(await refused(shipment.id, wrong)).toEqual(
      invalid({ selectedShippingRateId: ['is invalid'] }),
    );
  });

  test.each([
    ['a shipped shipment', ['ready', 'ship']],
    ['a canceled shipment', ['cancel']],
  ])('%s keeps rate, method and cost', async (_what, events) => {
    const { shipment } = await placed('complete');
    for (const event of events) await dispatch.send(shipment.id, event);
    const express = rateOf(shipment, 'Express');
    expect(await refused(shipment.id, { selectedShippingRateId: express?.id })).toEqual(
      invalid({ selectedShippingRateId: ['is invalid'] }),
    );
    expect(await refused(shipment.id, { cost: '6.00' })).toEqual(invalid({ cost: ['is invalid'] }));
    expect(await refused(shipment.id, { shippingMethodId: null })).toEqual(
      invalid({ shippingMethodId: ['is invalid'] }),
    );
  });
});

describe('Decision F43: the address of a shipment', () => {
  const addressCount = (order: ReadOrder): Promise<number> =>
    database.client.address.count({ where: { orderId: BigInt(order.id) } });

  test('attributes create a separate address, later ones change it', async () => {
    const { order, shipment } = await placed('complete');
    expect(shipment.address?.id).toBe(order.shipAddress?.id);
    const own = await update(shipment.id, { address: { city: 'Bangor' } });
    expect(own.address).toMatchObject({ firstname: 'Ada', city: 'Bangor' });
    expect(own.address?.id).not.toBe(order.shipAddress?.id);
    const again = await update(shipment.id, { address: { firstname: 'Bea' } });
    expect(again).toMatchObject({
      address: { id: own.address?.id, firstname: 'Bea', city: 'Bangor' },
    });
    expect((await desk.read(order.number)).shipAddress).toEqual(order.shipAddress);
    expect(await addressCount(order)).toBe(3);
  });

  test('what equals the ship address of the order, or null, is that one', async () => {
    const { order, shipment } = await placed('complete');
    for (const input of [{ address: { city: 'Portland' } }, { addressId: null }]) {
      await update(shipment.id, { address: { city: 'Bangor' } });
      expect((await update(shipment.id, input)).address?.id).toBe(order.shipAddress?.id);
      expect(await addressCount(order)).toBe(2);
    }
  });

  test('an address of the order named by id is copied', async () => {
    const { order, shipment } = await placed('complete');
    const after = await update(shipment.id, { addressId: order.billAddress?.id });
    expect(after.address?.firstname).toBe('Bill');
    expect([order.billAddress?.id, order.shipAddress?.id]).not.toContain(after.address?.id);
  });

  test('the bill address is named by who may read addresses, those of shipments by all who write them (A23)', async () => {
    const { order, shipment } = await placed('complete');
    const own = await update(shipment.id, { address: { city: 'Bangor' } });
    const { id: second } = await dispatch.act('createShipment', { order: order.number, input: {} });
    const writing = ['shipments.update', 'shipments.create', 'inventory_units.index'];
    const packer = viewerWith(null, ...writing);
    const bill = order.billAddress?.id;
    for (const language of ['graphql', 'rest'] as const) {
      const by = dispatchOf(database, { ...packer, language });
      expect(
        await refusedBy(database, by, 'updateShipment', {
          ref: second,
          input: { addressId: bill },
        }),
      ).toEqual(invalid({ addressId: ['is invalid'] }));
      expect(
        await refusedBy(database, by, 'createShipment', {
          order: order.number,
          input: { addressId: bill },
        }),
      ).toEqual(invalid({ addressId: ['is invalid'] }));
    }
    const by = dispatchOf(database, packer);
    const shared = await by.act('updateShipment', {
      ref: second,
      input: { addressId: own.address?.id },
    });
    expect(shared.address?.city).toBe('Bangor');
    const back = { ref: second, input: { addressId: order.shipAddress?.id } };
    expect((await by.act('updateShipment', back)).address?.city).toBe('Portland');
    const clerk = dispatchOf(database, viewerWith(null, ...writing, 'addresses.read'));
    const billed = await clerk.act('updateShipment', { ref: second, input: { addressId: bill } });
    expect(billed.address?.firstname).toBe('Bill');
  });

  test('an address of another order is invalid', async () => {
    const { shipment } = await placed('complete');
    const other = await placed('complete');
    expect(await refused(shipment.id, { addressId: other.order.shipAddress?.id })).toEqual(
      invalid({ addressId: ['is invalid'] }),
    );
  });

  test('messages stand under address', async () => {
    const { shipment } = await placed('complete');
    expect(await refused(shipment.id, { address: { city: ' ', zipcode: '' } })).toEqual(
      invalid({ 'address.city': ["can't be blank"], 'address.zipcode': ["can't be blank"] }),
    );
  });
});

describe('Decision T38: the stock location of a shipment', () => {
  test('gives the stock back where it was and takes it where it will be', async () => {
    const { order, variantId, shipment } = await placed('complete', 3, { count: 5 });
    const annex = await makeLocation(database);
    await putStock(database, variantId, annex, 2);
    const after = await update(shipment.id, { stockLocationId: String(annex) });
    expect(after.stockLocationId).toBe(String(annex));
    expect(after.inventoryUnits.map(({ state }) => state)).toEqual(['sold', 'sold', 'backordered']);
    expect(await countOf(database, variantId)).toBe(5);
    expect(await countOf(database, variantId, annex)).toBe(-1);
    expect(await movementsOf(database, variantId)).toEqual(['sale -3', 'restock 3', 'sale -3']);
    expect((await desk.read(order.number)).shipmentState).toBe('backorder');
  });

  test('lets its units wait for goods there, the oldest order first', async () => {
    const { order, variantId, shipment } = await placed('complete', 1, { count: 0 });
    const annex = await makeLocation(database);
    const later = await desk.cartOf([variantId, 1]);
    await desk.fire(later.number, 'complete');
    const [after] = (await desk.read(later.number)).shipments;
    for (const id of [after?.id ?? '', shipment.id])
      await update(id, { stockLocationId: String(annex) });
    const states = async () =>
      (await Promise.all([order, later].map(({ number }) => desk.read(number)))).map(
        ({ shipmentState }) => shipmentState,
      );
    const arrive = (stockLocationId?: string) =>
      desk.try.adjust({ variantId: String(variantId), quantity: 1, stockLocationId });
    await arrive();
    expect(await states()).toEqual(['backorder', 'backorder']);
    await arrive(String(annex));
    expect(await states()).toEqual(['pending', 'backorder']);
  });

  test('is refused while the new one is short', async () => {
    const goods = { count: 5, backorderable: false, name: 'Lamp' };
    const { variantId, shipment } = await placed('complete', 3, goods);
    const annex = await makeLocation(database);
    await putStock(database, variantId, annex, 2);
    expect(await refused(shipment.id, { stockLocationId: String(annex) })).toEqual(
      invalid({ quantity: ['Selected quantity of "Lamp" is not available.'] }),
    );
  });

  test('what is given back fills the backorders there', async () => {
    const { variantId, shipment } = await placed('complete', 2, { count: 2 });
    const waiting = await desk.cartOf([variantId, 1]);
    await desk.fire(waiting.number, 'complete');
    const annex = await makeLocation(database);
    await putStock(database, variantId, annex, 9);
    await update(shipment.id, { stockLocationId: String(annex) });
    expect((await desk.read(waiting.number)).shipmentState).toBe('pending');
    expect(await countOf(database, variantId)).toBe(1);
  });

  test('by name, and an unknown or closed one is invalid', async () => {
    const { shipment } = await placed('delivery');
    const annex = await makeLocation(database);
    const { name } = await database.client.stockLocation.findUniqueOrThrow({
      where: { id: annex },
    });
    expect((await update(shipment.id, { stockLocation: name })).stockLocationName).toBe(name);
    await update(shipment.id, { stockLocation: 'default' });
    await database.client.stockLocation.update({ where: { id: annex }, data: { active: false } });
    for (const stockLocation of [name, 'nowhere']) {
      expect(await refused(shipment.id, { stockLocation })).toEqual(
        invalid({ stockLocation: ['is invalid'] }),
      );
    }
  });

  test.each([
    ['stays away', []],
    ['came back', ['return']],
  ])('of a shipment of which something has left stays, also if that %s', async (_how, events) => {
    const { shipment } = await placed('complete');
    for (const event of ['ship', ...events])
      await dispatch.treat(shipment.inventoryUnits[0]?.id ?? '', event);
    const annex = await makeLocation(database);
    expect(await refused(shipment.id, { stockLocationId: String(annex) })).toEqual(
      invalid({ stockLocationId: ['is invalid'] }),
    );
  });

  test('of a canceled shipment changes without any stock', async () => {
    const { variantId, shipment } = await placed('complete', 1);
    await dispatch.send(shipment.id, 'cancel');
    const annex = await makeLocation(database);
    await update(shipment.id, { stockLocationId: String(annex) });
    expect(await movementsOf(database, variantId)).toEqual(['sale -1', 'restock 1']);
  });
});

describe('Decision T29: units move into a shipment', () => {
  test('by id or as entries; those there stay, and an emptied shipment is deleted', async () => {
    const { order, shipment } = await placed('complete', 3);
    const [first, second, third] = shipment.inventoryUnits.map(({ id }) => id);
    const empty = await dispatch.act('createShipment', { order: order.number, input: {} });
    const half = await update(empty.id, {
      inventoryUnitIds: [first],
      inventoryUnits: [{ id: second }],
    });
    expect(half.inventoryUnits.map(({ id }) => id)).toEqual([first, second]);
    const all = await update(empty.id, { inventoryUnitIds: [third, first] });
    expect(all.inventoryUnits.map(({ id }) => id)).toEqual([first, second, third]);
    const { shipments, adjustmentTotal } = await desk.read(order.number);
    expect(shipments.map(({ id }) => id)).toEqual([empty.id]);
    expect(adjustmentTotal).toBe('0.0');
  });

  test('units of another order, and those that have left, are invalid', async () => {
    const { order, shipment } = await placed('complete');
    const other = await placed('complete');
    const left = shipment.inventoryUnits[0]?.id ?? '';
    await dispatch.treat(left, 'ship');
    const { id } = await dispatch.act('createShipment', { order: order.number, input: {} });
    const foreign = other.shipment.inventoryUnits[0]?.id;
    for (const unit of [left, foreign]) {
      expect(await refused(id, { inventoryUnitIds: [unit] })).toEqual(
        invalid({ inventoryUnitIds: ['is invalid'] }),
      );
    }
  });

  test('nothing moves into a shipment that has left or is canceled', async () => {
    const { order, shipment } = await placed('complete');
    const { id } = await dispatch.act('createShipment', { order: order.number, input: {} });
    await dispatch.send(id, 'cancel');
    const unit = shipment.inventoryUnits[0]?.id;
    expect(await refused(id, { inventoryUnitIds: [unit] })).toEqual(
      invalid({ inventoryUnitIds: ['is invalid'] }),
    );
  });

  test('a unit from a canceled shipment has its stock taken again', async () => {
    const { order, variantId, shipment } = await placed('complete', 2, { count: 2 });
    await dispatch.send(shipment.id, 'cancel');
    const { id } = await dispatch.act('createShipment', { order: order.number, input: {} });
    const after = await update(id, { inventoryUnitIds: [shipment.inventoryUnits[0]?.id] });
    expect(after.inventoryUnits.map(({ state }) => state)).toEqual(['sold']);
    expect(await countOf(database, variantId)).toBe(1);
  });

  test('a unit of a deleted variant moves while it is sold, and is not sold again (T13)', async () => {
    const { order, variantId, shipment } = await placed('complete', 2, { name: 'Lamp', count: 2 });
    const units = shipment.inventoryUnits.map((unit) => unit.id);
    const where = { id: variantId };
    await database.client.variant.update({ where, data: { deletedAt: new Date() } });
    const annex = await dispatch.act('createShipment', { order: order.number, input: {} });
    await update(annex.id, { inventoryUnitIds: [units[0]] });
    await dispatch.send(shipment.id, 'cancel');
    expect(await refused(annex.id, { inventoryUnitIds: units })).toEqual(
      invalid({ quantity: ['Selected quantity of "Lamp" is not available.'] }),
    );
    expect(await countOf(database, variantId)).toBe(1);
  });

  test('other attributes of the entries are written too', async () => {
    const { shipment } = await placed('complete', 1);
    await dispatch.send(shipment.id, 'ready');
    const [unit] = shipment.inventoryUnits;
    const after = await update(shipment.id, {
      inventoryUnits: [{ id: unit?.id, state: 'shipped', returnAuthorizationId: '77' }],
    });
    expect(after).toMatchObject({
      state: 'shipped',
      inventoryUnits: [{ state: 'shipped', returnAuthorizationId: '77' }],
    });
    expect(
      await refused(shipment.id, { inventoryUnits: [{ id: unit?.id, state: 'sold' }] }),
    ).toEqual(invalid({ 'inventoryUnits.0.state': ['is invalid'] }));
  });

  test('a new state of a unit is an event, for which the right to fire it is needed (A25)', async () => {
    const { shipment } = await placed('complete', 1);
    await dispatch.send(shipment.id, 'ready');
    const inventoryUnits = [{ id: shipment.inventoryUnits[0]?.id, state: 'shipped' }];
    const packer = viewerWith(null, 'shipments.update', 'shipments.read', 'inventory_units.index');
    const variables = { ref: shipment.id, input: { inventoryUnits } };
    expect(
      await refusedBy(database, dispatchOf(database, packer), 'updateShipment', variables),
    ).toEqual(invalid({ 'inventoryUnits.0.state': ['needs the permission inventory_units.fire'] }));
    const packerInRest = dispatchOf(database, { ...packer, language: 'rest' });
    expect(await packerInRest.act('updateShipment', variables)).toMatchObject({
      state: 'ready_to_ship',
      inventoryUnits: [{ state: 'sold' }],
    });
  });

  test('more than 500 entries are too many', async () => {
    const { shipment } = await placed('complete', 1);
    const inventoryUnitIds = Array.from({ length: 501 }, () => '999999');
    expect(await refused(shipment.id, { inventoryUnitIds })).toEqual(
      invalid({ inventoryUnitIds: ['is too long (maximum is 500 entries)'] }),
    );
  });

  test('all units of a shipment may be sent back, but at most 500 changed in one write (F11, N61)', async () => {
    const { shipment } = await placed('complete', 502);
    const units = shipment.inventoryUnits.map(({ id, state }) => ({
      id,
      state: state.toLowerCase(),
    }));
    expect(units).toHaveLength(502);
    const sent = { tracking: 'T1', inventoryUnits: units };
    expect(await update(shipment.id, sent)).toMatchObject({ tracking: 'T1' });
    const inventoryUnits = units.map(({ id }) => ({ id, returnAuthorizationId: '7' }));
    expect(await refused(shipment.id, { inventoryUnits })).toEqual(
      invalid({ inventoryUnits: ['is too long (maximum is 500 entries)'] }),
    );
  });
});

describe('Decision F33: a write without a shipment in its path', () => {
  const write = (order: string, input: Readonly<Record<string, unknown>>) =>
    dispatch.act('updateOrderShipment', { order, input });

  test('means the one named by id or number, else the youngest that has not left', async () => {
    const { order, shipment } = await placed('complete');
    const second = await dispatch.act('createShipment', { order: order.number, input: {} });
    expect((await write(order.number, { tracking: 'a' })).id).toBe(second.id);
    expect((await write(order.number, { id: shipment.id, tracking: 'b' })).id).toBe(shipment.id);
    const byNumber = await write(order.number, {
      number: shipment.number.toLowerCase(),
      tracking: 'c',
    });
    expect(byNumber.id).toBe(shipment.id);
    await dispatch.send(second.id, 'cancel');
    expect((await write(order.number, { tracking: 'd' })).id).toBe(shipment.id);
    await dispatch.send(shipment.id, 'cancel');
    expect((await write(order.number, { tracking: 'e' })).id).toBe(second.id);
  });

  test('that names no shipment of the order finds nothing', async () => {
    const { order } = await placed('complete');
    const other = await placed('complete');
    const cart = await desk.cartOf();
    const missing = [{ code: 'NOT_FOUND' }];
    for (const [number, input] of [
      [order.number, { id: other.shipment.id }],
      [order.number, { number: other.shipment.number }],
      [cart.number, {}],
    ] as const) {
      const errors = await refusedBy(database, dispatch, 'updateOrderShipment', {
        order: number,
        input,
      });
      expect(errors).toEqual(missing);
    }
  });
});

describe('Decision A25: shipments inside a write of their order', () => {
  test('customers choose a rate and nothing else: more is refused, and ignored in REST', async () => {
    const user = await makeUser(database.client, 'owner@harbour.test');
    const { order, shipment } = await placed('delivery');
    await desk.update(order.number, { userId: String(user.id) });
    const entry = {
      id: shipment.id,
      selectedShippingRateId: rateOf(shipment, 'Express')?.id,
      tracking: 'mine',
      cost: '0',
      address: { city: '' },
      stockLocationId: 'x',
      inventoryUnitIds: ['x'],
      ifVersion: 99,
    };
    const owner = deskOf(database.client, customerViewer(user));
    const refused = await owner.try.update(order.number, { shipments: [entry] });
    expect(refused.errors).toEqual([
      {
        code: 'INVALID',
        fields: Object.fromEntries(
          ['tracking', 'cost', 'address', 'stockLocationId', 'inventoryUnitIds', 'ifVersion'].map(
            (name) => [`shipments.0.${name}`, ['needs the permission shipments.update']],
          ),
        ),
      },
    ]);
    expect(await read(shipment.id)).toEqual(shipment);
    const rest = deskOf(database.client, { ...customerViewer(user), language: 'rest' });
    await rest.update(order.number, { shipments: [entry] });
    expect(await read(shipment.id)).toEqual({
      ...shipment,
      cost: '15.0',
      shippingMethod: { id: expect.any(String) as unknown },
      selectedShippingRate: { id: rateOf(shipment, 'Express')?.id, name: 'Express' },
      shippingRates: shipment.shippingRates.map((rate) => ({
        ...rate,
        selected: rate.name === 'Express',
      })),
      lockVersion: shipment.lockVersion + 1,
    });
  });

  test('callers who may update shipments write all attributes, by number too', async () => {
    const { order, shipment } = await placed('complete');
    const entry = { number: shipment.number, tracking: 'ours', cost: '4.00' };
    await desk.update(order.number, { shipments: [entry] });
    expect(await read(shipment.id)).toMatchObject({ tracking: 'ours', cost: '4.0' });
  });

  test('messages stand under the place of the entry', async () => {
    const { order, shipment } = await placed('complete');
    const { errors } = await desk.try.update(order.number, {
      shipments: [{ id: '999999' }, { id: shipment.id, cost: asSent('x') }],
    });
    expect(errors).toEqual(
      invalid({ 'shipments.0.id': ['is invalid'], 'shipments.1.cost': ['is not a number'] }),
    );
  });
});

describe('Decision F43: several shipments in one write of their order', () => {
  /** An order of three units, the last of them in a second shipment. */
  async function packed() {
    const { order, shipment } = await placed('complete', 3);
    const [one, two, three] = shipment.inventoryUnits.map(({ id }) => id);
    const inventoryUnitIds = [three];
    const other = await dispatch.act('createShipment', {
      order: order.number,
      input: { inventoryUnitIds },
    });
    return { order, first: shipment.id, second: other.id, one, two, three };
  }

  const unitsOf = async (id: string) => (await read(id)).inventoryUnits.map((unit) => unit.id);

  test('a second entry for a shipment is refused, whichever way it is named', async () => {
    const { order, first } = await packed();
    const { number, lockVersion } = await read(first);
    const { errors } = await desk.try.update(order.number, {
      shipments: [
        { id: first, tracking: '1Z' },
        { number, cost: '4.00' },
      ],
    });
    expect(errors).toEqual(invalid({ 'shipments.1.number': ['is invalid'] }));
    expect(await read(first)).toMatchObject({ tracking: null, lockVersion });
  });

  test.each([false, true])(
    'a unit that is listed where it is goes to the shipment that takes it (last: %p)',
    async (isLast) => {
      const { order, first, second, one, two, three } = await packed();
      const listing = { id: first, inventoryUnits: [{ id: one }, { id: two }], tracking: '1Z' };
      const taking = { id: second, inventoryUnitIds: [one] };
      const shipments = isLast ? [taking, listing] : [listing, taking];
      await desk.update(order.number, { shipments });
      expect([await unitsOf(first), await unitsOf(second)]).toEqual([[two], [one, three]]);
      expect((await read(first)).tracking).toBe('1Z');
    },
  );

  test('a unit cannot be taken by two, and is not taken by one while another changes it', async () => {
    const { order, first, second, one, two } = await packed();
    const { id: third } = await dispatch.act('createShipment', { order: order.number, input: {} });
    const taking = (id: string) => ({ id, inventoryUnitIds: [one] });
    const twice = await desk.try.update(order.number, { shipments: [second, third].map(taking) });
    expect(twice.errors).toEqual(invalid({ 'shipments.1.inventoryUnitIds': ['is invalid'] }));
    const inventoryUnits = [{ id: two }, { id: one, returnAuthorizationId: '7' }];
    const changed = await desk.try.update(order.number, {
      shipments: [taking(second), { id: first, inventoryUnits }],
    });
    expect(changed.errors).toEqual(invalid({ 'shipments.1.inventoryUnits.1.id': ['is invalid'] }));
    expect(await unitsOf(first)).toEqual([one, two]);
  });

  test('stock is given back by all before any takes it (T38)', async () => {
    const goods = { count: 4, backorderable: false };
    const { order, variantId, shipment } = await placed('complete', 4, goods);
    const inventoryUnitIds = shipment.inventoryUnits.slice(0, 2).map(({ id }) => id);
    const input = { inventoryUnitIds };
    const other = await dispatch.act('createShipment', { order: order.number, input });
    const annex = await makeLocation(database);
    await putStock(database, variantId, annex, 2);
    await update(other.id, { stockLocationId: String(annex) });
    const sold = await desk.cartOf([variantId, 2]);
    await desk.fire(sold.number, 'complete');
    const [here, there] = [shipment.stockLocationId, String(annex)];
    await desk.update(order.number, {
      shipments: [
        { id: shipment.id, stockLocationId: there },
        { id: other.id, stockLocationId: here },
      ],
    });
    expect([await read(shipment.id), await read(other.id)]).toMatchObject([
      { stockLocationId: there, inventoryUnits: [{ state: 'sold' }, { state: 'sold' }] },
      { stockLocationId: here, inventoryUnits: [{ state: 'sold' }, { state: 'sold' }] },
    ]);
  });
});

describe('Decision A22: a shipment below an order', () => {
  test('is found only below its own', async () => {
    const { order, shipment } = await placed('complete');
    const other = await placed('complete');
    const input = { tracking: 'x' };
    const ref = shipment.number;
    expect(
      await refusedBy(database, dispatch, 'updateShipment', {
        ref,
        order: other.order.number,
        input,
      }),
    ).toEqual([{ code: 'NOT_FOUND' }]);
    const after = await dispatch.act('updateShipment', { ref, order: order.number, input });
    expect(after.tracking).toBe('x');
  });

  test('the right to read shipments does not write them', async () => {
    const { shipment } = await placed('complete');
    const user = await makeUser(database.client, 'reader@harbour.test');
    const reader = dispatchOf(database, viewerWith(user, 'shipments.read', 'shipments.index'));
    for (const ref of [shipment.id, '999999']) {
      expect(
        await refusedBy(database, reader, 'updateShipment', { ref, input: { tracking: 'x' } }),
      ).toEqual([{ code: 'UNAUTHORIZED', reason: 'insufficient_rights' }]);
    }
  });
});
