import { expect } from '@jest/globals';
import type { Database } from '../../../prisma/database.ts';
import { shareOfCents, takeOff } from '../till/whole-cents.ts';
import type { Shop } from './shop.ts';

/** A line item with its units counted and its amounts in cents. */
interface BookedLine {
  readonly id: string;
  readonly order: string;
  readonly value: bigint;
  readonly tax: bigint;
  readonly credit: bigint;
  readonly pieces: bigint;
  /** Units that were returned or canceled. */
  readonly gone: bigint;
  /** Units that have left, or were canceled. */
  readonly settled: bigint;
  readonly isCanceled: boolean;
}

const linesOf = `
  SELECT l.id::text AS id, o.number AS order, (l.price * l.quantity * 100)::bigint AS value, (l.tax * 100)::bigint AS tax,
         l.quantity::bigint AS pieces, o.state = 'canceled' AS "isCanceled",
         (SELECT COALESCE(-sum(amount) * 100, 0)::bigint FROM adjustments WHERE line_item_id = l.id) AS credit,
         (SELECT count(*) FROM inventory_units u WHERE u.line_item_id = l.id AND o.completed_at IS NOT NULL
            AND u.state IN ('returned', 'on_hand')) AS gone,
         (SELECT count(*) FROM inventory_units u WHERE u.line_item_id = l.id AND o.completed_at IS NOT NULL
            AND u.state IN ('returned', 'on_hand', 'shipped')) AS settled
  FROM line_items l JOIN orders o ON o.id = l.order_id
  WHERE o.number = ANY($1) ORDER BY l.id`;

const discountsOf = `
  SELECT o.number AS order, (-sum(a.amount) * 100)::bigint AS discount
  FROM adjustments a JOIN orders o ON o.id = a.order_id
  WHERE a.kind = 'manual' AND a.amount < 0 AND o.number = ANY($1) GROUP BY 1`;

const distance = (one: bigint, other: bigint): bigint => (one > other ? one - other : other - one);

/**
 * What each line costs after its part of the discounts. A line that was credited whole keeps the part that it had
 * then (C42), the others share the rest.
 */
function costsOf(own: readonly BookedLine[], discount: bigint): ReadonlyMap<BookedLine, bigint> {
  const isGone = ({ gone, pieces }: BookedLine): boolean => gone === pieces && gone > 0n;
  const kept = own.filter(isGone).map(({ value, tax, credit }) => value + tax - credit);
  const left = kept.reduce((rest, part) => rest - (part > 0n ? part : 0n), discount);
  const sharing = own.filter((line) => !isGone(line));
  const costs = takeOff(
    left > 0n ? left : 0n,
    sharing.map(({ value }) => value),
  );
  return new Map([
    ...own.map((line) => [line, line.value] as const),
    ...sharing.map((line, place) => [line, costs[place] ?? 0n] as const),
  ]);
}

/**
 * Taxes and credits of every line, counted again in whole cents: a line of which nothing has left is taxed on what
 * it costs after its part of the discounts, and to a cent or, of one that was credited whole, to a cent a piece one that
 * was settled whole; without discounts each unit that came back, or was canceled, is credited with its part of the line
 * and its tax, to the cent, and a line of which all did costs nothing.
 */
export async function expectBooksToAgree(
  database: Database,
  { orders, taxRate, keptTaxes }: Shop,
): Promise<void> {
  const numbers = [[...orders.keys()]];
  const rate = taxRate === '0' ? 0n : 190_000n;
  const lines = (await database.query(linesOf, numbers)) as unknown as readonly BookedLine[];
  const discounts = new Map(
    (await database.query(discountsOf, numbers)).map(({ order, discount }) => [order, discount]),
  );
  for (const order of orders.keys()) {
    const own = lines.filter((line) => line.order === order);
    const discount = (discounts.get(order) ?? 0n) as bigint;
    const costs = costsOf(own, discount);
    own.forEach((line) => {
      const { id, tax, credit, value, pieces, gone, settled, isCanceled } = line;
      if (discount === 0n || settled === 0n) {
        const exact = shareOfCents(costs.get(line) ?? 0n, rate);
        // each piece of a settled line that was lowered keeps its part of a rounded tax (C26)
        const most = gone === pieces ? pieces : 1n;
        const isKept = settled === pieces && (distance(tax, exact) <= most || keptTaxes.has(id));
        expect(line).toEqual({ ...line, tax: isKept ? tax : exact });
      }
      if (discount > 0n || isCanceled) return;
      const due = (value + tax) * gone;
      if (gone === pieces) expect(line).toEqual({ ...line, credit: value + tax });
      expect({ ...line, isNear: distance(credit * pieces, due) <= gone * pieces }).toEqual({
        ...line,
        isNear: true,
      });
    });
  }
}
