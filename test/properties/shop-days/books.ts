import { expect } from '@jest/globals';
import type { Database } from '../../../prisma/database.ts';
import { shareOfCents, sum, takeOff } from '../till/whole-cents.ts';
import type { Shop } from './shop.ts';

/** A line item with its units counted and its amounts in cents. */
interface BookedLine {
  readonly id: string;
  readonly order: string;
  readonly price: bigint;
  readonly value: bigint;
  /** The share of the discounts on the goods. */
  readonly discount: bigint;
  readonly tax: bigint;
  readonly credit: bigint;
  /** The share of the discounts in the credit; that part of it which is off the price; the tax in the credit. */
  readonly kept: bigint;
  readonly keptOfGoods: bigint;
  readonly creditedTax: bigint;
  /** Units that the credit is for. */
  readonly credited: bigint;
  readonly pieces: bigint;
  /** Units that were returned or canceled. */
  readonly gone: bigint;
  /** Units that have left, or were canceled. */
  readonly settled: bigint;
  readonly isCanceled: boolean;
}

const linesOf = `
  SELECT l.id::text AS id, o.number AS order, (l.price * 100)::bigint AS price, (l.price * l.quantity * 100)::bigint AS value,
         (l.discount * 100)::bigint AS discount, (l.tax * 100)::bigint AS tax,
         l.quantity::bigint AS pieces, o.state = 'canceled' AS "isCanceled",
         (SELECT COALESCE(-sum(amount) * 100, 0)::bigint FROM adjustments WHERE line_item_id = l.id) AS credit,
         (SELECT COALESCE(sum(discount) * 100, 0)::bigint FROM adjustments WHERE line_item_id = l.id) AS kept,
         (SELECT COALESCE(sum(LEAST(discount, l.price * pieces)) * 100, 0)::bigint FROM adjustments WHERE line_item_id = l.id) AS "keptOfGoods",
         (SELECT COALESCE(sum(discount - amount - l.price * pieces) * 100, 0)::bigint FROM adjustments WHERE line_item_id = l.id) AS "creditedTax",
         (SELECT COALESCE(sum(pieces), 0) FROM adjustments WHERE line_item_id = l.id) AS credited,
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

const sharesOf = `
  SELECT o.number AS order, (sum(a.discount) * 100)::bigint AS share, bool_and(a.discount <= s.cost + s.tax) AS "isWithin"
  FROM adjustments a JOIN orders o ON o.id = a.order_id JOIN shipments s ON s.id = a.shipment_id
  WHERE a.kind = 'canceled' AND a.line_item_id IS NULL AND o.number = ANY($1) GROUP BY 1`;

const distance = (one: bigint, other: bigint): bigint => (one > other ? one - other : other - one);

/**
 * The share of each line in the discounts. Units that were credited keep the part that they were credited with, and a
 * line of which everything has left keeps its own; the others have the rest, by value (C26, C42).
 */
function partsOf(own: readonly BookedLine[], rest: bigint): readonly bigint[] {
  const kept = own.map(({ discount, keptOfGoods, settled, pieces }) =>
    settled < pieces ? 0n : discount - keptOfGoods,
  );
  const open = own.map(({ price, pieces, credited, settled }) =>
    settled < pieces ? price * (pieces - credited) : 0n,
  );
  const left = takeOff(rest - sum(kept), open);
  return own.map(
    ({ keptOfGoods }, place) =>
      keptOfGoods + (kept[place] ?? 0n) + (open[place] ?? 0n) - (left[place] ?? 0n),
  );
}

/**
 * Discounts, taxes and credits of every line, counted again in whole cents. A line is taxed on what it costs after its
 * part of the discounts; one that was settled whole to a cent or, if it was credited whole, to a cent a piece. A line of which everything came back, or was canceled, costs nothing;
 * without discounts each such unit is credited with its part of the line and its tax, to the cent. Credits never contain
 * more of the discounts than there is.
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
  const shares = new Map<unknown, bigint>();
  for (const { order, share, isWithin } of await database.query(sharesOf, numbers)) {
    expect({ order, isWithin }).toEqual({ order, isWithin: true });
    shares.set(order, share as bigint);
  }
  for (const order of orders.keys()) {
    const own = lines.filter((line) => line.order === order);
    const discount = (discounts.get(order) ?? 0n) as bigint;
    const kept = sum(own.map((line) => line.kept)) + (shares.get(order) ?? 0n);
    expect({ order, discount, kept, isCovered: kept <= discount }).toMatchObject({
      isCovered: true,
    });
    const parts = partsOf(own, discount - kept);
    own.forEach((line, place) => {
      const { id, tax, credit, creditedTax, value, pieces, gone, settled, isCanceled } = line;
      const part = parts[place] ?? 0n;
      const share = shareOfCents(value - part, rate);
      // a credited piece keeps its part of a rounded tax
      const exact = share < creditedTax ? creditedTax : share;
      // each piece of a settled line that was lowered keeps its part of a rounded tax (C26)
      const most = gone === pieces ? pieces : 1n;
      const isKept = settled === pieces && (distance(tax, exact) <= most || keptTaxes.has(id));
      expect(line).toEqual({ ...line, discount: part, tax: isKept ? tax : exact });
      if (isCanceled) return;
      if (gone === pieces) expect(line).toEqual({ ...line, credit: value + tax - line.kept });
      // what came back of a line that kept the tax of another price was credited with that
      if (discount > 0n || keptTaxes.has(id)) return;
      const due = (value + tax) * gone;
      expect({ ...line, isNear: distance(credit * pieces, due) <= gone * pieces }).toEqual({
        ...line,
        isNear: true,
      });
    });
  }
}
