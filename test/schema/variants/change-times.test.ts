import { afterAll, beforeAll, expect, test } from '@jest/globals';
import type { Database } from '../../../prisma/database.ts';
import { openTestDatabase } from '../../support/database.ts';
import { makeLocation } from '../../support/dispatch.ts';
import { adminViewer, run } from '../../support/graphql.ts';
import { type Desk, deskOf } from '../../support/orders.ts';
import { makeVariant } from '../../support/records.ts';

let database: Database;
let desk: Desk;
const statements: string[] = [];

beforeAll(async () => {
  database = await openTestDatabase({ onStatement: (sql) => statements.push(sql) });
  desk = deskOf(database.client, adminViewer);
});
afterAll(() => database.close());

const document = `query ($since: DateTime!) {
  variants(filter: { updatedAt: { gteq: $since } }, sort: [{ field: UPDATED_AT }]) {
    nodes { id updatedAt lockVersion countOnHand } } }`;

interface Seen {
  readonly id: string;
  readonly updatedAt: string;
  readonly lockVersion: number;
}

/** What a poller finds of the variants that changed during a write; before it nothing has changed for years. */
async function seenAfter(write: () => Promise<unknown>): Promise<readonly Seen[]> {
  await database.client.stockItem.updateMany({ data: { updatedAt: new Date('2020-01-01') } });
  const since = new Date();
  await write();
  const { data, errors } = await run(database.client, adminViewer, document, { since });
  expect(errors).toEqual([]);
  return (data as { variants: { nodes: Seen[] } }).variants.nodes;
}

/** Whether a write moved the change time of this variant alone; the version is of the record, so it stays. */
async function expectSeen(variantId: bigint, write: () => Promise<unknown>): Promise<void> {
  expect(await seenAfter(write)).toEqual([
    expect.objectContaining({ id: String(variantId), lockVersion: 0 }),
  ]);
}

test('A poller of variants sees a sale and what a canceled order gives back (O8, R19)', async () => {
  const variantId = await makeVariant(database.client, { count: 5 });
  await makeVariant(database.client, { count: 5 });
  const { number } = await desk.cartOf([variantId, 2]);
  await expectSeen(variantId, () => desk.fire(number, 'complete'));
  await expectSeen(variantId, () => desk.fire(number, 'cancel'));
});

test('A poller of variants sees an adjustment of stock (O8, R19)', async () => {
  const variantId = await makeVariant(database.client);
  const input = { variantId: String(variantId), quantity: 3 };
  await expectSeen(variantId, () => desk.try.adjust(input));
});

test('Stock in another location that changes what a variant shows moves its change time (R19, R34)', async () => {
  const variantId = await makeVariant(database.client);
  const stockLocationId = String(await makeLocation(database));
  const input = { variantId: String(variantId), quantity: 3, stockLocationId };
  await expectSeen(variantId, () => desk.try.adjust(input));
});

test('What changes no count that a variant shows leaves its change time: a cart, stock in a closed location (R19, R34)', async () => {
  const variantId = await makeVariant(database.client, { count: 5 });
  const closed = await makeLocation(database);
  await database.client.stockLocation.update({ where: { id: closed }, data: { active: false } });
  const input = { variantId: String(variantId), quantity: 3, stockLocationId: String(closed) };
  expect(await seenAfter(() => desk.cartOf([variantId, 2]))).toEqual([]);
  expect(await seenAfter(() => desk.try.adjust(input))).toEqual([]);
});

test('A sale writes no row of variants, so buyers never wait for a writer of the catalogue (R19)', async () => {
  const variantId = await makeVariant(database.client, { count: 5 });
  const { number } = await desk.cartOf([variantId, 2]);
  statements.length = 0;
  await desk.fire(number, 'complete');
  expect(
    statements.filter((sql) => /UPDATE "?(public"?\.")?variants|INTO "?variants/.test(sql)),
  ).toEqual([]);
});
