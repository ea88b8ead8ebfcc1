import { afterAll, afterEach, beforeAll, describe, expect, test } from '@jest/globals';
import type { Database } from '../../../prisma/database.ts';
import { openTestDatabase } from '../../support/database.ts';
import {
  type Dispatch,
  dispatchOf,
  expectSound,
  type ReadShipment,
} from '../../support/dispatch.ts';
import { adminViewer, settings } from '../../support/graphql.ts';
import { type Desk, deskOf, maineAddress } from '../../support/orders.ts';
import { makeVariant } from '../../support/records.ts';

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

const create = (order: string, input: Input): Promise<ReadShipment> =>
  dispatch.act('createShipment', { order, input });
const read = (ref: string): Promise<ReadShipment> => dispatch.act('shipment', { ref });

/** A cart of 4 + 4 units in delivery, shipped in one box by Standard for 5.00. */
async function inDelivery(with_: Desk = desk) {
  const [lamp, shade] = [
    await makeVariant(database.client, { price: '3.00', count: 4 }),
    await makeVariant(database.client, { price: '2.00', count: 4 }),
  ];
  const { number } = await with_.cartOf([lamp, 4], [shade, 4]);
  await with_.update(number, { email: 'a@b', billAddress: maineAddress, useBilling: true });
  await with_.next(number);
  const order = await with_.next(number);
  const [box] = order.shipments;
  return { number, box: box?.id ?? '', units: box?.inventoryUnits.map(({ id }) => id) ?? [] };
}

/** The same, completed and paid: 25.00. */
async function paid() {
  const order = await inDelivery();
  await desk.pay(order.number, { paymentMethod: { name: 'Check' } });
  await desk.fire(order.number, 'complete');
  const [payment] = (await desk.read(order.number)).payments;
  await desk.firePayment(order.number, payment?.id ?? '', 'capture');
  return order;
}

const moneyOf = async (number: string) => {
  const { total, adjustmentTotal, paymentState, shipments } = await desk.read(number);
  return { total, adjustmentTotal, paymentState, boxes: shipments.map(({ id }) => id) };
};

const ratesOf = ({ shippingRates }: ReadShipment) =>
  shippingRates.map(({ name, cost, selected }) => [name, cost, selected]);

describe('Decision T29: a new box that gets all units of another one', () => {
  test.each(['inventoryUnits', 'inventoryUnitIds'])(
    'is charged what that was, so the order costs what it did (%s)',
    async (list) => {
      const { number, box, units } = await paid();
      const named = list === 'inventoryUnits' ? units.map((id) => ({ id })) : units;
      const before = await read(box);
      const made = await create(number, { [list]: named });
      expect(made).toMatchObject({
        cost: '5.0',
        state: 'pending',
        shippingMethod: before.shippingMethod,
        selectedShippingRate: { name: 'Standard' },
      });
      expect(ratesOf(made)).toEqual(ratesOf(before));
      expect(await moneyOf(number)).toEqual({
        total: '25.0',
        adjustmentTotal: '5.0',
        paymentState: 'paid',
        boxes: [made.id],
      });
    },
  );

  test('step by step, the one that gets the last units takes over the charge', async () => {
    const { number, box, units } = await paid();
    const first = await create(number, { inventoryUnitIds: units.slice(0, 3) });
    const second = await create(number, { inventoryUnitIds: units.slice(3, 6) });
    expect([first.cost, second.cost, (await read(box)).cost]).toEqual(['0.0', '0.0', '5.0']);
    const last = await create(number, { inventoryUnitIds: units.slice(6) });
    expect(last.cost).toBe('5.0');
    expect(await moneyOf(number)).toMatchObject({
      total: '25.0',
      paymentState: 'paid',
      boxes: [first.id, second.id, last.id],
    });
  });

  test('by three clerks at once, it is charged once', async () => {
    const { number, units } = await paid();
    await Promise.all(
      [units.slice(0, 3), units.slice(3, 6), units.slice(6)].map((inventoryUnitIds) =>
        create(number, { inventoryUnitIds }),
      ),
    );
    const { shipments } = await desk.read(number);
    const costs = await Promise.all(shipments.map(async ({ id }) => (await read(id)).cost));
    expect(costs.toSorted()).toEqual(['0.0', '0.0', '5.0']);
    expect(await moneyOf(number)).toMatchObject({ total: '25.0', paymentState: 'paid' });
  });

  test('again and again is charged once', async () => {
    const { number, units } = await paid();
    await Promise.all([1, 2, 3].map(() => create(number, { inventoryUnitIds: units })));
    const { boxes, total } = await moneyOf(number);
    expect([boxes.length, total]).toEqual([1, '25.0']);
  });

  test('is charged the sum, if it empties several', async () => {
    const { number, units } = await paid();
    await create(number, { inventoryUnitIds: units.slice(0, 4), cost: '2.50' });
    expect((await moneyOf(number)).total).toBe('27.5');
    const made = await create(number, { inventoryUnitIds: units });
    expect(made.cost).toBe('7.5');
    expect(ratesOf(made)).toEqual([
      ['Standard', '7.5', true],
      ['Express', '15.0', false],
    ]);
    expect(await moneyOf(number)).toMatchObject({ total: '27.5', boxes: [made.id] });
  });

  test('is charged what the admin set for the other one', async () => {
    const { number, box, units } = await paid();
    await dispatch.act('updateShipment', { ref: box, input: { cost: '3.00' } });
    expect((await create(number, { inventoryUnitIds: units })).cost).toBe('3.0');
    expect((await moneyOf(number)).total).toBe('23.0');
  });

  test('in a checkout is still paid by the customer', async () => {
    const { number, units } = await inDelivery();
    const made = await create(number, { inventoryUnitIds: units });
    expect(made.cost).toBe('5.0');
    expect(await moneyOf(number)).toMatchObject({ total: '25.0', boxes: [made.id] });
    expect((await desk.fire(number, 'complete')).total).toBe('25.0');
  });

  test('is taxed as that was, where shipping is taxed', async () => {
    const taxed = { settings: { ...settings, taxRate: '0.19', taxShipping: true } };
    const own = deskOf(database.client, adminViewer, taxed);
    const { number, units } = await inDelivery(own);
    const { total } = await own.fire(number, 'complete');
    expect(total).toBe('29.75');
    await dispatchOf(database, adminViewer, taxed).act('createShipment', {
      order: number,
      input: { inventoryUnitIds: units },
    });
    expect((await desk.read(number)).total).toBe(total);
  });

  test('is credited with the charge once it is canceled', async () => {
    const { number, units } = await paid();
    const made = await create(number, { inventoryUnitIds: units });
    await dispatch.send(made.id, 'cancel');
    expect(await moneyOf(number)).toMatchObject({ total: '0.0', paymentState: 'credit_owed' });
    await dispatch.send(made.id, 'resume');
    expect(await moneyOf(number)).toMatchObject({ total: '25.0', paymentState: 'paid' });
  });
});

describe('Decision T29: what the caller says of a new box that gets all units of another one', () => {
  test('such as a cost of 0, counts, and is in the audit log', async () => {
    const { number, units } = await paid();
    const heard = dispatchOf(database, adminViewer, { origin: { actor: 'user', address: null } });
    const input = { inventoryUnitIds: units, cost: '0.00' };
    const made = await heard.act('createShipment', { order: number, input });
    expect(made.cost).toBe('0.0');
    expect(await moneyOf(number)).toMatchObject({ total: '20.0', paymentState: 'credit_owed' });
    const { changes } = await database.client.auditEntry.findFirstOrThrow({
      where: { action: 'shipments.update', subjectId: BigInt(made.id) },
    });
    expect(changes).toEqual({ cost: ['5', '0'] });
  });

  test('such as another method, is charged at its price', async () => {
    const { number, units } = await paid();
    const { id } = await database.client.shippingMethod.findFirstOrThrow({
      where: { name: 'Express' },
    });
    const shippingMethodId = String(id);
    expect(await create(number, { inventoryUnitIds: units, shippingMethodId })).toMatchObject({
      cost: '15.0',
      selectedShippingRate: { name: 'Express' },
    });
    expect((await moneyOf(number)).total).toBe('35.0');
  });
});

describe('Decision T29: a box that is charged stays charged alone', () => {
  test('if only a part of its units leaves', async () => {
    const { number, box, units } = await paid();
    expect((await create(number, { inventoryUnitIds: units.slice(1) })).cost).toBe('0.0');
    expect((await read(box)).cost).toBe('5.0');
    expect((await moneyOf(number)).total).toBe('25.0');
  });

  test('if it is canceled: its units join a new one at no cost, as it was credited', async () => {
    const { number, box, units } = await paid();
    await dispatch.send(box, 'cancel');
    expect((await moneyOf(number)).total).toBe('0.0');
    expect((await create(number, { inventoryUnitIds: units })).cost).toBe('0.0');
    expect(await moneyOf(number)).toMatchObject({ total: '20.0' });
    expect(await read(box)).toMatchObject({ state: 'canceled', cost: '5.0' });
  });

  test('if its units join another one that was there before: the two are one box then', async () => {
    const { number, box, units } = await paid();
    const other = await create(number, { inventoryUnitIds: units.slice(0, 4), cost: '2.50' });
    const input = { inventoryUnitIds: units };
    await dispatch.act('updateShipment', { ref: box, input });
    expect(await moneyOf(number)).toMatchObject({ total: '25.0', boxes: [box] });
    expect(other.cost).toBe('2.5');
  });
});
