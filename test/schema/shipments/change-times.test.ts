import { afterAll, afterEach, beforeAll, expect, test } from '@jest/globals';
import type { Database } from '../../../prisma/database.ts';
import { openTestDatabase } from '../../support/database.ts';
import { type Dispatch, dispatchOf, expectSound, refusedBy } from '../../support/dispatch.ts';
import { adminViewer } from '../../support/graphql.ts';
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

/** A completed order of two units, of which one waits, and a second, empty shipment. */
async function placed() {
  const variantId = await makeVariant(database.client, { count: 1 });
  const { number } = await desk.cartOf([variantId, 2]);
  const { lineItems } = await desk.fire(number, 'complete');
  const empty = await dispatch.act('createShipment', { order: number, input: {} });
  const { shipments } = await desk.read(number);
  const id = shipments.find((shipment) => shipment.id !== empty.id)?.id ?? '';
  const { inventoryUnits } = await dispatch.act('shipment', { ref: id });
  const [sold = '', waiting = ''] = inventoryUnits.map((unit) => unit.id);
  return {
    number,
    variantId,
    line: String(lineItems[0]?.id),
    id,
    emptyId: empty.id,
    sold,
    waiting,
  };
}

/** How often the version of each shipment rose in a write; the time of those that changed must move too. */
async function risesBy(ids: readonly string[], write: () => Promise<unknown>): Promise<number[]> {
  const { client } = database;
  const ago = new Date('2020-01-01T00:00:00Z');
  const where = { id: { in: ids.map(BigInt) } };
  await client.shipment.updateMany({ where, data: { updatedAt: ago, lockVersion: 0 } });
  await write();
  const rows = await client.shipment.findMany({ where });
  return ids.map((id) => {
    const row = rows.find((candidate) => candidate.id === BigInt(id));
    const version = row?.lockVersion ?? 0;
    expect(row?.updatedAt.getTime() !== ago.getTime()).toBe(version > 0);
    return version;
  });
}

test('A poller of shipments sees that goods arrived for one of its units (O8, B51)', async () => {
  const { variantId, id, emptyId } = await placed();
  const input = { variantId: String(variantId), quantity: 1 };
  expect(await risesBy([id, emptyId], () => desk.try.adjust(input))).toEqual([1, 0]);
});

test('A poller of shipments sees a unit that moved, in both shipments (O8, B51)', async () => {
  const { id, emptyId, sold } = await placed();
  const input = { shipmentId: emptyId };
  const move = () => dispatch.act('updateInventoryUnit', { id: sold, input });
  expect(await risesBy([id, emptyId], move)).toEqual([1, 1]);
});

test('A poller of shipments sees units that a line gained or lost (O8, B51)', async () => {
  const { number, line, id, emptyId } = await placed();
  for (const quantity of [3, 2]) {
    const set = () => desk.set(number, line, { quantity });
    expect(await risesBy([id, emptyId], set)).toEqual([1, 0]);
  }
});

test('A poller of shipments sees a unit that came back after it was shipped (O8, B51)', async () => {
  const { id, emptyId, sold } = await placed();
  await dispatch.treat(sold, 'ship');
  expect(await risesBy([id, emptyId], () => dispatch.treat(sold, 'return'))).toEqual([1, 0]);
});

test('A poller of shipments sees another address of its own, the first and each later one (O8, B51)', async () => {
  const { number, id, emptyId } = await placed();
  await desk.update(number, { shipAddress: maineAddress });
  for (const city of ['Bangor', 'Orono']) {
    const write = () => dispatch.act('updateShipment', { ref: id, input: { address: { city } } });
    expect(await risesBy([id, emptyId], write)).toEqual([1, 0]);
  }
});

test('A poller of shipments sees another ship address of the order in those that go there (O8, B51)', async () => {
  const { number, id, emptyId } = await placed();
  const first = () => desk.update(number, { shipAddress: maineAddress });
  expect(await risesBy([id, emptyId], first)).toEqual([1, 1]);
  const { shipAddress } = await desk.read(number);
  const addressId = shipAddress?.id ?? '';
  const rename = () => desk.try.place(number, addressId, { address1: '7 Quay Street' });
  expect(await risesBy([id, emptyId], rename)).toEqual([1, 1]);
  await dispatch.act('updateShipment', { ref: id, input: { address: { city: 'Orono' } } });
  const update = () => desk.update(number, { shipAddress: { address1: '9 Quay Street' } });
  expect(await risesBy([id, emptyId], update)).toEqual([0, 1]);
  const billed = () => desk.update(number, { billAddress: maineAddress });
  expect(await risesBy([id, emptyId], billed)).toEqual([0, 0]);
});

test('A version of a shipment read before its order got another address is a conflict, and nothing is written (F15)', async () => {
  const { number, id } = await placed();
  await desk.update(number, { shipAddress: maineAddress });
  const { lockVersion } = await dispatch.act('shipment', { ref: id });
  await desk.update(number, { shipAddress: { address1: '7 Quay Street' } });
  const variables = { ref: id, input: { tracking: '1Z9' }, ifVersion: lockVersion };
  expect(await refusedBy(database, dispatch, 'updateShipment', variables)).toEqual([
    { code: 'CONFLICT', lockVersion: lockVersion + 1 },
  ]);
});

test('A write that only touches the order leaves its shipments as they are (B51)', async () => {
  const { number, id, emptyId } = await placed();
  const write = () => desk.update(number, { specialInstructions: 'Ring twice' });
  expect(await risesBy([id, emptyId], write)).toEqual([0, 0]);
});

test('A version of a shipment read before goods arrived is a conflict, and nothing is written (F15)', async () => {
  const { variantId, id } = await placed();
  const { lockVersion } = await dispatch.act('shipment', { ref: id });
  await desk.try.adjust({ variantId: String(variantId), quantity: 1 });
  const variables = { ref: id, input: { tracking: '1Z9' }, ifVersion: lockVersion };
  expect(await refusedBy(database, dispatch, 'updateShipment', variables)).toEqual([
    { code: 'CONFLICT', lockVersion: lockVersion + 1 },
  ]);
});
