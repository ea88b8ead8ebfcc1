import { AnswerTooLarge } from '../../prisma/fast-path/answer-size.ts';
import { Prisma } from '../../prisma/generated/client/client.ts';
import type { Context, Db, Settings, Viewer } from '../context.ts';
import { type FillBounds, fillBounds, halfOf, planNextFill } from '../domain/stock.ts';
import { lockStock } from '../stock/stock-item.ts';
import { isTrouble } from '../transaction.ts';
import { inWrite, type Write } from '../write.ts';
import { fillBackorders } from './fill.ts';

/** A stock item whose goods still fill waiting orders, and who brought them in. */
interface Fill {
  readonly stockItemId: bigint;
  readonly variantId: bigint;
  readonly userId: bigint | null;
  readonly email: string | null;
  readonly name: string | null;
}

const nobody: Viewer = { key: 'none', user: null, permissions: new Set(), orderToken: null };

/** The program's own write, for who brought the goods in. */
const contextOf = (db: Db, settings: Settings, { userId, email, name }: Fill): Context => ({
  db,
  settings,
  viewer: { ...nobody, user: userId === null ? null : { id: userId, email: email ?? '', name } },
  now: () => new Date(),
  requestId: 'fill',
});

/**
 * Does one step of filling backorders that a write left, as one transaction; returns whether there may be more.
 * Concurrent processes take different stock items. A stock item whose step fails waits, and the others go on.
 * Throws what made the step fail: with the stock item and the number of its failures, unless the database or the queue
 * of writes prevented it. Decision: T55.
 */
export async function fillNext(
  db: Db,
  settings: Settings,
  bounds: FillBounds = fillBounds,
): Promise<boolean> {
  const [next] = await db.$queryRaw<Fill[]>(Prisma.sql`
    SELECT f.stock_item_id AS "stockItemId", i.variant_id AS "variantId",
           u.id AS "userId", u.email, u.name
    FROM stock_fills f
    JOIN stock_items i ON i.id = f.stock_item_id
    LEFT JOIN users u ON u.id = f.user_id
    WHERE f.next_attempt_at <= now()
    ORDER BY f.next_attempt_at, f.stock_item_id LIMIT 1 FOR UPDATE OF f SKIP LOCKED`);
  if (!next) return false;
  try {
    await fillWithin(contextOf(db, settings, next), next, bounds);
  } catch (error) {
    throw await putOff(db, next.stockItemId, error as Error);
  }
  return true;
}

/** Lets a stock item wait after a step that failed; what tells of it, or the cause if it could not be noted. */
async function putOff(db: Db, stockItemId: bigint, cause: Error): Promise<Error> {
  try {
    return await (isTrouble(cause)
      ? letWait(db, stockItemId, cause)
      : countFailure(db, stockItemId, cause));
  } catch {
    return cause;
  }
}

/** Trouble says nothing of the stock item: it goes behind the others that are due, and is not counted. */
async function letWait(db: Db, stockItemId: bigint, cause: Error): Promise<Error> {
  await db.$executeRaw(Prisma.sql`
    UPDATE stock_fills SET next_attempt_at = now() + interval '2 seconds'
    WHERE stock_item_id = ${stockItemId}`);
  return cause;
}

/** A step that fails waits 2 s, then each time twice as long, at most 256 s. */
async function countFailure(db: Db, stockItemId: bigint, cause: Error): Promise<Error> {
  const [row] = await db.$queryRaw<{ attempts: number; seconds: number }[]>(Prisma.sql`
    UPDATE stock_fills SET attempts = attempts + 1,
      next_attempt_at = now() + interval '1 second' * power(2, LEAST(attempts + 1, 8))
    WHERE stock_item_id = ${stockItemId}
    RETURNING attempts, round(extract(epoch FROM next_attempt_at - now()))::int AS seconds`);
  if (!row) return cause;
  const what = `Filling orders with stock item ${String(stockItemId)}`;
  const often = `failed ${String(row.attempts)} times in a row, next attempt in ${String(row.seconds)} s`;
  return new Error(`${what} ${often}: ${cause.message}`, { cause });
}

/**
 * One step. If its orders are too large to be read together, whatever was counted of them, it takes half as many, down
 * to one: else nothing that waits for the stock item would ever be filled.
 */
async function fillWithin(context: Context, fill: Fill, bounds: FillBounds): Promise<void> {
  try {
    await inWrite(context, (write) => fillStep(write, fill, bounds));
  } catch (error) {
    if (!(error instanceof AnswerTooLarge) || bounds.orders === 1) throw error;
    await fillWithin(context, fill, halfOf(bounds));
  }
}

/** How much is to be filled is computed from what waits and the count: the row only says where to look. */
async function fillStep(
  write: Write,
  { stockItemId, variantId }: Fill,
  bounds: FillBounds,
): Promise<void> {
  const { tx } = write;
  const mine = await tx.$queryRaw<unknown[]>(Prisma.sql`
    SELECT 1 FROM stock_fills WHERE stock_item_id = ${stockItemId} FOR UPDATE SKIP LOCKED`);
  if (mine.length === 0) return;
  await write.lockOrders([]);
  await lockStock(write, [variantId]);
  const { backordered, countOnHand } = await tx.stockItem.findUniqueOrThrow({
    where: { id: stockItemId },
    select: { backordered: true, countOnHand: true },
  });
  const due = planNextFill(backordered, countOnHand);
  if (due > 0) write.rises.set(stockItemId, due);
  const left = await fillBackorders(write, bounds, true);
  await tx.$executeRaw(
    left.has(stockItemId)
      ? Prisma.sql`UPDATE stock_fills SET attempts = 0 WHERE stock_item_id = ${stockItemId} AND attempts > 0`
      : Prisma.sql`DELETE FROM stock_fills WHERE stock_item_id = ${stockItemId}`,
  );
}
