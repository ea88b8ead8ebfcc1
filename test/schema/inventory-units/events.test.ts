import { afterAll, afterEach, beforeAll, describe, expect, test } from '@jest/globals';
import type { Database } from '../../../prisma/database.ts';
import {
  countOf,
  type Dispatch,
  dispatchOf,
  expectSound,
  movementsOf,
  notNow,
  refusedBy,
} from '../../support/dispatch.ts';
import { openTestDatabase } from '../../support/database.ts';
import { adminViewer, customerViewer, nobody, settings } from '../../support/graphql.ts';
import { type Desk, deskOf } from '../../support/orders.ts';
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

interface Placed {
  number: string;
  token: string | null;
  variantId: bigint;
  shipmentId: string;
  units: string[];
}

/** An order completed directly from the cart, with its units. */
async function placed(quantity: number, wish: Parameters<typeof makeVariant>[1]): Promise<Placed> {
  const variantId = await makeVariant(database.client, wish);
  const { number } = await desk.cartOf([variantId, quantity]);
  const { token, shipments } = await desk.fire(number, 'complete');
  return {
    number,
    token,
    variantId,
    shipmentId: shipments[0]?.id ?? '',
    units: (shipments[0]?.inventoryUnits ?? []).map(({ id }) => id),
  };
}

const fire = (id: string | undefined, event: string | null, by = dispatch) =>
  refusedBy(database, by, 'fireInventoryUnitEvent', { id, event });
const treat = (id: string | undefined, event: string) => dispatch.treat(id ?? '', event);
const shipmentOf = ({ shipmentId }: Placed) => dispatch.act('shipment', { ref: shipmentId });

describe('Decision T36: fill_backorder', () => {
  test('is one unit of stock for this inventory unit, and fills no other', async () => {
    const { number, variantId, units } = await placed(3, { count: 0 });
    expect((await treat(units[2], 'fill_backorder')).state).toBe('sold');
    expect(await countOf(database, variantId)).toBe(-2);
    expect(await movementsOf(database, variantId)).toEqual(['sale -3', 'adjust 1']);
    const order = await desk.read(number);
    expect(order.shipments[0]?.inventoryUnits.map(({ state }) => state)).toEqual([
      'backordered',
      'backordered',
      'sold',
    ]);
    expect(order.shipmentState).toBe('backorder');
  });

  test('of a sold unit is refused', async () => {
    const { units } = await placed(1, { count: 1 });
    expect(await fire(units[0], 'fill_backorder')).toEqual(notNow('fill_backorder', ['ship']));
  });
});

describe('Decision T36: ship', () => {
  test('one unit leaves the order partly shipped, the last one ships the shipment', async () => {
    const order = await placed(2, { count: 2 });
    expect((await treat(order.units[0], 'ship')).state).toBe('shipped');
    expect(await shipmentOf(order)).toMatchObject({ state: 'pending', shippedAt: null });
    expect((await desk.read(order.number)).shipmentState).toBe('partial');
    await treat(order.units[1], 'ship');
    const { state, shippedAt } = await shipmentOf(order);
    expect(state).toBe('shipped');
    expect(shippedAt).not.toBeNull();
    expect((await desk.read(order.number)).shipmentState).toBe('shipped');
    expect(await movementsOf(database, order.variantId)).toEqual(['sale -2']);
  });

  test('a returned unit counts as left', async () => {
    const order = await placed(2, { count: 2 });
    await treat(order.units[0], 'ship');
    await treat(order.units[0], 'return');
    await treat(order.units[1], 'ship');
    expect((await shipmentOf(order)).state).toBe('shipped');
  });

  test('of a backordered unit is refused', async () => {
    const { units } = await placed(1, { count: 0 });
    expect(await fire(units[0], 'ship')).toEqual(notNow('ship', ['fill_backorder']));
  });

  test('of a shipped unit lists what is possible', async () => {
    const { units } = await placed(1, { count: 1 });
    await treat(units[0], 'ship');
    expect(await fire(units[0], 'ship')).toEqual(notNow('ship', ['return']));
  });

  test('waits for payment where payment is required', async () => {
    const { units } = await placed(1, { count: 1 });
    const strict = dispatchOf(database, adminViewer, {
      settings: { ...settings, requirePaymentToShip: true },
    });
    expect(await fire(units[0], 'ship', strict)).toEqual(
      notNow('ship', [], { base: ['The order is not paid.'] }),
    );
  });

  test('of a unit in no shipment ships that alone', async () => {
    const { units } = await placed(2, { count: 2 });
    await dispatch.act('updateInventoryUnit', { id: units[0], input: { shipmentId: null } });
    expect(await treat(units[0], 'ship')).toMatchObject({ state: 'shipped', shipmentId: null });
  });
});

describe('Decision T54: a shipment of which all that is still in it has left is shipped', () => {
  /** An order of two units, the first of which was shipped by itself. */
  async function begun(): Promise<Placed> {
    const order = await placed(2, { count: 2 });
    await treat(order.units[0], 'ship');
    expect(await shipmentOf(order)).toMatchObject({ state: 'pending', shippedAt: null });
    return order;
  }

  test('when its backordered unit is no longer wanted', async () => {
    const order = await begun();
    const { lineItems } = await desk.read(order.number);
    await desk.set(order.number, String(lineItems[0]?.id), { quantity: 1 });
    const { state, shippedAt } = await shipmentOf(order);
    expect([state, shippedAt === null]).toEqual(['shipped', false]);
    expect((await desk.read(order.number)).shipmentState).toBe('shipped');
    expect(await movementsOf(database, order.variantId)).toEqual(['sale -2', 'restock 1']);
  });

  test('when its backordered unit moves to another shipment, which then waits alone', async () => {
    const order = await begun();
    const input = { inventoryUnitIds: [order.units[1]] };
    const { id } = await dispatch.act('createShipment', { order: order.number, input });
    expect((await shipmentOf(order)).state).toBe('shipped');
    expect((await desk.read(order.number)).shipmentState).toBe('partial');
    await treat(order.units[1], 'ship');
    expect((await dispatch.act('shipment', { ref: id })).state).toBe('shipped');
    expect((await desk.read(order.number)).shipmentState).toBe('shipped');
  });

  test('when its backordered unit is taken out of any shipment; the order still waits for it', async () => {
    const order = await begun();
    const loose = { id: order.units[1], input: { shipmentId: null } };
    await dispatch.act('updateInventoryUnit', loose);
    expect((await shipmentOf(order)).state).toBe('shipped');
    expect((await desk.read(order.number)).shipmentState).toBe('partial');
    await treat(order.units[1], 'ship');
    expect((await desk.read(order.number)).shipmentState).toBe('shipped');
  });

  test('and leaves one state change', async () => {
    const order = await begun();
    const { lineItems } = await desk.read(order.number);
    await desk.set(order.number, String(lineItems[0]?.id), { quantity: 1 });
    const where = { statefulType: 'Shipment', statefulId: BigInt(order.shipmentId) };
    expect(await database.client.stateChange.findMany({ where })).toMatchObject([
      { event: 'ship', previousState: 'pending', nextState: 'shipped' },
    ]);
  });
});

describe('Decision T36: return', () => {
  test('returns the unit, which fills the backorder of another order', async () => {
    const { number, variantId, units } = await placed(1, { count: 1 });
    await treat(units[0], 'ship');
    const waiting = await desk.cartOf([variantId, 1]);
    await desk.fire(waiting.number, 'complete');
    expect((await treat(units[0], 'return')).state).toBe('returned');
    expect(await movementsOf(database, variantId)).toEqual(['sale -1', 'sale -1', 'return 1']);
    expect(await countOf(database, variantId)).toBe(0);
    expect(await desk.read(number)).toMatchObject({ state: 'complete', shipmentState: 'shipped' });
    expect((await desk.read(waiting.number)).shipmentState).toBe('pending');
  });

  test('of a sold unit is refused', async () => {
    const { units } = await placed(1, { count: 1 });
    expect(await fire(units[0], 'return')).toEqual(notNow('return', ['ship']));
  });

  test('leaves a state change', async () => {
    const { units } = await placed(1, { count: 1 });
    await treat(units[0], 'ship');
    await treat(units[0], 'return');
    const where = { statefulType: 'InventoryUnit', statefulId: BigInt(units[0] ?? '') };
    expect(
      await database.client.stateChange.findMany({ where, orderBy: { id: 'asc' } }),
    ).toMatchObject([
      { event: 'ship', previousState: 'sold', nextState: 'shipped' },
      { event: 'return', previousState: 'shipped', nextState: 'returned' },
    ]);
  });
});

describe('Decision A31: refused names', () => {
  test('no name, and a name of another kind', async () => {
    const { units } = await placed(1, { count: 1 });
    const allowed = ['ship'];
    expect(await fire(units[0], null)).toMatchObject([
      {
        code: 'EVENT_REFUSED',
        allowed,
        fields: { state: ['cannot transition without an event name'] },
      },
    ]);
    expect(await fire(units[0], 'ready')).toMatchObject([
      {
        code: 'EVENT_REFUSED',
        allowed,
        fields: { state: ['cannot transition via an unknown event'] },
      },
    ]);
  });
});

describe('Decision A18 (row 11): who may fire', () => {
  test('the holder of the token, not the owner; nobody else learns that a unit is missing', async () => {
    const user = await makeUser(database.client, 'owner@harbour.test');
    const { number, token, units } = await placed(1, { count: 1 });
    await desk.update(number, { userId: String(user.id) });
    const unauthorized = [{ code: 'UNAUTHORIZED', reason: 'insufficient_rights' }];
    const owner = dispatchOf(database, customerViewer(user));
    expect(await fire(units[0], 'ship', owner)).toEqual(unauthorized);
    const stray = dispatchOf(database, { ...nobody, orderToken: 'another token' });
    expect(await fire(units[0], 'ship', stray)).toEqual(unauthorized);
    const holder = dispatchOf(database, { ...nobody, orderToken: token });
    expect(await fire('999999', 'ship', holder)).toEqual(unauthorized);
    expect(await fire('999999', 'ship')).toEqual([{ code: 'NOT_FOUND' }]);
    expect((await holder.treat(units[0] ?? '', 'ship')).state).toBe('shipped');
  });
});
