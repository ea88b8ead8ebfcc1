import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import type { Database } from '../../../prisma/database.ts';
import { bulkDocument, sendRows } from '../../support/bulk.ts';
import { openTestDatabase } from '../../support/database.ts';
import { expectSound, snapshotOrders } from '../../support/dispatch.ts';
import { adminViewer, run, viewerWith } from '../../support/graphql.ts';
import { type Desk, deskOf, type ReadOrder, statesOf } from '../../support/orders.ts';
import { makeUser, makeVariant } from '../../support/records.ts';

let database: Database;
let desk: Desk;
let goods: bigint;
const statements: string[] = [];

beforeAll(async () => {
  database = await openTestDatabase({ onStatement: (sql) => statements.push(sql) });
  desk = deskOf(database.client, adminViewer);
  goods = await makeVariant(database.client, { count: 1000 });
});
afterAll(async () => {
  await expectSound(database);
  await database.close();
});

/** A complete order of two units. */
async function sale(): Promise<ReadOrder> {
  const { number } = await desk.cartOf([goods, 2]);
  return desk.fire(number, 'complete');
}

/** The same with its shipment ready; the number of the shipment, and that of the order. */
async function packed() {
  const order = await sale();
  const number = order.shipments[0]?.number ?? '';
  await desk.fireShipment(number, 'ready');
  return { number, order: order.number };
}

const send = (rows: object[], policy?: 'EACH') => sendRows(database, 'shipShipments', rows, policy);

describe('shipShipments (V20, V23)', () => {
  test('ships shipments of several orders with their tracking numbers', async () => {
    const [one, two] = [await packed(), await packed()];
    const { records, refused, whole } = await send([
      { shipment: { number: two.number.toLowerCase() }, tracking: '1Z2' },
      { shipment: { number: one.number } },
    ]);
    expect({ refused, whole }).toEqual({ refused: {}, whole: [] });
    expect(records).toEqual([
      {
        number: two.number,
        state: 'SHIPPED',
        tracking: '1Z2',
        order: { shipmentState: 'SHIPPED' },
      },
      { number: one.number, state: 'SHIPPED', tracking: null, order: { shipmentState: 'SHIPPED' } },
    ]);
    expect(statesOf(await desk.read(one.order)).units).toEqual(['shipped', 'shipped']);
    const events = await database.client.outboxEvent.count({
      where: { eventType: 'Shipment.ship' },
    });
    const steps = await database.client.stateChange.count({
      where: { event: 'ship', statefulType: 'Shipment' },
    });
    expect([events, steps]).toEqual([2, 2]);
  });

  test('two shipments of one order leave together', async () => {
    const { number, shipments } = await sale();
    const unit = shipments[0]?.inventoryUnits[0]?.id;
    await desk.pack(number, { inventoryUnitIds: [unit] });
    const parcels = (await desk.read(number)).shipments;
    expect(parcels).toHaveLength(2);
    for (const { id } of parcels) await desk.fireShipment(id, 'ready');
    const { records } = await send(parcels.map(({ id }) => ({ shipment: { id } })));
    expect(records).toMatchObject([{ state: 'SHIPPED' }, { state: 'SHIPPED' }]);
    expect(statesOf(await desk.read(number)).shipmentState).toBe('shipped');
  });

  test('one that has shipped stays shipped, and gets its tracking number', async () => {
    const { number } = await packed();
    await send([{ shipment: { number } }]);
    const steps = await database.client.stateChange.count();
    const { records } = await send([{ shipment: { number }, tracking: 'LATE' }]);
    expect(records).toMatchObject([{ state: 'SHIPPED', tracking: 'LATE' }]);
    expect(await database.client.stateChange.count()).toBe(steps);
  });

  test('EACH ships the others of those that cannot', async () => {
    const [ready, closed] = [await packed(), await packed()];
    await desk.fireShipment(closed.number, 'cancel');
    const { records, refused, whole } = await send(
      [
        { shipment: { number: closed.number }, tracking: 'X' },
        { shipment: { number: ready.number } },
        { shipment: { number: 'H-NONE' } },
      ],
      'EACH',
    );
    expect(records).toMatchObject([null, { state: 'SHIPPED' }, null]);
    expect(refused).toMatchObject({
      0: [expect.stringMatching(/^EVENT_REFUSED/), expect.stringContaining('"ship"')],
      2: ['NOT_FOUND shipment does not exist'],
    });
    expect(whole).toEqual([]);
    const stays = (await desk.read(closed.order)).shipments[0];
    expect(stays).toMatchObject({ state: 'canceled' });
  });

  test('ALL_OR_NOTHING ships none if one cannot', async () => {
    const ready = await packed();
    const closed = await packed();
    await desk.fireShipment(closed.number, 'cancel');
    const before = await snapshotOrders(database);
    const { whole } = await send([
      { shipment: { number: ready.number } },
      { shipment: { number: closed.number } },
    ]);
    expect(whole).toEqual(['REFUSED base Nothing was written, because 1 of 2 rows were refused.']);
    expect(await snapshotOrders(database)).toBe(before);
  });

  test('tracking numbers need `shipments.update`, shipping `shipments.fire`', async () => {
    const { number } = await packed();
    const user = await makeUser(database.client, 'packer@harbour.test');
    const packer = viewerWith(user, 'shipments.fire');
    const before = await snapshotOrders(database);
    const ask = (row: object, viewer = packer) =>
      sendRows(database, 'shipShipments', [row], 'EACH', viewer);
    const refusal = [{ code: 'UNAUTHORIZED', reason: 'insufficient_rights' }];
    const tracked = { shipment: { number }, tracking: 'T' };
    expect((await ask(tracked)).refused).toEqual({
      0: ['INVALID tracking needs the permission shipments.update'],
    });
    expect((await ask(tracked, viewerWith(user, 'shipments.update'))).errors).toEqual(refusal);
    expect(await snapshotOrders(database)).toBe(before);
    expect((await ask({ shipment: { number } })).refused).toEqual({});
  });
});

test('requests with the same rows in opposite order are both carried out, beside cancellations', async () => {
  const all = [];
  for (let made = 0; made < 12; made += 1) all.push(await packed());
  const rows = all.slice(0, 10).map(({ number }) => ({ shipment: { number } }));
  const answers = await Promise.all([
    send(rows),
    send(rows.toReversed()),
    send(rows),
    ...all.slice(10).map(({ order }) => desk.try.fire(order, 'cancel')),
  ]);
  expect(answers.map(({ errors }) => errors)).toEqual(answers.map(() => []));
  for (const { order } of all.slice(0, 10)) {
    expect(statesOf(await desk.read(order)).shipmentState).toBe('shipped');
  }
});

test('30 rows are as many statements as 2, whatever the number of orders', async () => {
  const costOf = async (count: number): Promise<number> => {
    const all = [];
    for (let made = 0; made < count; made += 1) all.push(await packed());
    const rows = all.map(({ number }) => ({ shipment: { number }, tracking: number }));
    const policy = 'ALL_OR_NOTHING';
    statements.length = 0;
    const document = bulkDocument('shipShipments');
    const { errors } = await run(database.client, adminViewer, document, { rows, policy });
    expect(errors).toEqual([]);
    return statements.length;
  };
  expect(await costOf(2)).toBe(await costOf(30));
});
