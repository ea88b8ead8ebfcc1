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
  const since = new Date().toISOString();
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

test('A poller of products and variants that sends showDeleted sees what was deleted, as docs/graphql.md says', async () => {
  const one = await makeVariant(database.client);
  const { productId } = await database.client.variant.findUniqueOrThrow({ where: { id: one } });
  const by = `{ id: "${String(productId)}" }`;
  const ago = { data: { updatedAt: new Date('2020-01-01') } };
  await database.client.stockItem.updateMany(ago);
  await database.client.product.updateMany(ago);
  const since = new Date().toISOString();
  const asked = (name: string, more: string) => `${name}(
    filter: { updatedAt: { gteq: "${since}" } }, sort: [{ field: UPDATED_AT }] ${more}) { nodes { id deletedAt } }`;
  const poll = async (more: string) => {
    const document = `{ ${asked('products', more)} ${asked('variants', more)} }`;
    const { data } = await run(database.client, adminViewer, document);
    return data as Record<'products' | 'variants', { nodes: { id: string; deletedAt: string }[] }>;
  };
  const remove = `mutation { deleteProduct(by: ${by}) { product { id } userErrors { message } } }`;
  expect(await run(database.client, adminViewer, remove)).toMatchObject({ errors: [] });
  expect(await poll('')).toEqual({ products: { nodes: [] }, variants: { nodes: [] } });
  const { products, variants } = await poll('showDeleted: true');
  expect(products.nodes).toEqual([
    { id: String(productId), deletedAt: expect.stringMatching(/^20/) },
  ]);
  expect(variants.nodes).toContainEqual({
    id: String(one),
    deletedAt: expect.stringMatching(/^20/),
  });
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

/** The time that is told of every movement: years after all others, and later with each. */
let clock = Date.parse('2040-01-01T00:00:00Z');

interface Times {
  readonly updatedAt: string;
  readonly stockUpdatedAt: string;
}

async function timesOf(variantId: bigint): Promise<Times> {
  const asked = `{ variant(by: { id: "${String(variantId)}" }) { updatedAt stockUpdatedAt } }`;
  const { data, errors } = await run(database.client, adminViewer, asked);
  expect(errors).toEqual([]);
  return (data as { variant: Times }).variant;
}

/** What a write at a time of its own did to the change times of a variant: that time, or none. */
async function movedBy(variantId: bigint, write: (later: Desk) => Promise<unknown>) {
  const before = await timesOf(variantId);
  clock += 60_000;
  const time = new Date(clock);
  await write(deskOf(database.client, adminViewer, { now: () => time }));
  const after = await timesOf(variantId);
  const told = (name: keyof Times): string => {
    if (after[name] === before[name]) return 'stays';
    return after[name] === time.toISOString() ? 'moves' : after[name];
  };
  return { variant: told('updatedAt'), stock: told('stockUpdatedAt') };
}

test('The time of stock moves with a sale, a cancellation, a return and a broken unit that comes back', async () => {
  const variantId = await makeVariant(database.client, { count: 5 });
  const both = { variant: 'moves', stock: 'moves' };
  const { number } = await desk.cartOf([variantId, 2]);
  expect(await movedBy(variantId, (later) => later.fire(number, 'complete'))).toEqual(both);
  expect(await movedBy(variantId, (later) => later.fire(number, 'cancel'))).toEqual(both);
  expect(await movedBy(variantId, (later) => later.fire(number, 'resume'))).toEqual(both);
  const [parcel] = (await desk.read(number)).shipments;
  const shipmentId = String(parcel?.id);
  await desk.fireShipment(shipmentId, 'ready');
  const shipping = (later: Desk) => later.fireShipment(shipmentId, 'ship');
  expect(await movedBy(variantId, shipping)).toEqual({ variant: 'stays', stock: 'stays' });
  const [first, second] = parcel?.inventoryUnits.map(({ id }) => id) ?? [];
  const returning = (later: Desk) => later.fireUnit(String(first), 'return');
  expect(await movedBy(variantId, returning)).toEqual(both);
  const broken = (later: Desk) => later.try.fireUnit(String(second), 'return', false);
  expect(await movedBy(variantId, broken)).toEqual(both);
});

test('The time of stock moves with an adjustment and with a count that is set, and stays with the rest of the record', async () => {
  const variantId = await makeVariant(database.client, { count: 5 });
  const both = { variant: 'moves', stock: 'moves' };
  expect(await movedBy(variantId, (later) => later.adjust(variantId, 3))).toEqual(both);
  const { productId } = await database.client.variant.findUniqueOrThrow({
    where: { id: variantId },
  });
  const setting = (master: string) => async (): Promise<void> => {
    const write = `mutation { updateProduct(by: { id: "${String(productId)}" }, input: { ${master} }) { product { id } userErrors { code field message allowed lockVersion } } }`;
    const now = () => new Date(clock);
    expect(await run(database.client, adminViewer, write, {}, { now })).toMatchObject({
      errors: [],
    });
  };
  expect(await movedBy(variantId, setting('countOnHand: 17'))).toEqual(both);
  const priced = { variant: 'moves', stock: 'stays' };
  expect(await movedBy(variantId, setting('price: "11.50"'))).toEqual(priced);
});

test('The time of stock moves with stock in any location, also in a closed one, which moves nothing that the variant shows (R34)', async () => {
  const variantId = await makeVariant(database.client, { count: 5 });
  const place = await makeLocation(database);
  const stockLocationId = String(place);
  const adjusting = (later: Desk) =>
    later.try.adjust({ variantId: String(variantId), quantity: 3, stockLocationId });
  const both = { variant: 'moves', stock: 'moves' };
  // the first creates the stock item, the second changes it
  expect(await movedBy(variantId, adjusting)).toEqual(both);
  expect(await movedBy(variantId, adjusting)).toEqual(both);
  expect(await movedBy(variantId, (later) => later.try.setActive(place, false))).toEqual(both);
  const hidden = { variant: 'stays', stock: 'moves' };
  expect(await movedBy(variantId, adjusting)).toEqual(hidden);
  expect(await movedBy(variantId, (later) => later.try.setActive(place, true))).toEqual(both);
  const other = await makeVariant(database.client, { count: 5 });
  expect(await movedBy(other, adjusting)).toEqual({ variant: 'stays', stock: 'stays' });
});

test('A poller finds the variants whose stock moved since, in the order in which it did', async () => {
  const [first, second, third] = [
    await makeVariant(database.client),
    await makeVariant(database.client),
    await makeVariant(database.client),
  ];
  const since = new Date(clock + 1).toISOString();
  const order = [third, first, second, third];
  for (const variantId of order) await movedBy(variantId, (later) => later.adjust(variantId, 1));
  const asked = `{ variants(filter: { stockUpdatedAt: { gteq: "${since}" } }, sort: [{ field: STOCK_UPDATED_AT }]) {
    nodes { id } } }`;
  statements.length = 0;
  const { data, errors } = await run(database.client, adminViewer, asked);
  expect({ data, errors, statements: statements.length }).toEqual({
    data: { variants: { nodes: [first, second, third].map((id) => ({ id: String(id) })) } },
    errors: [],
    statements: 1,
  });
});

test('Times of stock cost a sale no statement more, and the variant with them is one statement', async () => {
  const variantIds = await Promise.all(
    [1, 2, 3, 4].map(() => makeVariant(database.client, { count: 5 })),
  );
  const one = await desk.cartOf([variantIds[0] as bigint, 1]);
  const four = await desk.cartOf(...variantIds.map((id) => [id, 1] as const));
  const costs: number[] = [];
  for (const { number } of [one, four]) {
    statements.length = 0;
    await desk.fire(number, 'complete');
    costs.push(statements.filter((sql) => sql.includes('moved_at')).length, statements.length);
  }
  expect(costs).toEqual([1, costs[1], 1, costs[1]]);
  statements.length = 0;
  const asked =
    '{ variants(first: 3) { nodes { updatedAt stockUpdatedAt countOnHand backorderable } } }';
  await run(database.client, adminViewer, asked);
  expect(statements).toHaveLength(1);
});
