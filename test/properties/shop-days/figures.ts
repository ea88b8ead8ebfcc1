import { expect } from '@jest/globals';
import type { Database } from '../../../prisma/database.ts';
import { readCents, sum } from '../till/whole-cents.ts';
import { present, type Shop } from './shop.ts';

const soldUnits = `
  SELECT count(*)::integer AS units FROM inventory_units u JOIN orders o ON o.id = u.order_id
  WHERE o.number = ANY($1) AND o.completed_at IS NOT NULL AND u.state NOT IN ('on_hand', 'returned')`;

/** What the store sums up of the orders of the day must be what its orders say, in whole cents. */
export async function expectFiguresToAgree(database: Database, shop: Shop): Promise<void> {
  const numbers = [...shop.orders.keys()];
  if (numbers.length === 0) return;
  const aDay = 24 * 60 * 60 * 1000;
  const [from, to] = [new Date(Date.now() - aDay), new Date(Date.now() + aDay)];
  const days = await shop.desk.summarize(from, to, { number: { in: numbers } });
  const orders = await Promise.all(numbers.map((number) => present(shop, number)));
  const completed = orders.filter(({ completedAt }) => completedAt !== null);
  const kept = completed.filter(({ state }) => state !== 'canceled');
  const refunds = completed
    .flatMap(({ payments }) => payments)
    .filter(({ state }) => state === 'completed')
    .map(({ amount }) => readCents(amount))
    .filter((cents) => cents < 0n);
  const [row] = await database.query(soldUnits, [numbers]);
  expect({
    orderCount: days.reduce((all, { orderCount }) => all + orderCount, 0),
    canceledCount: days.reduce((all, { canceledCount }) => all + canceledCount, 0),
    turnover: sum(days.map(({ turnover }) => readCents(turnover))),
    units: days.reduce((all, { units }) => all + units, 0),
    refunds: sum(days.map(({ refunds }) => readCents(refunds))),
  }).toEqual({
    orderCount: completed.length,
    canceledCount: completed.length - kept.length,
    turnover: sum(kept.map(({ total }) => readCents(total))),
    units: row?.['units'],
    refunds: -sum(refunds),
  });
}
