import { Prisma } from '../../prisma/generated/client/client.ts';
import type { Db } from '../context.ts';

/**
 * Most rows that a cart is deleted with, counted together. The lists of an order are bounded (P75), its history is
 * not: whoever steps to and fro makes it longer.
 */
const mostRowsOfCart = 2_000;

/** How many carts are looked at in one part, those that stay among them: to count the rows of all takes 0.3 s at most. */
const cartsLookedAt = 25;

/** A cart by its place among all, least recently changed first. */
interface CartPlace {
  readonly updatedAt: Date;
  readonly id: bigint;
}

interface OldCart extends CartPlace {
  /** Rows that are deleted with it, as far as they were counted. */
  readonly rows: number;
}

const beforeAll: CartPlace = { updatedAt: new Date(0), id: 0n };

/** What a cart consists of; all of it is deleted with the cart. */
const rowsOfCart = Prisma.join(
  ['line_items', 'adjustments', 'addresses', 'state_changes'].map(
    (table) => Prisma.sql`SELECT 1 FROM ${Prisma.raw(table)} WHERE order_id = c.id`,
  ),
  ' UNION ALL ',
);

const isOld = (days: number): Prisma.Sql => Prisma.sql`
  c.state = 'cart' AND c.completed_at IS NULL
  AND c.updated_at < now() - make_interval(days => ${days}::int)`;

/** The next old carts behind a place, with their rows; counting stops where a cart has too many. */
const readNext = (db: Db, days: number, { updatedAt, id }: CartPlace): Promise<OldCart[]> =>
  db.$queryRaw<OldCart[]>(Prisma.sql`
    SELECT c.id, c.updated_at AS "updatedAt", held.rows
    FROM (
      SELECT c.id, c.updated_at FROM orders c
      WHERE ${isOld(days)} AND (c.updated_at, c.id) > (${updatedAt}::timestamptz, ${id}::bigint)
      ORDER BY c.updated_at, c.id LIMIT ${cartsLookedAt}
    ) c
    CROSS JOIN LATERAL (
      SELECT count(*)::integer AS rows FROM (${rowsOfCart} LIMIT ${mostRowsOfCart + 1}) r
    ) held
    ORDER BY c.updated_at, c.id`);

/** Deletes carts that are still old, and not locked: whoever writes one keeps it. */
const remove = (db: Db, days: number, ids: readonly bigint[]): Promise<number> =>
  db.$executeRaw(Prisma.sql`
    DELETE FROM orders o
    USING (
      SELECT c.id FROM orders c
      WHERE c.id = ANY(${ids.map(String)}::bigint[]) AND ${isOld(days)}
        AND NOT EXISTS (SELECT 1 FROM payments p WHERE p.order_id = c.id)
        AND NOT EXISTS (SELECT 1 FROM shipments s WHERE s.order_id = c.id)
        AND NOT EXISTS (SELECT 1 FROM inventory_units u WHERE u.order_id = c.id)
        AND NOT EXISTS (SELECT 1 FROM stock_movements m WHERE m.order_id = c.id)
        AND NOT EXISTS (SELECT 1 FROM external_references e WHERE e.order_id = c.id)
      FOR UPDATE OF c SKIP LOCKED
    ) old
    WHERE o.id = old.id`);

const mayGo = ({ rows }: OldCart): boolean => rows <= mostRowsOfCart;

/** As many of the carts, from the first, as have together at most so many rows; at least one. */
function firstOf(carts: readonly OldCart[], most: number): readonly OldCart[] {
  let rows = 0;
  const end = carts.findIndex((cart, place) => {
    rows += 1 + (mayGo(cart) ? cart.rows : 0);
    return place > 0 && rows > most;
  });
  return end < 0 ? carts : carts.slice(0, end);
}

/**
 * Deletes carts that were not touched for so many days, in parts of about so many rows: each call does one, and tells
 * whether there may be more. Kept are carts with payments, shipments, units, stock movements or names in other systems,
 * and those with too many rows for one statement. The parts go from the least recently changed cart to the others, then
 * from the first again: a part that fails is passed over until then, so that it stops nobody else's. Concurrent
 * processes share the work.
 */
export function oldCarts(db: Db, days: number): (most: number) => Promise<boolean> {
  let last = beforeAll;
  return async (most) => {
    const found = await readNext(db, days, last);
    const part = firstOf(found, most);
    const isLast = part.length === found.length && found.length < cartsLookedAt;
    last = isLast ? beforeAll : (part.at(-1) ?? beforeAll);
    const ids = part.filter(mayGo).map(({ id }) => id);
    if (ids.length > 0) await remove(db, days, ids);
    return !isLast;
  };
}
