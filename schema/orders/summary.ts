import { Prisma } from '../../prisma/generated/client/client.ts';
import type { Context } from '../context.ts';
import type { Period } from '../domain/periods.ts';
import type { Filter } from '../search/compile.ts';
import { everyRow, matchingRows, whereSql } from '../search/find-page.ts';
import { orderSearch } from './queries.ts';

/** What came of the orders that were completed in a period, in one currency. */
export interface OrderFigures extends Period {
  readonly currency: string;
  readonly orderCount: number;
  readonly canceledCount: number;
  readonly turnover: string;
  readonly units: number;
  readonly refunds: string;
}

interface FiguresRow extends Omit<OrderFigures, keyof Period> {
  /** Which of the periods, from 1. */
  readonly place: number;
}

/** States of inventory units that are sold: the others are not taken yet, given back, or returned. */
const soldStates = ['sold', 'backordered', 'shipped'];

/**
 * The figures of every period, oldest first, for each currency that occurs in any of them; zeros where nothing was
 * sold. One statement, whose time grows with the orders of all periods together.
 * Throws Invalid naming what cannot be read in the filter.
 */
export async function summarizeOrders(
  context: Context,
  periods: readonly Period[],
  filter: Filter | null | undefined,
): Promise<readonly OrderFigures[]> {
  const [first, last] = [periods[0], periods.at(-1)];
  if (!first || !last) return [];
  const { level, conditions } = matchingRows(orderSearch, context, filter, everyRow);
  const own = (column: string) => Prisma.raw(`${level.alias}.${column}`);
  const within = Prisma.sql`${own('completed_at')} >= ${first.start.toISOString()}::timestamptz
    AND ${own('completed_at')} < ${last.end.toISOString()}::timestamptz`;
  const starts = periods.map(({ start }) => start.toISOString());
  const rows = await context.db.$queryRaw<FiguresRow[]>(Prisma.sql`
    WITH completed AS (
      SELECT ${own('id')} AS id, ${own('currency')} AS currency, ${own('total')} AS total,
             ${own('state')} = 'canceled' AS canceled,
             width_bucket(${own('completed_at')}, ${starts}::timestamptz[]) AS place
      ${level.from()} ${whereSql([within, ...conditions])}
    ), goods AS (
      SELECT order_id, count(*) AS units FROM inventory_units
      WHERE state = ANY(${soldStates}::text[]) AND order_id IN (SELECT id FROM completed)
      GROUP BY order_id
    ), credits AS (
      SELECT order_id, -sum(amount) AS amount FROM payments
      WHERE state = 'completed' AND amount < 0 AND order_id IN (SELECT id FROM completed)
      GROUP BY order_id
    )
    SELECT c.place, c.currency, count(*)::integer AS "orderCount",
           (count(*) FILTER (WHERE c.canceled))::integer AS "canceledCount",
           COALESCE(sum(c.total) FILTER (WHERE NOT c.canceled), 0)::text AS turnover,
           COALESCE(sum(g.units), 0)::integer AS units, COALESCE(sum(r.amount), 0)::text AS refunds
    FROM completed c
    LEFT JOIN goods g ON g.order_id = c.id LEFT JOIN credits r ON r.order_id = c.id
    GROUP BY c.place, c.currency`);
  const found = new Set(rows.map(({ currency }) => currency));
  const currencies = found.size > 0 ? [...found].sort() : [context.settings.currency];
  const known = new Map(rows.map(({ place, ...row }) => [`${String(place)} ${row.currency}`, row]));
  return periods.flatMap((period, at) =>
    currencies.map((currency) => ({
      ...period,
      ...(known.get(`${String(at + 1)} ${currency}`) ?? { ...nothing, currency }),
    })),
  );
}

const nothing = { orderCount: 0, canceledCount: 0, turnover: '0', units: 0, refunds: '0' };
