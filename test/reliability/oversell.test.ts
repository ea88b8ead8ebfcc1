import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import type { Database } from '../../prisma/database.ts';
import { findViolations } from '../../prisma/invariants.ts';
import { openTestDatabase } from '../support/database.ts';
import { adminViewer } from '../support/graphql.ts';
import { type Desk, deskOf } from '../support/orders.ts';
import { rivalsOf } from '../support/property.ts';
import { countOf, makeVariant } from '../support/records.ts';
import type { Store } from '../support/store.ts';
import { openStore } from '../support/store.ts';
import type { Counter } from '../../reliability/counter.ts';
import { atOnce, openCounter } from '../../reliability/counter.ts';
import { raceForOne, raceForTwo, raceWithCancels } from '../../reliability/oversell.ts';
import { withBlindFirstLook, withoutGuard } from './unguarded.ts';

// In a race each request waits for all before it.
describe('Buyers over HTTP (L41)', () => {
  let store: Store;
  let counter: Counter;

  beforeAll(async () => {
    store = await openStore();
    const admin = await store.account('admin', ['admin']);
    counter = openCounter({ urls: [store.url], adminKey: admin.key });
  });
  afterAll(async () => {
    await store.close();
  });

  const many = rivalsOf(200);
  const [buyers, stock] = [rivalsOf(40), rivalsOf(20)];

  test(`of ${String(many)} buyers of the last 20 units exactly 20 succeed, the others get 422, nobody 5xx`, async () => {
    const { answers, left } = await raceForOne(counter, { buyers: many, stock: 20, quantity: 1 });
    expect({ answers, left }).toEqual({ answers: { 200: 20, 422: many - 20 }, left: [0] });
  });

  test.each([1, 2, 3])('of two buyers of the last unit one succeeds, time %i', async () => {
    const { answers, left } = await raceForOne(counter, { buyers: 2, stock: 1, quantity: 1 });
    expect({ answers, left }).toEqual({ answers: { 200: 1, 422: 1 }, left: [0] });
  });

  test('of buyers who want 3 of the last 20 units 6 succeed, and 2 units are left', async () => {
    const { answers, left } = await raceForOne(counter, { buyers, stock: 20, quantity: 3 });
    expect({ answers, left }).toEqual({ answers: { 200: 6, 422: buyers - 6 }, left: [2] });
  });

  test('buyers who name two variants in opposite order neither oversell nor deadlock', async () => {
    const { answers, left } = await raceForTwo(counter, { buyers, stock: stock / 2, quantity: 1 });
    expect({ answers, left }).toEqual({
      answers: { 200: stock / 2, 422: buyers - stock / 2 },
      left: [0, 0],
    });
  });

  test('what is canceled in the middle of the race is sold once more or left', async () => {
    const { answers, left, cancels } = await raceWithCancels(counter, {
      buyers,
      stock,
      quantity: 1,
    });
    const sold = answers[200] ?? 0;
    expect(cancels).toEqual({ 200: stock / 2 });
    expect(answers).toEqual({ 200: sold, 422: buyers - sold });
    expect(left).toEqual([stock - sold]);
    expect(sold).toBeGreaterThanOrEqual(stock / 2);
  });

  test('if there is a unit for everybody nobody is refused, however long the queue', async () => {
    const all = rivalsOf(60);
    const { answers, left } = await raceForOne(counter, { buyers: all, stock: all, quantity: 1 });
    expect({ answers, left }).toEqual({ answers: { 200: all }, left: [0] });
  });
});

describe('The locked count (T30)', () => {
  let database: Database;

  beforeAll(async () => {
    database = await openTestDatabase();
  });
  afterAll(() => database.close());

  /** Ten orders of one unit are completed at once with two units in stock; returns how many succeed. */
  async function sellTwoTenTimes(desk: Desk): Promise<{ sold: number; left: number }> {
    const variantId = await makeVariant(database.client, { count: 2, backorderable: false });
    const admin = deskOf(database.client, adminViewer);
    const carts = await atOnce(10, () => admin.cartOf([variantId, 1]));
    const outcomes = await Promise.all(
      carts.map(({ number }) => desk.try.fire(number, 'complete')),
    );
    const sold = outcomes.filter(({ errors }) => errors.length === 0).length;
    return { sold, left: await countOf(database.client, variantId) };
  }

  test('holds alone, when the first look at the stock sees plenty', async () => {
    const desk = deskOf(withBlindFirstLook(database.client), adminViewer);
    expect(await sellTwoTenTimes(desk)).toEqual({ sold: 2, left: 0 });
    expect(await findViolations(database)).toEqual([]);
  });

  test('is what holds: without it, the condition of the update and the CHECK the same race sells what is not there', async () => {
    await database.query('ALTER TABLE stock_items DROP CONSTRAINT stock_items_count_on_hand_check');
    const desk = deskOf(withoutGuard(withBlindFirstLook(database.client)), adminViewer);
    expect(await sellTwoTenTimes(desk)).toEqual({ sold: 10, left: -8 });
    expect(await findViolations(database)).toContainEqual(
      expect.objectContaining({ row: expect.objectContaining({ count_on_hand: -8 }) as unknown }),
    );
  });
});
