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
  notNow,
  putStock,
  type ReadUnit,
  refusedBy,
} from '../../support/dispatch.ts';
import { openTestDatabase } from '../../support/database.ts';
import { adminViewer, nobody, settings, viewerWith } from '../../support/graphql.ts';
import { type Desk, deskOf, maineAddress, type ReadOrder } from '../../support/orders.ts';
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

interface Placed {
  order: ReadOrder;
  variantId: bigint;
  shipmentId: string;
  units: ReadUnit[];
}

/** An order completed directly from the cart, with its units. */
async function placed(quantity: number, wish: Parameters<typeof makeVariant>[1]): Promise<Placed> {
  const variantId = await makeVariant(database.client, wish);
  const { number } = await desk.cartOf([variantId, quantity]);
  const order = await desk.fire(number, 'complete');
  const shipmentId = order.shipments[0]?.id ?? '';
  const { inventoryUnits } = await dispatch.act('shipment', { ref: shipmentId });
  return { order, variantId, shipmentId, units: inventoryUnits };
}

const update = (id: string | undefined, input: Input, more: Input = {}): Promise<ReadUnit> =>
  dispatch.act('updateInventoryUnit', { id, input, ...more });
const refused = (id: string | undefined, input: Input, more: Input = {}) =>
  refusedBy(database, dispatch, 'updateInventoryUnit', { id, input, ...more });
const emptyShipment = ({ order }: Placed, input: Input = {}) =>
  dispatch.act('createShipment', { order: order.number, input });

describe('Decision T38: what is written of a unit', () => {
  test('a whole record sent back by REST changes nothing', async () => {
    const { order, units } = await placed(1, { count: 1 });
    const [unit] = units;
    const before = await desk.read(order.number);
    const { id, state, variant, orderId, shipmentId, returnAuthorizationId, lockVersion } =
      unit ?? ({} as ReadUnit);
    const whole = { state, variantId: variant.id, orderId, shipmentId, returnAuthorizationId };
    const input = { ...whole, shipment: { id: shipmentId } };
    const rest = dispatchOf(database, { ...adminViewer, language: 'rest' });
    expect(await rest.act('updateInventoryUnit', { id, input, ifVersion: lockVersion })).toEqual(
      unit,
    );
    expect(await desk.read(order.number)).toEqual(before);
  });

  test('no state is null, one field names the shipment, and only a return is not restocked (V30)', async () => {
    const { order, units, shipmentId } = await placed(1, { count: 1 });
    const id = units[0]?.id;
    expect(await refused(id, { state: null, shipmentId, shipment: { id: '999' } })).toEqual(
      invalid({ state: ["can't be blank"], shipment: ['cannot be sent with shipmentId'] }),
    );
    const onlyReturn = invalid({ restock: ['is only for return'] });
    expect(await refused(id, { restock: false })).toEqual(onlyReturn);
    expect(await refused(id, { restock: false }, { fire: 'ship' })).toEqual(onlyReturn);
    const unit = { id, restock: false };
    expect(
      await refusedBy(database, dispatch, 'updateShipment', {
        ref: shipmentId,
        input: { inventoryUnits: [unit] },
      }),
    ).toEqual(invalid({ 'inventoryUnits.0.restock': ['is only for return'] }));
    const before = await desk.read(order.number);
    expect((await desk.try.fireUnit(String(id), 'ship', false)).errors).toEqual(onlyReturn);
    expect(await desk.read(order.number)).toEqual(before);
  });

  test('no shipment beside a shipment is refused, and a shipment without its id; REST takes the unit out (V30)', async () => {
    const { order, units, shipmentId } = await placed(1, { count: 1 });
    const id = units[0]?.id;
    const both = { shipmentId: null, shipment: { id: shipmentId } };
    expect(await refused(id, both)).toEqual(
      invalid({ shipment: ['cannot be sent with shipmentId'] }),
    );
    for (const shipment of [{}, { id: null }, { id: '' }]) {
      expect(await refused(id, { shipment })).toEqual(
        invalid({ 'shipment.id': ["can't be blank"] }),
      );
    }
    expect((await desk.read(order.number)).shipments).toEqual(order.shipments);
    const rest = dispatchOf(database, { ...adminViewer, language: 'rest' });
    const kept = await rest.act('updateInventoryUnit', { id, input: { shipment: {} } });
    expect(kept).toMatchObject({ shipmentId });
    const freed = await rest.act('updateInventoryUnit', { id, input: both });
    expect(freed).toMatchObject({ shipmentId: null });
  });

  test('variant and order are not removed (V30)', async () => {
    const { units } = await placed(1, { count: 1 });
    expect(await refused(units[0]?.id, { variantId: null, orderId: null, restock: null })).toEqual(
      invalid({
        restock: ["can't be blank"],
        variantId: ["can't be blank"],
        orderId: ["can't be blank"],
      }),
    );
  });

  test('a return authorization, and null clears it', async () => {
    const { units } = await placed(1, { count: 1 });
    const id = units[0]?.id;
    const written = await update(id, { returnAuthorizationId: '12' });
    expect(written).toMatchObject({
      returnAuthorizationId: '12',
      lockVersion: (units[0]?.lockVersion ?? 0) + 1,
    });
    expect((await update(id, { state: 'sold' })).returnAuthorizationId).toBe('12');
    expect((await update(id, { returnAuthorizationId: null })).returnAuthorizationId).toBeNull();
  });

  test('a state is written as GraphQL shows it, too: the present one changes nothing, another fires its event (O24)', async () => {
    const { units } = await placed(1, { count: 1 });
    const [unit] = units;
    expect(await update(unit?.id, { state: 'SOLD' })).toEqual(unit);
    expect((await update(unit?.id, { state: 'SHIPPED' })).state).toBe('shipped');
  });

  test('another variant or order, a word, an unreachable state are invalid', async () => {
    const { order, units } = await placed(1, { count: 1 });
    const other = await makeVariant(database.client);
    const wrong = {
      variantId: String(other),
      orderId: `${order.id}1`,
      returnAuthorizationId: 'x',
      state: 'returned',
      shipmentId: '999999',
    };
    expect(await refused(units[0]?.id, wrong)).toEqual(
      invalid({
        variantId: ['is invalid'],
        orderId: ['is invalid'],
        returnAuthorizationId: ['is invalid'],
        state: ['is invalid'],
        shipmentId: ['is invalid'],
      }),
    );
  });

  test('a stale lock version is a conflict', async () => {
    const { units } = await placed(1, { count: 1 });
    const lockVersion = units[0]?.lockVersion ?? 0;
    expect(
      await refused(units[0]?.id, { returnAuthorizationId: '1' }, { ifVersion: lockVersion + 1 }),
    ).toEqual([{ code: 'CONFLICT', lockVersion }]);
  });

  test('a state that one event reaches fires it; a refused one is invalid', async () => {
    const { variantId, units } = await placed(2, { count: 1 });
    const [sold, backordered] = units;
    expect(await refused(backordered?.id, { state: 'shipped' })).toEqual(
      invalid({ state: ['is invalid'] }),
    );
    expect((await update(sold?.id, { state: 'shipped' })).state).toBe('shipped');
    expect((await update(sold?.id, { state: 'returned' })).state).toBe('returned');
    expect(await movementsOf(database, variantId)).toEqual(['sale -2', 'return 1']);
  });

  test('a new state is an event, for which the right to fire it is needed; REST ignores it (A25)', async () => {
    const { order, units } = await placed(1, { count: 1 });
    const [unit] = units;
    const clerk = viewerWith(null, 'inventory_units.update', 'inventory_units.read');
    const input = { state: 'shipped', returnAuthorizationId: '12' };
    const variables = { id: unit?.id, input };
    expect(
      await refusedBy(database, dispatchOf(database, clerk), 'updateInventoryUnit', variables),
    ).toEqual(invalid({ state: ['needs the permission inventory_units.fire'] }));
    const inRest = dispatchOf(database, { ...clerk, language: 'rest' });
    expect(await inRest.act('updateInventoryUnit', variables)).toMatchObject({
      state: 'sold',
      returnAuthorizationId: '12',
    });
    const holder = dispatchOf(database, { ...clerk, orderToken: order.token });
    expect((await holder.act('updateInventoryUnit', variables)).state).toBe('shipped');
  });

  test('a refused event behind a state is invalid too', async () => {
    const order = await placed(1, { count: 1 });
    const { id } = await emptyShipment(order);
    await update(order.units[0]?.id, { shipmentId: id });
    const strict = dispatchOf(database, adminViewer, {
      settings: { ...settings, requirePaymentToShip: true },
    });
    expect(
      await refusedBy(database, strict, 'updateInventoryUnit', {
        id: order.units[0]?.id,
        input: { state: 'shipped', shipmentId: null },
      }),
    ).toEqual(invalid({ state: ['is invalid'] }));
  });
});

describe('Decision T38: the shipment of a unit', () => {
  test('another one of its order, and the emptied one is deleted', async () => {
    const order = await placed(1, { count: 1 });
    const { id } = await emptyShipment(order);
    expect(await update(order.units[0]?.id, { shipment: { id } })).toMatchObject({
      shipmentId: id,
      state: 'sold',
    });
    const { shipments } = await desk.read(order.order.number);
    expect(shipments.map((shipment) => shipment.id)).toEqual([id]);
  });

  test('a write that moves a unit elsewhere, marks its return and ships it counts as one change', async () => {
    const order = await placed(2, { count: 2 });
    const location = await makeLocation(database);
    await putStock(database, order.variantId, location, 1);
    const stockLocationId = String(location);
    const { id: shipmentId } = await emptyShipment(order, { stockLocationId });
    const [unit] = order.units;
    expect(
      await update(unit?.id, { shipmentId, returnAuthorizationId: '12', state: 'shipped' }),
    ).toMatchObject({
      shipmentId,
      state: 'shipped',
      returnAuthorizationId: '12',
      lockVersion: (unit?.lockVersion ?? 0) + 1,
    });
  });

  test.each([[{ shipmentId: null }], [{ shipment: null }], [{ shipmentId: '' }]])(
    'none: %j',
    async (input) => {
      const { order, units } = await placed(2, { count: 2 });
      expect(await update(units[0]?.id, input)).toMatchObject({ shipmentId: null, state: 'sold' });
      expect((await desk.read(order.number)).shipments[0]?.inventoryUnits).toHaveLength(1);
    },
  );

  test('none in a checkout leaves the shipment that the customer pays for (T12)', async () => {
    const variantId = await makeVariant(database.client, { count: 2 });
    const { number } = await desk.cartOf([variantId, 2]);
    const address = { billAddress: maineAddress, shipAddress: maineAddress };
    await desk.update(number, { email: 'ada@harbour.test', ...address });
    await desk.next(number);
    const { total, shipments } = await desk.next(number);
    const [shipment] = shipments;
    for (const { id } of shipment?.inventoryUnits ?? []) await update(id, { shipmentId: null });
    expect(await desk.read(number)).toMatchObject({
      state: 'delivery',
      total,
      shipments: [{ id: shipment?.id, inventoryUnits: [] }],
    });
    const completed = await desk.fire(number, 'complete');
    expect(completed).toMatchObject({ total, shipments: [{ id: shipment?.id }] });
    expect(completed.shipments[0]?.inventoryUnits).toHaveLength(2);
  });

  test('of another order, shipped or canceled is invalid', async () => {
    const order = await placed(1, { count: 1 });
    const foreign = await placed(1, { count: 1 });
    const canceled = await emptyShipment(order);
    await dispatch.send(canceled.id, 'cancel');
    const shipped = await emptyShipment(order);
    await dispatch.send(shipped.id, 'ready');
    await dispatch.send(shipped.id, 'ship');
    for (const id of [foreign.shipmentId, canceled.id, shipped.id]) {
      expect(await refused(order.units[0]?.id, { shipmentId: id })).toEqual(
        invalid({ shipmentId: ['is invalid'] }),
      );
    }
  });

  test('a unit that has left stays', async () => {
    const order = await placed(2, { count: 2 });
    await dispatch.treat(order.units[0]?.id ?? '', 'ship');
    const { id } = await emptyShipment(order);
    for (const shipmentId of [id, null]) {
      expect(await refused(order.units[0]?.id, { shipmentId })).toEqual(
        invalid({ shipmentId: ['is invalid'] }),
      );
    }
  });

  test('of a closed order it stays', async () => {
    const { order, units } = await placed(1, { count: 1 });
    await desk.fire(order.number, 'cancel');
    expect(await refused(units[0]?.id, { shipmentId: null })).toEqual([
      { code: 'REFUSED', fields: { base: ['The order is closed.'] } },
    ]);
  });

  test('in another location stock is given back there and taken here', async () => {
    const order = await placed(2, { count: 2 });
    const annex = await makeLocation(database);
    await putStock(database, order.variantId, annex, 4);
    const { id } = await emptyShipment(order, { stockLocationId: String(annex) });
    expect((await update(order.units[0]?.id, { shipmentId: id })).state).toBe('sold');
    expect(await countOf(database, order.variantId)).toBe(1);
    expect(await countOf(database, order.variantId, annex)).toBe(3);
    expect((await update(order.units[0]?.id, { shipmentId: null })).state).toBe('sold');
    expect(await countOf(database, order.variantId)).toBe(0);
    expect(await countOf(database, order.variantId, annex)).toBe(4);
  });

  test('a backordered unit puts a ready shipment back', async () => {
    const order = await placed(2, { count: 1 });
    const { id } = await emptyShipment(order);
    await dispatch.send(id, 'ready');
    await update(order.units[1]?.id, { shipmentId: id });
    expect((await dispatch.act('shipment', { ref: id })).state).toBe('pending');
  });
});

describe('Decision F36: fire beside the attributes', () => {
  test('the event follows the attributes', async () => {
    const { units } = await placed(1, { count: 1 });
    expect(
      await update(units[0]?.id, { returnAuthorizationId: '5' }, { fire: 'ship' }),
    ).toMatchObject({
      state: 'shipped',
      returnAuthorizationId: '5',
    });
  });

  test('a refused one keeps nothing', async () => {
    const { units } = await placed(1, { count: 1 });
    expect(await refused(units[0]?.id, { returnAuthorizationId: '5' }, { fire: 'return' })).toEqual(
      notNow('return', ['ship']),
    );
  });

  test('for the event the right to fire it is needed too (N80)', async () => {
    const { units } = await placed(1, { count: 1 });
    const clerk = viewerWith(null, 'inventory_units.update', 'inventory_units.read');
    const unauthorized = [{ code: 'UNAUTHORIZED', reason: 'insufficient_rights' }];
    for (const language of ['graphql', 'rest'] as const) {
      const by = dispatchOf(database, { ...clerk, language });
      for (const fire of ['ship', 'return']) {
        const variables = { id: units[0]?.id, input: { returnAuthorizationId: '5' }, fire };
        expect(await refusedBy(database, by, 'updateInventoryUnit', variables)).toEqual(
          unauthorized,
        );
      }
    }
    const foreman = viewerWith(
      null,
      'inventory_units.update',
      'inventory_units.read',
      'inventory_units.fire',
    );
    const variables = { id: units[0]?.id, input: {}, fire: 'ship' };
    const shipped = await dispatchOf(database, foreman).act('updateInventoryUnit', variables);
    expect(shipped.state).toBe('shipped');
  });

  test('the token of the order does not write its units (A6)', async () => {
    const { order, units } = await placed(1, { count: 1 });
    const holder = dispatchOf(database, { ...nobody, orderToken: order.token });
    const variables = { id: units[0]?.id, input: {}, fire: 'ship' };
    expect(await refusedBy(database, holder, 'updateInventoryUnit', variables)).toEqual([
      { code: 'UNAUTHORIZED', reason: 'insufficient_rights' },
    ]);
  });
});
