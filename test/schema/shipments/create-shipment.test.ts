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
import { adminViewer, viewerWith } from '../../support/graphql.ts';
import { type Desk, deskOf, maineAddress, statesOf } from '../../support/orders.ts';
import { makeUser, makeVariant } from '../../support/records.ts';

let database: Database;
let desk: Desk;
let dispatch: Dispatch;

beforeAll(async () => {
  database = await openTestDatabase();
  desk = deskOf(database.client, adminViewer);
  dispatch = dispatchOf(database, adminViewer);
});
afterEach(() => expectSound(database));
afterAll(() => database.close());

type Input = Readonly<Record<string, unknown>>;

const create = (order: string, input: Input = {}): Promise<ReadShipment> =>
  dispatch.act('createShipment', { order, input });
const refused = (order: string, input: Input = {}) =>
  refusedBy(database, dispatch, 'createShipment', { order, input });
const statesIn = ({ inventoryUnits }: ReadShipment): string[] =>
  inventoryUnits.map(({ state }) => state);

/** A completed order of so many units. */
async function completed(variantId: bigint, quantity: number) {
  const { number } = await desk.cartOf([variantId, quantity]);
  return desk.fire(number, 'complete');
}

describe('Decision T29: a new shipment', () => {
  test('has a quantity of a variant: alone it is refused, and ignored in REST (V30)', async () => {
    const order = await completed(await makeVariant(database.client, { count: 1 }), 1);
    expect(await refused(order.number, { quantity: 2 })).toEqual(
      invalid({ quantity: ['cannot be sent without variantId or sku'] }),
    );
    const rest = dispatchOf(database, { ...adminViewer, language: 'rest' });
    const shipment = await rest.act('createShipment', {
      order: order.number,
      input: { quantity: 2 },
    });
    expect(shipment.inventoryUnits).toEqual([]);
  });

  test('is pending, empty and free of charge, in the default location', async () => {
    const order = await completed(await makeVariant(database.client, { count: 1 }), 1);
    expect(await create(order.number)).toMatchObject({
      number: expect.stringMatching(/^H\d{11}$/),
      orderId: order.id,
      state: 'pending',
      cost: '0.0',
      stockLocationName: 'default',
      shippingMethod: null,
      shippingRates: [],
      inventoryUnits: [],
    });
    expect((await desk.read(order.number)).shipments).toHaveLength(2);
  });

  test('takes attributes, and its cost counts in the order', async () => {
    const order = await completed(await makeVariant(database.client, { count: 1 }), 1);
    const annex = await makeLocation(database);
    const method = await database.client.shippingMethod.findFirstOrThrow();
    const shipment = await create(order.number, {
      number: 'own-7',
      tracking: '1Z9',
      cost: '8.50',
      shippingMethodId: String(method.id),
      stockLocationId: String(annex),
      address: maineAddress,
    });
    expect(shipment).toMatchObject({
      number: 'OWN-7',
      tracking: '1Z9',
      cost: '8.5',
      shippingMethod: { id: String(method.id) },
      stockLocationId: String(annex),
      address: { city: 'Portland' },
    });
    expect(await desk.read(order.number)).toMatchObject({ adjustmentTotal: '8.5', total: '18.5' });
  });

  test('tells everything that is wrong', async () => {
    const order = await completed(await makeVariant(database.client, { count: 1 }), 1);
    const { number } = await create(order.number, { number: 'TAKEN-1' });
    expect(
      await refused(order.number, {
        number: number.toLowerCase(),
        stockLocation: 'nowhere',
        variantId: '999999',
        quantity: 0,
      }),
    ).toEqual(
      invalid({
        number: ['has already been taken'],
        stockLocation: ['is invalid'],
        variantId: ['is invalid'],
        quantity: ['must be greater than 0'],
      }),
    );
    expect(await refused(order.number, { number: '123', cost: asSent('x') })).toEqual(
      invalid({ number: ['is invalid'] }),
    );
    expect(await refused(order.number, { cost: asSent('x'), tracking: '\u0000' })).toEqual(
      invalid({ cost: ['is not a number'], tracking: ['is invalid'] }),
    );
  });

  test.each(['cancel', 'return'])('of an order closed by %s is refused', async (event) => {
    const order = await completed(await makeVariant(database.client, { count: 1 }), 1);
    if (event === 'return') await desk.fire(order.number, 'authorize_return');
    await desk.fire(order.number, event);
    expect(await refused(order.number)).toEqual([
      { code: 'REFUSED', fields: { base: ['The order is closed.'] } },
    ]);
  });
});

describe('Decision T29: a shipment is split', () => {
  test('backordered units separately, so that the rest can ship', async () => {
    const variantId = await makeVariant(database.client, { count: 1 });
    const order = await completed(variantId, 3);
    const [sold, ...waiting] = order.shipments[0]?.inventoryUnits ?? [];
    const second = await create(order.number, { inventoryUnitIds: waiting.map(({ id }) => id) });
    expect(statesIn(second)).toEqual(['backordered', 'backordered']);
    const first = order.shipments[0]?.id ?? '';
    await dispatch.send(first, 'ready');
    const shipped = await dispatch.send(first, 'ship');
    expect(shipped.inventoryUnits.map(({ id, state }) => [id, state])).toEqual([
      [sold?.id, 'shipped'],
    ]);
    expect((await desk.read(order.number)).shipmentState).toBe('backorder');
  });

  test('to another location stock moves with the units', async () => {
    const variantId = await makeVariant(database.client, { count: 2 });
    const order = await completed(variantId, 2);
    const annex = await makeLocation(database);
    await putStock(database, variantId, annex, 0);
    const unit = order.shipments[0]?.inventoryUnits[0]?.id;
    const shipment = await create(order.number, {
      stockLocationId: String(annex),
      inventoryUnits: [{ id: unit }],
    });
    expect(statesIn(shipment)).toEqual(['backordered']);
    expect(await countOf(database, variantId)).toBe(1);
    expect(await countOf(database, variantId, annex)).toBe(-1);
  });

  test('of an order in delivery moves proposed units', async () => {
    const variantId = await makeVariant(database.client, { count: 2 });
    const { number } = await desk.cartOf([variantId, 2]);
    await desk.update(number, { email: 'a@b', billAddress: maineAddress, useBilling: true });
    await desk.advance(number);
    const { shipments } = await desk.read(number);
    const unit = shipments[0]?.inventoryUnits[0]?.id;
    await create(number, { inventoryUnitIds: [unit] });
    expect(statesOf(await desk.read(number))).toMatchObject({
      shipments: ['pending', 'pending'],
      units: ['on_hand', 'on_hand'],
    });
    expect(await movementsOf(database, variantId)).toEqual([]);
  });
});

describe('Decision T29: a box that is split', () => {
  /** An order of two units with a proposal, so with a method, rates and a cost of 5.00. */
  async function proposed() {
    const variantId = await makeVariant(database.client, { count: 2 });
    const { number } = await desk.cartOf([variantId, 2]);
    await desk.update(number, { email: 'a@b', billAddress: maineAddress, useBilling: true });
    const order = await desk.fire(number, 'complete');
    const [box] = order.shipments;
    return { order, variantId, box: box?.id ?? '', unit: box?.inventoryUnits[0]?.id ?? '' };
  }
  const read = (id: string) => dispatch.act('shipment', { ref: id });
  const ratesOf = ({ shippingRates }: ReadShipment) =>
    shippingRates.map(({ name, cost, selected }) => [name, cost, selected]);

  test.each(['inventoryUnitIds', 'inventoryUnits'])(
    'keeps its method, at no cost (%s)',
    async (list) => {
      const { order, box, unit } = await proposed();
      const input = { [list]: list === 'inventoryUnits' ? [{ id: unit }] : [unit] };
      const second = await create(order.number, input);
      const first = await read(box);
      expect(second).toMatchObject({
        cost: '0.0',
        shippingMethod: first.shippingMethod,
        stockLocationId: first.stockLocationId,
        selectedShippingRate: { name: 'Standard' },
      });
      expect(ratesOf(second)).toEqual([
        ['Standard', '0.0', true],
        ['Express', '15.0', false],
      ]);
      expect(ratesOf(first)).toEqual([
        ['Standard', '5.0', true],
        ['Express', '15.0', false],
      ]);
      const { total } = await desk.read(order.number);
      expect(total).toBe(order.total);
    },
  );

  test('costs what another rate costs, if that is chosen', async () => {
    const { order, unit } = await proposed();
    const { id, shippingRates } = await create(order.number, { inventoryUnitIds: [unit] });
    const express = shippingRates.find(({ name }) => name === 'Express');
    const input = { selectedShippingRateId: express?.id };
    const { cost } = await dispatch.act('updateShipment', { ref: id, input });
    expect(cost).toBe('15.0');
  });

  test('has no rate yet that could be chosen: naming one is refused, and ignored in REST', async () => {
    const { order, unit } = await proposed();
    const { id = '' } = order.shipments[0]?.shippingRates[0] ?? {};
    const input = { inventoryUnitIds: [unit], selectedShippingRateId: id };
    const sent = { order: order.number, input };
    expect(await refusedBy(database, dispatch, 'createShipment', sent)).toEqual(
      invalid({ selectedShippingRateId: ['is invalid'] }),
    );
    const rest = dispatchOf(database, { ...adminViewer, language: 'rest' });
    expect(await rest.act('createShipment', sent)).toMatchObject({ cost: '0.0' });
  });

  test.each(['in GraphQL', 'in REST'])(
    'may have another method and cost nothing, %s',
    async (language) => {
      const { order, unit } = await proposed();
      const express = await database.client.shippingMethod.findFirstOrThrow({
        where: { name: 'Express' },
      });
      const rest = dispatchOf(database, { ...adminViewer, language: 'rest' });
      const shipment = await (language === 'in REST' ? rest : dispatch).act('createShipment', {
        order: order.number,
        input: {
          inventoryUnitIds: [unit],
          shippingMethodId: String(express.id),
          cost: '0.00',
        },
      });
      expect(shipment).toMatchObject({ cost: '0.0', selectedShippingRate: { name: 'Express' } });
    },
  );

  test('keeps its stock location, unless another one is given', async () => {
    const { order, variantId, box, unit } = await proposed();
    const annex = await makeLocation(database);
    await putStock(database, variantId, annex, 2);
    const input = { stockLocationId: String(annex) };
    await dispatch.act('updateShipment', { ref: box, input });
    const second = await create(order.number, { inventoryUnitIds: [unit] });
    expect(second.stockLocationId).toBe(String(annex));
    expect(statesIn(second)).toEqual(['sold']);
    expect(await countOf(database, variantId, annex)).toBe(0);
    expect(await countOf(database, variantId)).toBe(2);
  });

  test('keeps its own address', async () => {
    const { order, box, unit } = await proposed();
    const address = { ...maineAddress, city: 'Bangor' };
    await dispatch.act('updateShipment', { ref: box, input: { address } });
    const second = await create(order.number, { inventoryUnitIds: [unit] });
    expect(second.address?.city).toBe('Bangor');
    const moved = { address: { ...maineAddress, city: 'Augusta' } };
    await dispatch.act('updateShipment', { ref: second.id, input: moved });
    expect((await read(box)).address?.city).toBe('Bangor');
  });

  test('has the method, the cost and the location that are given', async () => {
    const { order, unit } = await proposed();
    const method = await database.client.shippingMethod.findFirstOrThrow({
      where: { name: 'Express' },
    });
    const second = await create(order.number, {
      inventoryUnitIds: [unit],
      shippingMethodId: String(method.id),
      cost: '3.00',
    });
    expect(second).toMatchObject({ cost: '3.0', shippingMethod: { id: String(method.id) } });
  });

  test('of an order in delivery keeps its method as well', async () => {
    const { number } = await desk.cartOf([await makeVariant(database.client, { count: 2 }), 2]);
    await desk.update(number, { email: 'a@b', billAddress: maineAddress, useBilling: true });
    await desk.next(number);
    const { shipments, total } = await desk.next(number);
    const units = [shipments[0]?.inventoryUnits[0]?.id];
    const second = await create(number, { inventoryUnitIds: units });
    expect(second).toMatchObject({ cost: '0.0', selectedShippingRate: { name: 'Standard' } });
    expect((await desk.read(number)).total).toBe(total);
  });

  test('without a method goes on without one', async () => {
    const order = await completed(await makeVariant(database.client, { count: 2 }), 2);
    const unit = order.shipments[0]?.inventoryUnits[0]?.id;
    expect(await create(order.number, { inventoryUnitIds: [unit] })).toMatchObject({
      shippingMethod: null,
      shippingRates: [],
    });
  });
});

describe('Decision T29: units added with a shipment', () => {
  test('join the line of an open order and are taken from stock', async () => {
    const variantId = await makeVariant(database.client, { count: 3 });
    const order = await completed(variantId, 1);
    const shipment = await create(order.number, { variantId: String(variantId), quantity: 3 });
    expect(statesIn(shipment)).toEqual(['sold', 'sold', 'backordered']);
    const after = await desk.read(order.number);
    expect(after.lineItems).toMatchObject([{ quantity: 4 }]);
    expect(after.shipments).toHaveLength(2);
    expect(await countOf(database, variantId)).toBe(-1);
  });

  test('by SKU, one unit if no quantity is given, from the chosen location', async () => {
    const order = await completed(await makeVariant(database.client, { count: 1 }), 1);
    const variantId = await makeVariant(database.client, { sku: 'LAMP-9', count: 1 });
    const annex = await makeLocation(database);
    await putStock(database, variantId, annex, 1);
    const shipment = await create(order.number, {
      sku: 'LAMP-9',
      stockLocationId: String(annex),
    });
    expect(statesIn(shipment)).toEqual(['sold']);
    expect(await countOf(database, variantId, annex)).toBe(0);
    expect(await countOf(database, variantId)).toBe(1);
  });

  test('that are not to be had refuse the whole', async () => {
    const order = await completed(await makeVariant(database.client, { count: 1 }), 1);
    const wish = { name: 'Vase', count: 1, backorderable: false };
    const variantId = await makeVariant(database.client, wish);
    expect(await refused(order.number, { variantId: String(variantId), quantity: 2 })).toEqual(
      invalid({ quantity: ['Selected quantity of "Vase" is not available.'] }),
    );
  });

  test('of a cart wait on hand in the shipment, and completion takes all', async () => {
    const variantId = await makeVariant(database.client, { count: 5 });
    const { number } = await desk.cartOf([variantId, 1]);
    const shipment = await create(number, { variantId: String(variantId), quantity: 2 });
    expect(statesIn(shipment)).toEqual(['on_hand', 'on_hand']);
    expect(await countOf(database, variantId)).toBe(5);
    const order = await desk.fire(number, 'complete');
    expect(statesOf(order)).toMatchObject({
      shipments: ['pending'],
      units: ['sold', 'sold', 'sold'],
    });
    expect(await countOf(database, variantId)).toBe(2);
  });

  test('of a cart are at most as many as an order may have (A39)', async () => {
    const variantId = await makeVariant(database.client, { count: 5 });
    const { number } = await desk.cartOf([variantId, 2]);
    expect(await refused(number, { variantId: String(variantId), quantity: 99_999 })).toEqual([
      { code: 'REFUSED', fields: { base: ['The order has too many units.'] } },
    ]);
  });

  test('of a cart go again when the line is lowered or removed', async () => {
    const variantId = await makeVariant(database.client, { count: 5 });
    const { number } = await desk.cartOf();
    const { id } = await create(number, { variantId: String(variantId), quantity: 3 });
    const line = (await desk.read(number)).lineItems[0]?.id ?? '';
    await desk.set(number, line, { quantity: 1 });
    const lowered = await dispatch.act('shipment', { ref: id });
    expect(statesIn(lowered)).toEqual(['on_hand']);
    await desk.remove(number, line);
    expect((await desk.read(number)).shipments).toEqual([]);
  });

  test('of an order in delivery void the proposal', async () => {
    const variantId = await makeVariant(database.client, { count: 5 });
    const { number } = await desk.cartOf([variantId, 1]);
    await desk.update(number, { email: 'a@b', billAddress: maineAddress, useBilling: true });
    await desk.next(number);
    await desk.next(number);
    await create(number, { variantId: String(variantId) });
    expect(await desk.read(number)).toMatchObject({
      state: 'address',
      lineItems: [{ quantity: 2 }],
      shipments: [{ inventoryUnits: [{ state: 'on_hand' }] }],
    });
  });
});

describe('Decision A18: the right to make shipments', () => {
  test('ownership does not give it, and a missing order is missing', async () => {
    const user = await makeUser(database.client, 'owner@harbour.test');
    const order = await completed(await makeVariant(database.client, { count: 1 }), 1);
    await desk.update(order.number, { userId: String(user.id) });
    const owner = dispatchOf(database, viewerWith(user));
    const answer = (number: string) =>
      refusedBy(database, owner, 'createShipment', { order: number, input: {} });
    expect(await answer(order.number)).toEqual([
      { code: 'UNAUTHORIZED', reason: 'insufficient_rights' },
    ]);
    expect(await answer('R999')).toEqual([{ code: 'NOT_FOUND' }]);
  });
});
