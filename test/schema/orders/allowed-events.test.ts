import { afterAll, afterEach, beforeAll, describe, expect, test } from '@jest/globals';
import type { Database } from '../../../prisma/database.ts';
import {
  countOf,
  type Dispatch,
  dispatchOf,
  expectSound,
  makeLocation,
  putStock,
} from '../../support/dispatch.ts';
import { openTestDatabase } from '../../support/database.ts';
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

const scarce = { name: 'Vase', backorderable: false };
const short = ['Selected quantity of "Vase" is not available.'];

/** What a refusal of an unknown event lists. */
async function listed(number: string): Promise<unknown> {
  const { errors } = await desk.try.fire(number, 'nonsense');
  return errors[0]?.['allowed'];
}

/** An event that takes stock, and is refused because there is too little. */
async function refusedForStock(number: string, event: string): Promise<void> {
  const before = await desk.read(number);
  const { errors } = await desk.try.fire(number, event);
  expect(errors[0]).toMatchObject({ code: 'EVENT_REFUSED', fields: { quantity: short } });
  expect(await desk.read(number)).toEqual(before);
}

/** An empty shipment of an order at another location, which has so many units of a variant, or no stock item. */
async function boxElsewhere(number: string, variantId: bigint, count?: number): Promise<void> {
  const annex = await makeLocation(database);
  if (count !== undefined) await putStock(database, variantId, annex, count);
  const input = { stockLocationId: String(annex) };
  await dispatch.act('createShipment', { order: number, input });
}

describe('A refusal lists only the events that would succeed now (A31, T13)', () => {
  test('`complete`, if the shipment is at a location that never had the variant but another one has', async () => {
    const variantId = await makeVariant(database.client, { ...scarce, count: 5 });
    const { number } = await desk.cartOf([variantId, 2]);
    await boxElsewhere(number, variantId);
    expect(await listed(number)).toEqual(['next', 'complete']);
    expect((await desk.fire(number, 'complete')).state).toBe('complete');
    expect(await countOf(database, variantId)).toBe(3);
  });

  test('not `complete`, if all locations together have too little', async () => {
    const variantId = await makeVariant(database.client, { ...scarce, count: 2 });
    const { number } = await desk.cartOf([variantId, 2]);
    await boxElsewhere(number, variantId, 0);
    const other = await desk.cartOf([variantId, 1]);
    await desk.fire(other.number, 'complete');
    expect(await listed(number)).toEqual(['next']);
    await refusedForStock(number, 'complete');
  });

  test('not `resume`, if units in no shipment and in one are short together', async () => {
    const variantId = await makeVariant(database.client, { ...scarce, count: 2 });
    const { number } = await desk.cartOf([variantId, 2]);
    const { shipments } = await desk.fire(number, 'complete');
    const unit = shipments[0]?.inventoryUnits[0]?.id;
    await dispatch.act('updateInventoryUnit', { id: unit, input: { shipmentId: null } });
    await desk.fire(number, 'cancel');
    expect(await listed(number)).toEqual(['resume']);
    const other = await desk.cartOf([variantId, 1]);
    await desk.fire(other.number, 'complete');
    expect(await listed(number)).toEqual([]);
    await refusedForStock(number, 'resume');
  });

  test('`next` and `complete`, if another location has the goods that the default one lacks', async () => {
    const variantId = await makeVariant(database.client, { ...scarce, count: 2 });
    const { number } = await desk.cartOf([variantId, 2]);
    await desk.update(number, { email: 'a@b', billAddress: maineAddress, useBilling: true });
    await desk.next(number);
    const other = await desk.cartOf([variantId, 2]);
    await desk.fire(other.number, 'complete');
    await boxElsewhere(number, variantId, 2);
    expect(await listed(number)).toEqual(['next', 'complete']);
    expect((await desk.fire(number, 'complete')).state).toBe('complete');
    expect(await countOf(database, variantId)).toBe(0);
  });

  test('not `resume` of a shipment, if its location never had the variant', async () => {
    const variantId = await makeVariant(database.client, { ...scarce, count: 5 });
    const track = (trackInventory: boolean) =>
      database.client.variant.update({ where: { id: variantId }, data: { trackInventory } });
    await track(false);
    const { number } = await desk.cartOf([variantId, 1]);
    await boxElsewhere(number, variantId);
    const { shipments } = await desk.fire(number, 'complete');
    const id = shipments[0]?.id ?? '';
    await dispatch.send(id, 'cancel');
    await track(true);
    const ask = async (event: string) => {
      const { errors } = await dispatch.ask('fireShipmentEvent', { ref: id, event });
      return errors[0];
    };
    expect(await ask('nonsense')).toMatchObject({ allowed: [] });
    expect(await ask('resume')).toMatchObject({ allowed: [], fields: { quantity: short } });
  });
});
