import { afterAll, afterEach, beforeAll, describe, expect, test } from '@jest/globals';
import type { Database } from '../../../prisma/database.ts';
import {
  countOf,
  type Dispatch,
  dispatchOf,
  expectSound,
  movementsOf,
  notNow,
  type ReadShipment,
  refusedBy,
} from '../../support/dispatch.ts';
import { openTestDatabase } from '../../support/database.ts';
import { adminViewer, nobody, settings, viewerWith } from '../../support/graphql.ts';
import { type Desk, deskOf } from '../../support/orders.ts';
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

interface Placed {
  number: string;
  variantId: bigint;
  shipment: ReadShipment;
}

/** The only shipment of an order completed directly from the cart. */
async function placed(quantity: number, wish: Parameters<typeof makeVariant>[1]): Promise<Placed> {
  const variantId = await makeVariant(database.client, wish);
  const { number } = await desk.cartOf([variantId, quantity]);
  const { shipments } = await desk.fire(number, 'complete');
  const shipment = await dispatch.act('shipment', { ref: String(shipments[0]?.id) });
  return { number, variantId, shipment };
}

const read = (id: string): Promise<ReadShipment> => dispatch.act('shipment', { ref: id });
const unitStates = ({ inventoryUnits }: ReadShipment): string[] =>
  inventoryUnits.map(({ state }) => state);
const fire = (id: string, event: string) =>
  refusedBy(database, dispatch, 'fireShipmentEvent', { ref: id, event });

describe('Decision T28: the events of a shipment', () => {
  test('ready, pend, ready and ship lead from pending to shipped', async () => {
    const { number, shipment } = await placed(2, { count: 5 });
    expect((await dispatch.send(shipment.id, 'ready')).state).toBe('ready_to_ship');
    expect((await desk.read(number)).shipmentState).toBe('ready');
    expect((await dispatch.send(shipment.id, 'pend')).state).toBe('pending');
    expect((await desk.read(number)).shipmentState).toBe('pending');
    await dispatch.send(shipment.id, 'ready');
    const now = new Date('2031-05-06T07:08:09.123Z');
    const shipped = await dispatchOf(database, adminViewer, { now: () => now }).send(
      shipment.id,
      'ship',
    );
    expect(shipped).toMatchObject({ state: 'shipped', shippedAt: '2031-05-06T07:08:09.123Z' });
    expect(unitStates(shipped)).toEqual(['shipped', 'shipped']);
    expect((await desk.read(number)).shipmentState).toBe('shipped');
  });

  test('each event leaves a state change and an outbox event', async () => {
    const { shipment } = await placed(1, { count: 1 });
    await dispatch.send(shipment.id, 'ready');
    const where = { statefulType: 'Shipment', statefulId: BigInt(shipment.id) };
    expect(await database.client.stateChange.findMany({ where })).toMatchObject([
      { event: 'ready', previousState: 'pending', nextState: 'ready_to_ship' },
    ]);
    const outbox = { eventType: 'Shipment.ready', resourceId: BigInt(shipment.id) };
    expect(await database.client.outboxEvent.count({ where: outbox })).toBe(1);
  });

  test('a write that changes columns and fires an event counts as one change', async () => {
    const { shipment } = await placed(1, { count: 1 });
    const { lockVersion } = await dispatch.send(shipment.id, 'ready');
    const variables = { ref: shipment.id, event: 'ship', input: { tracking: '1Z9' } };
    expect(await dispatch.act('fireShipmentEvent', variables)).toMatchObject({
      state: 'shipped',
      tracking: '1Z9',
      lockVersion: lockVersion + 1,
    });
  });

  test('cancel gives the stock back, and resume takes it again', async () => {
    const { number, variantId, shipment } = await placed(3, { count: 2 });
    const canceled = await dispatch.send(shipment.id, 'cancel');
    expect(canceled.state).toBe('canceled');
    expect(unitStates(canceled)).toEqual(['on_hand', 'on_hand', 'on_hand']);
    expect(await countOf(database, variantId)).toBe(2);
    expect(await desk.read(number)).toMatchObject({ state: 'complete', shipmentState: 'canceled' });
    const resumed = await dispatch.send(shipment.id, 'resume');
    expect(resumed.state).toBe('pending');
    expect(unitStates(resumed)).toEqual(['sold', 'sold', 'backordered']);
    expect(await movementsOf(database, variantId)).toEqual([
      'sale -3',
      'restock 1',
      'restock 2',
      'sale -3',
    ]);
  });

  test('the rise of a cancel fills the backorders of another order', async () => {
    const variantId = await makeVariant(database.client, { count: 1 });
    const first = await desk.cartOf([variantId, 1]);
    const second = await desk.cartOf([variantId, 1]);
    const { shipments } = await desk.fire(first.number, 'complete');
    await desk.fire(second.number, 'complete');
    expect((await desk.read(second.number)).shipmentState).toBe('backorder');
    await dispatch.send(shipments[0]?.id ?? '', 'cancel');
    expect((await desk.read(second.number)).shipmentState).toBe('pending');
    expect(await countOf(database, variantId)).toBe(0);
  });

  test('resume is refused while stock is short', async () => {
    const { variantId, shipment } = await placed(2, {
      count: 2,
      name: 'Jug',
      backorderable: false,
    });
    await dispatch.send(shipment.id, 'cancel');
    const other = await desk.cartOf([variantId, 1]);
    await desk.fire(other.number, 'complete');
    expect(await fire(shipment.id, 'resume')).toEqual(
      notNow('resume', [], {
        quantity: ['Selected quantity of "Jug" is not available.'],
      }),
    );
  });

  test('a shipment with backordered units is neither ready nor shipped', async () => {
    const { shipment } = await placed(2, { count: 1 });
    const base = ['The shipment has backordered units.'];
    expect(await fire(shipment.id, 'ready')).toEqual(notNow('ready', ['cancel'], { base }));
    expect(await fire(shipment.id, 'ship')).toEqual(notNow('ship', ['cancel']));
  });

  test('what has left is not canceled', async () => {
    const { shipment } = await placed(2, { count: 2 });
    await dispatch.treat(shipment.inventoryUnits[0]?.id ?? '', 'ship');
    expect(await fire(shipment.id, 'cancel')).toEqual(
      notNow('cancel', ['ready'], {
        base: ['Part of the shipment has already shipped.'],
      }),
    );
  });

  test('before completion nothing is ready', async () => {
    const { number } = await desk.cartOf([await makeVariant(database.client), 1]);
    const shipment = await dispatch.act('createShipment', { order: number, input: {} });
    expect(await fire(shipment.id, 'ready')).toEqual(
      notNow('ready', [], { base: ['The order is not complete.'] }),
    );
  });

  test('untracked units are shipped and canceled without the ledger', async () => {
    const { variantId, shipment } = await placed(1, { trackInventory: false });
    await dispatch.send(shipment.id, 'cancel');
    await dispatch.send(shipment.id, 'resume');
    await dispatch.send(shipment.id, 'ready');
    const shipped = await dispatch.send(shipment.id, 'ship');
    await dispatch.treat(shipped.inventoryUnits[0]?.id ?? '', 'return');
    expect(await movementsOf(database, variantId)).toEqual([]);
  });

  test('an empty shipment may be made ready and shipped', async () => {
    const { number } = await placed(1, { count: 1 });
    const { id } = await dispatch.act('createShipment', { order: number, input: {} });
    await dispatch.send(id, 'ready');
    expect((await dispatch.send(id, 'ship')).state).toBe('shipped');
    expect((await desk.read(number)).shipmentState).toBe('pending');
  });
});

describe('Decision A31: refused names', () => {
  const possible = ['ready', 'cancel'];

  test.each([
    ['null', null],
    ['blank', '  '],
  ])('an event that is %s', async (_what, event) => {
    const { shipment } = await placed(1, { count: 1 });
    const errors = await refusedBy(database, dispatch, 'fireShipmentEvent', {
      ref: shipment.number,
      event,
    });
    expect(errors).toEqual([
      {
        code: 'EVENT_REFUSED',
        allowed: possible,
        fields: { state: ['cannot transition without an event name'] },
      },
    ]);
  });

  test('an event of another kind is unknown and not echoed', async () => {
    const { shipment } = await placed(1, { count: 1 });
    expect(await fire(shipment.id, 'approve')).toEqual([
      {
        code: 'EVENT_REFUSED',
        allowed: possible,
        fields: { state: ['cannot transition via an unknown event'] },
      },
    ]);
  });
});

describe('Decision T4: repeats and attributes beside an event', () => {
  test.each([
    ['ready', ['pend', 'ship', 'cancel'], 'markShipmentReady'],
    ['ship', [], 'shipShipment'],
  ] as const)(
    'the event %s repeated is refused, its act is answered unchanged',
    async (event, allowed, act) => {
      const { shipment } = await placed(1, { count: 1 });
      await dispatch.send(shipment.id, 'ready');
      if (event === 'ship') await dispatch.send(shipment.id, 'ship');
      const before = await read(shipment.id);
      const ref = shipment.id;
      expect(await fire(shipment.id, event)).toEqual(notNow(event, allowed));
      expect(await dispatch.act(act, { ref })).toEqual(before);
    },
  );

  test('other acts repeated are refused', async () => {
    const { shipment } = await placed(1, { count: 1 });
    await dispatch.send(shipment.id, 'cancel');
    const errors = await refusedBy(database, dispatch, 'cancelShipment', { ref: shipment.id });
    expect(errors).toEqual(notNow('cancel', ['resume']));
  });

  test('attributes are written with the event, also with a repeated act', async () => {
    const { shipment } = await placed(1, { count: 1 });
    const ref = shipment.id;
    const ready = await dispatch.act('fireShipmentEvent', {
      ref,
      event: 'ready',
      input: { tracking: '1Z9' },
    });
    expect(ready).toMatchObject({ state: 'ready_to_ship', tracking: '1Z9' });
    const again = await dispatch.act('markShipmentReady', { ref, input: { tracking: '1Z10' } });
    expect(again).toMatchObject({ state: 'ready_to_ship', tracking: '1Z10' });
  });

  test('a shipment leaves with one tracking number; as an argument null leaves it, in the input it removes it (V30)', async () => {
    const { shipment } = await placed(1, { count: 1 });
    const ref = shipment.id;
    await dispatch.act('markShipmentReady', { ref, input: { tracking: '1Z9' } });
    const both = { ref, tracking: '1Z10', input: { tracking: '1Z11' } };
    expect(await refusedBy(database, dispatch, 'shipShipment', both)).toEqual([
      { code: 'INVALID', fields: { tracking: ['cannot be sent with input.tracking'] } },
    ]);
    expect(await dispatch.act('shipShipment', { ref })).toMatchObject({ tracking: '1Z9' });
    const unset = await dispatch.act('shipShipment', { ref, tracking: null });
    expect(unset).toMatchObject({ state: 'shipped', tracking: '1Z9' });
    const input = { tracking: null };
    expect(await dispatch.act('shipShipment', { ref, tracking: null, input })).toMatchObject({
      state: 'shipped',
      tracking: null,
    });
  });

  test('a tracking number that is null takes no permission to update shipments', async () => {
    const { shipment } = await placed(1, { count: 1 });
    await dispatch.send(shipment.id, 'ready');
    const packer = dispatchOf(database, viewerWith(null, 'shipments.fire'));
    const shipped = await packer.act('shipShipment', { ref: shipment.id, tracking: null });
    expect(shipped).toMatchObject({ state: 'shipped', tracking: null });
  });

  test('attributes beside a refused event are not kept', async () => {
    const { shipment } = await placed(1, { count: 1 });
    const errors = await refusedBy(database, dispatch, 'fireShipmentEvent', {
      ref: shipment.id,
      event: 'pend',
      input: { tracking: '1Z9' },
    });
    expect(errors).toEqual(notNow('pend', ['ready', 'cancel']));
  });

  test('a holder of the order token fires, and in REST its attributes are ignored (F34)', async () => {
    const { number, shipment } = await placed(1, { count: 1 });
    const { token } = await desk.read(number);
    const holder = dispatchOf(database, { ...nobody, orderToken: token, language: 'rest' });
    const ready = await holder.act('fireShipmentEvent', {
      ref: shipment.number,
      event: 'ready',
      input: { tracking: '1Z9' },
    });
    expect(ready).toMatchObject({ state: 'ready_to_ship', tracking: null });
  });

  test.each([
    ['fireShipmentEvent', 'tracking', { event: 'ready', input: { tracking: '1Z9' } }],
    ['markShipmentReady', 'tracking', { input: { tracking: '1Z9' } }],
    ['shipShipment', 'tracking', { tracking: '1Z9' }],
    ['shipShipment', 'cost', { input: { cost: '5.00' } }],
  ] as const)(
    'in GraphQL %s refuses %s of a caller who may only fire, and nothing is changed (V23)',
    async (name, attribute, sent) => {
      const { shipment } = await placed(1, { count: 1 });
      if (name === 'shipShipment') await dispatch.send(shipment.id, 'ready');
      const packer = dispatchOf(database, viewerWith(null, 'shipments.fire'));
      const variables = { ref: shipment.number, ...sent };
      expect(await refusedBy(database, packer, name, variables)).toEqual([
        { code: 'INVALID', fields: { [attribute]: ['needs the permission shipments.update'] } },
      ]);
      const alone = { ...variables, tracking: undefined, input: {} };
      expect(await packer.act(name, alone)).toMatchObject({
        state: name === 'shipShipment' ? 'shipped' : 'ready_to_ship',
        tracking: null,
      });
    },
  );
});

describe('Decision T29: readiness, with REQUIRE_PAYMENT_TO_SHIP', () => {
  const strict = { settings: { ...settings, requirePaymentToShip: true } };
  let strictDesk: Desk;
  let strictDispatch: Dispatch;

  beforeAll(() => {
    strictDesk = deskOf(database.client, adminViewer, strict);
    strictDispatch = dispatchOf(database, adminViewer, strict);
  });

  /** A payment of the order's total, captured. */
  async function pay(order: string): Promise<string> {
    const input = { paymentMethod: { name: 'Check' } };
    const { id } = await strictDispatch.act('createPayment', { order, input });
    await strictDispatch.act('firePaymentEvent', { order, id, event: 'capture' });
    return id;
  }

  test('a write that changes columns and makes ready by filling counts as one change', async () => {
    const { number, shipment } = await placed(1, { count: 0 });
    await pay(number);
    const { lockVersion, inventoryUnits } = await read(shipment.id);
    const units = inventoryUnits.map(({ id }) => ({ id: id, state: 'sold' }));
    const input = { tracking: '1Z9', inventoryUnits: units };
    expect(await strictDispatch.act('updateShipment', { ref: shipment.id, input })).toMatchObject({
      state: 'ready_to_ship',
      tracking: '1Z9',
      lockVersion: lockVersion + 1,
    });
  });

  test('an unpaid order ships nothing', async () => {
    const { shipment } = await placed(1, { count: 1 });
    const variables = { ref: shipment.id, event: 'ready' };
    const errors = await refusedBy(database, strictDispatch, 'fireShipmentEvent', variables);
    expect(errors).toEqual(notNow('ready', ['cancel'], { base: ['The order is not paid.'] }));
  });

  test('turning paid makes its shipments ready, turning unpaid takes that back', async () => {
    const { number: order, shipment } = await placed(1, { count: 1 });
    const id = await pay(order);
    expect((await read(shipment.id)).state).toBe('ready_to_ship');
    expect(await desk.read(order)).toMatchObject({ paymentState: 'paid', shipmentState: 'ready' });
    await strictDispatch.act('firePaymentEvent', { order, id, event: 'void' });
    expect((await read(shipment.id)).state).toBe('pending');
    expect(await desk.read(order)).toMatchObject({
      paymentState: 'balance_due',
      shipmentState: 'pending',
    });
  });

  test('a shipment pended by hand stays pending', async () => {
    const { number: order, shipment } = await placed(1, { count: 1 });
    await pay(order);
    await strictDispatch.send(shipment.id, 'pend');
    expect((await read(shipment.id)).state).toBe('pending');
    await strictDispatch.act('updateShipment', {
      ref: shipment.id,
      input: { tracking: '1Z9' },
    });
    expect((await read(shipment.id)).state).toBe('pending');
  });

  test('a shipment that waits is not made ready once a new rate of tax leaves its order unpaid', async () => {
    const { number: order, shipment } = await placed(1, { price: '20.00', count: 1 });
    await pay(order);
    await strictDispatch.send(shipment.id, 'pend');
    const taxed = { settings: { ...strict.settings, taxRate: '0.21' } };
    const later = dispatchOf(database, adminViewer, taxed);
    const message = notNow('ready', ['cancel'], { base: ['The order is not paid.'] });
    const ready = { ref: shipment.id, event: 'ready' };
    expect(await refusedBy(database, later, 'fireShipmentEvent', ready)).toEqual(message);
    const input = { paymentMethod: { name: 'Check' }, amount: '4.20' };
    const { id } = await later.act('createPayment', { order, input });
    await later.act('firePaymentEvent', { order, id, event: 'capture' });
    expect((await read(shipment.id)).state).toBe('ready_to_ship');
  });

  test('filling the last backordered unit of a paid order makes it ready', async () => {
    const { number: order, shipment } = await placed(2, { count: 0 });
    await pay(order);
    const [first, second] = shipment.inventoryUnits;
    await strictDispatch.treat(first?.id ?? '', 'fill_backorder');
    expect((await read(shipment.id)).state).toBe('pending');
    await strictDispatch.treat(second?.id ?? '', 'fill_backorder');
    expect((await read(shipment.id)).state).toBe('ready_to_ship');
  });

  test('a change of money beside an event counts for the event', async () => {
    const { number: order, shipment } = await placed(1, { count: 1 });
    await pay(order);
    const variables = { ref: shipment.id, event: 'ship', input: { cost: '5.00' } };
    const errors = await refusedBy(database, strictDispatch, 'fireShipmentEvent', variables);
    expect(errors).toEqual(notNow('ship', ['cancel']));
  });

  test('with the setting off nothing becomes ready by itself', async () => {
    const { number: order, shipment } = await placed(1, { count: 1 });
    const input = { paymentMethod: { name: 'Check' } };
    const { id } = await dispatch.act('createPayment', { order, input });
    await dispatch.act('firePaymentEvent', { order, id, event: 'capture' });
    expect((await read(shipment.id)).state).toBe('pending');
  });

  test('a ready shipment that receives a backordered unit is pending again, in both settings', async () => {
    for (const [someDesk, someDispatch] of [
      [desk, dispatch],
      [strictDesk, strictDispatch],
    ] as const) {
      const { number: order, shipment } = await placed(1, { count: 1 });
      await pay(order);
      await someDispatch.act('markShipmentReady', { ref: shipment.number });
      const line = (await someDesk.read(order)).lineItems[0]?.id ?? '';
      await someDesk.set(order, line, { quantity: 2 });
      const after = await read(shipment.id);
      expect(after.state).toBe('pending');
      expect(unitStates(after)).toEqual(['sold', 'backordered']);
    }
  });
});
