import { afterAll, beforeAll, beforeEach, expect, test } from '@jest/globals';
import { choresOf } from '../../../gateway/process/housekeeping.ts';
import type { Database } from '../../../prisma/database.ts';
import { Prisma } from '../../../prisma/generated/client/client.ts';
import { findViolations } from '../../../prisma/invariants.ts';
import { AnswerTooLarge } from '../../../prisma/fast-path/answer-size.ts';
import { SentAway } from '../../../prisma/shares/waiting-room.ts';
import { fillBounds } from '../../../schema/domain/stock.ts';
import { Unavailable } from '../../../schema/errors.ts';
import type { Db, Viewer } from '../../../schema/index.ts';
import { oldestWaiting } from '../../../schema/order-desk/fill.ts';
import { fillNext } from '../../../schema/order-desk/fill-steps.ts';
import { openTestDatabase } from '../../support/database.ts';
import { adminViewer, settings } from '../../support/graphql.ts';
import { type Desk, deskOf } from '../../support/orders.ts';
import { countOf, makeUser, makeVariant } from '../../support/records.ts';
import { keepRows } from '../../support/restore-point.ts';
import { copyWaitingOrder } from '../../support/waiting-orders.ts';

/** Orders that wait, each for one unit: four more than one write fills. */
const waiting = fillBounds.orders + 4;
const paidFirst = { ...settings, requirePaymentToShip: true };

let database: Database;
let desk: Desk;
let merchant: Viewer['user'];
let variantId: bigint;
let begin: () => Promise<void>;

beforeAll(async () => {
  database = await openTestDatabase();
  merchant = await makeUser(database.client, 'merchant@example.test');
  desk = deskOf(database.client, { ...adminViewer, user: merchant }, { settings: paidFirst });
  variantId = await makeVariant(database.client, { price: '0' });
  await desk.fire((await desk.cartOf([variantId, 1])).number, 'complete');
  await database.client.$executeRawUnsafe(copyWaitingOrder(waiting - 1));
  begin = await keepRows(database.client);
});
beforeEach(() => begin());
afterAll(() => database.close());

/** The database, of which some calls are answered otherwise. */
const instead = (calls: object): Db =>
  new Proxy(database.client, {
    get: (client, name) => Reflect.get(name in calls ? calls : client, name) as unknown,
  });

const arrive = (quantity: number) => desk.try.adjust({ variantId: String(variantId), quantity });

/** A step that fills one order. */
const step = () => fillNext(database.client, paidFirst, { orders: 1, rows: 1 });

async function goOn(): Promise<void> {
  while (await step()) expect(await findViolations(database)).toEqual([]);
}

/** The states of the units, those of the order completed first come first. */
async function states(): Promise<readonly string[]> {
  const units = await database.client.inventoryUnit.findMany({
    select: { state: true },
    orderBy: [{ order: { completedAt: 'asc' } }, { id: 'asc' }],
  });
  return units.map(({ state }) => state);
}

const times = (count: number, state: string): string[] => Array<string>(count).fill(state);

/** An order among those that wait, by its age. */
const orderAt = (place: number) =>
  database.client.order.findFirstOrThrow({ orderBy: { completedAt: 'asc' }, skip: place });

test('T55: goods for more orders than one write fills are filled in steps, the oldest order first', async () => {
  const answer = await arrive(waiting - 1);
  expect(answer).toEqual({ record: { countOnHand: -1 }, errors: [] });
  const { orders } = fillBounds;
  expect(await states()).toEqual([...times(orders, 'sold'), ...times(4, 'backordered')]);
  expect(await findViolations(database)).toEqual([]);
  await step();
  expect(await states()).toEqual([...times(orders + 1, 'sold'), ...times(3, 'backordered')]);
  await goOn();
  expect(await states()).toEqual([...times(waiting - 1, 'sold'), 'backordered']);
  expect(await countOf(database.client, variantId)).toBe(-1);
  expect(await step()).toBe(false);
});

test('T55: goods that one write can fill leave nothing for later', async () => {
  await arrive(fillBounds.orders);
  expect(await step()).toBe(false);
  expect(await states()).toEqual([...times(fillBounds.orders, 'sold'), ...times(4, 'backordered')]);
});

test('T55: what is left is filled by the chores of whatever process starts next', async () => {
  await arrive(waiting);
  const chores = choresOf(database.client, { auditDays: 1, cartDays: 0 }, settings);
  const chore = chores.find(({ name }) => name === 'fill backorders that a write left');
  while (await chore?.doPart());
  expect(await states()).toEqual(times(waiting, 'sold'));
  expect(await findViolations(database)).toEqual([]);
});

test('T55: between the steps nobody else is sold the goods that orders wait for', async () => {
  await arrive(waiting + 1);
  const sold = await desk.fire((await desk.cartOf([variantId, 1])).number, 'complete');
  const late = await desk.fire((await desk.cartOf([variantId, 1])).number, 'complete');
  expect(sold.shipmentState).not.toBe('backorder');
  expect(late.shipmentState).toBe('backorder');
  await goOn();
  expect(await states()).toEqual([...times(waiting + 1, 'sold'), 'backordered']);
  expect(await countOf(database.client, variantId)).toBe(-1);
});

test('T55: an order that is canceled between the steps leaves its goods to the next one', async () => {
  await arrive(waiting - 1);
  const { number } = await orderAt(waiting - 2);
  await desk.fire(number, 'cancel');
  await goOn();
  expect(await states()).toEqual([...times(waiting - 2, 'sold'), 'on_hand', 'sold']);
  expect(await countOf(database.client, variantId)).toBe(0);
});

test('T55: of an order that is canceled while nobody else waits the goods stay on the shelf', async () => {
  await arrive(waiting);
  const { number } = await orderAt(waiting - 1);
  await desk.fire(number, 'cancel');
  expect(await countOf(database.client, variantId)).toBe(1);
  await goOn();
  expect(await states()).toEqual([...times(waiting - 1, 'sold'), 'on_hand']);
});

test('T55: a count that is set below zero again keeps what was not filled yet', async () => {
  await arrive(waiting);
  await arrive(-2);
  await goOn();
  expect(await states()).toEqual([...times(waiting - 2, 'sold'), ...times(2, 'backordered')]);
  expect(await countOf(database.client, variantId)).toBe(-2);
});

test('T55: goods that arrive between the steps go to the oldest order that waits', async () => {
  await arrive(waiting - 2);
  await arrive(1);
  const { orders } = fillBounds;
  expect(await states()).toEqual([...times(orders + 1, 'sold'), ...times(3, 'backordered')]);
  await goOn();
  expect(await states()).toEqual([...times(waiting - 1, 'sold'), 'backordered']);
});

test('T55, P74: goods fill their orders, however many payments the customers recorded beside their one unit', async () => {
  // 60 orders of 21 million characters
  await database.script(`
    INSERT INTO payments (order_id, payment_method_id, amount, state, response_code, avs_response)
    SELECT o.id, method.id, 1, 'void', repeat('x', 250), repeat('y', 250)
    FROM (SELECT id FROM orders ORDER BY completed_at LIMIT 60) o
    CROSS JOIN (SELECT min(id) AS id FROM payment_methods) method
    CROSS JOIN generate_series(1, 500)`);
  expect(await arrive(waiting)).toEqual({ record: { countOnHand: 0 }, errors: [] });
  const sold = (await states()).filter((state) => state === 'sold').length;
  expect(sold).toBeGreaterThan(1);
  expect(sold * 500).toBeLessThan(fillBounds.rows);
  while (await fillNext(database.client, paidFirst));
  expect(await states()).toEqual(times(waiting, 'sold'));
  expect(await findViolations(database)).toEqual([]);
});

/** The database, of which a write cannot read so many orders together. */
const readingAtMost = (most: number): Db =>
  instead({
    $transaction: (work: (tx: object) => Promise<unknown>) =>
      database.client.$transaction((tx) => {
        const findMany = (args: { where: { id: { in: readonly bigint[] } } }) =>
          args.where.id.in.length > most
            ? Promise.reject(new AnswerTooLarge())
            : tx.order.findMany(args as never);
        const order = { findMany };
        return work(
          new Proxy(tx, {
            get: (of, name) => (name === 'order' ? order : (Reflect.get(of, name) as unknown)),
          }),
        );
      }),
  });

test('T55, P74: a step whose orders are too large to be read together fills half as many, down to one', async () => {
  await arrive(waiting);
  const { orders } = fillBounds;
  expect(await fillNext(readingAtMost(2), paidFirst)).toBe(true);
  expect(await states()).toEqual([...times(orders + 2, 'sold'), ...times(2, 'backordered')]);
  expect(await fillNext(readingAtMost(1), paidFirst)).toBe(true);
  expect(await states()).toEqual([...times(orders + 3, 'sold'), 'backordered']);
  await expect(fillNext(readingAtMost(0), paidFirst)).rejects.toThrow(/failed 1 times in a row/);
  expect(await findViolations(database)).toEqual([]);
});

test('T33: goods for one of many units that wait read this one only, whatever waits behind it', async () => {
  const items = await database.client.stockItem.findMany({ where: { variantId } });
  const rises = new Map(items.map(({ id }) => [id, 1]));
  const plan = await database.client.$transaction(async (tx) => {
    await tx.$executeRaw(Prisma.sql`SET LOCAL enable_seqscan = off`);
    return tx.$queryRaw(
      Prisma.sql`EXPLAIN (ANALYZE, TIMING OFF, COSTS OFF) ${oldestWaiting(rises, fillBounds.rows)}`,
    );
  });
  expect(JSON.stringify(plan)).toMatch(
    /inventory_units_waiting_idx on \S+ u \(actual rows=1(\.00)? loops=1\)/,
  );
});

test('T55: two processes that fill at once fill no unit twice', async () => {
  await arrive(waiting);
  while ((await Promise.all([step(), step()])).includes(true));
  expect(await states()).toEqual(times(waiting, 'sold'));
  expect(await findViolations(database)).toEqual([]);
});

test('T55: a step that always fails is tried again later and later, and goods of others fill their orders meanwhile', async () => {
  await arrive(waiting);
  const { stockItemId } = await database.client.stockFill.findFirstOrThrow();
  const other = await makeVariant(database.client, { price: '0' });
  const { number } = await desk.fire((await desk.cartOf([other, 1])).number, 'complete');
  const { id } = await database.client.stockItem.findFirstOrThrow({ where: { variantId: other } });
  await database.script(`
     UPDATE stock_items SET count_on_hand = 0 WHERE id = ${String(id)};
     INSERT INTO stock_movements (stock_item_id, kind, quantity, count_after) VALUES (${String(id)}, 'adjust', 1, 0);
     INSERT INTO stock_fills (stock_item_id) VALUES (${String(id)});
     ALTER TABLE inventory_units ADD CONSTRAINT refuse_fills
       CHECK (variant_id <> ${String(variantId)} OR state <> 'sold') NOT VALID`);
  const due = `UPDATE stock_fills SET next_attempt_at = now() - interval '1 second'`;
  /** Lets the step that failed rest for longer than a machine can be busy, if it rests so many seconds at least. */
  const rest = async (begun: unknown, seconds: number): Promise<void> => {
    const postponed = await database.query(
      `UPDATE stock_fills SET next_attempt_at = next_attempt_at + interval '1 day'
       WHERE stock_item_id = $1 AND next_attempt_at >= $2::timestamptz + interval '1 second' * $3 RETURNING attempts`,
      [stockItemId, begun, seconds],
    );
    expect(postponed).toHaveLength(1);
  };
  const time = async (): Promise<unknown> =>
    (await database.query("SELECT date_trunc('milliseconds', now())::text AS now"))[0]?.['now'];
  try {
    let begun = await time();
    await expect(step()).rejects.toThrow(/refuse_fills/);
    await rest(begun, 2);
    expect(await step()).toBe(true);
    expect(await step()).toBe(false);
    const filled = await database.client.inventoryUnit.findFirst({ where: { order: { number } } });
    expect(filled?.state).toBe('sold');
    for (const [failures, seconds] of [4, 8, 16, 32, 64, 128, 256, 256].entries()) {
      await database.script(due);
      begun = await time();
      await expect(step()).rejects.toThrow(
        `Filling orders with stock item ${String(stockItemId)} failed ${String(failures + 2)} times in a row, ` +
          `next attempt in ${String(seconds)} s: `,
      );
      await rest(begun, seconds);
      expect(await step()).toBe(false);
    }
  } finally {
    await database.script('ALTER TABLE inventory_units DROP CONSTRAINT refuse_fills');
  }
  const { orders } = fillBounds;
  expect((await states()).slice(0, waiting)).toEqual([
    ...times(orders, 'sold'),
    ...times(4, 'backordered'),
  ]);
  await database.script(due);
  await step();
  expect(await database.client.stockFill.findFirst()).toMatchObject({ attempts: 0 });
  await goOn();
  expect(await states()).toEqual(times(waiting + 1, 'sold'));
});

test('T55: a full queue of writes is no failure of a stock item, which waits 2 s whatever happened before', async () => {
  await arrive(waiting);
  await database.script('UPDATE stock_fills SET attempts = 7');
  const full = {
    $transaction: () => Promise.reject(new SentAway('Too many requests are waiting.')),
  };
  const due = await database.client.stockFill.findFirstOrThrow();
  await expect(fillNext(instead(full), paidFirst)).rejects.toThrow(Unavailable);
  const put = await database.client.stockFill.findFirstOrThrow();
  expect(put).toEqual({ ...due, attempts: 7, nextAttemptAt: expect.any(Date) });
  const [row] = await database.client.$queryRaw<{ soon: boolean }[]>`
    SELECT next_attempt_at <= now() + interval '2 seconds' AS soon FROM stock_fills`;
  expect(row).toEqual({ soon: true });
  expect(put.nextAttemptAt.getTime()).toBeGreaterThan(due.nextAttemptAt.getTime());
});

test('T55: a step that fails while its failure cannot be noted tells why it failed', async () => {
  await arrive(waiting);
  const { client } = database;
  let asked = 0;
  const broken = {
    $transaction: () => Promise.reject(new Error('The step is broken.')),
    $queryRaw: (sql: Prisma.Sql) => {
      asked += 1;
      return asked === 1 ? client.$queryRaw(sql) : Promise.reject(new Error('No connection.'));
    },
  };
  const before = await client.stockFill.findMany();
  await expect(fillNext(instead(broken), paidFirst)).rejects.toThrow('The step is broken.');
  expect(asked).toBe(2);
  expect(await client.stockFill.findMany()).toEqual(before);
});

test('T29, T55: a step makes shipments ready, in the name of who brought the goods in', async () => {
  await arrive(waiting);
  await goOn();
  const { id } = await orderAt(waiting - 1);
  const changes = await database.client.stateChange.findMany({
    where: { orderId: id, statefulType: 'Shipment' },
    select: { event: true, nextState: true, userId: true },
  });
  expect(changes).toEqual([{ event: 'ready', nextState: 'ready_to_ship', userId: merchant?.id }]);
});
