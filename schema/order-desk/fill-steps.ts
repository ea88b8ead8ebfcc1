import { Prisma } from '../../prisma/generated/client/client.ts';
import type { Context, Db, Settings, Viewer } from '../context.ts';
import { type FillBounds, fillBounds, planNextFill } from '../domain/stock.ts';
import { lockStockItems } from '../stock/stock-item.ts';
import { inWrite, type Write } from '../write.ts';
import { fillBackorders, waitingUnits } from './fill.ts';

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
 * Concurrent processes take different stock items.
 * Throws Unavailable.
 * Decision: T55.
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
    ORDER BY f.created_at, f.stock_item_id LIMIT 1 FOR UPDATE OF f SKIP LOCKED`);
  if (!next) return false;
  await inWrite(contextOf(db, settings, next), (write) => fillStep(write, next, bounds));
  return true;
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
  const items = await lockStockItems(write, [variantId]);
  const countOnHand = items.find(({ id }) => id === stockItemId)?.countOnHand ?? 0;
  const [found] = await tx.$queryRaw<{ waiting: bigint }[]>(Prisma.sql`
    SELECT count(*) AS waiting FROM stock_items i
    CROSS JOIN LATERAL (SELECT u.id FROM ${waitingUnits}) w WHERE i.id = ${stockItemId}`);
  const due = planNextFill(Number(found?.waiting ?? 0), countOnHand);
  if (due > 0) write.rises.set(stockItemId, due);
  const left = await fillBackorders(write, bounds);
  if (!left.has(stockItemId)) {
    await tx.$executeRaw(Prisma.sql`DELETE FROM stock_fills WHERE stock_item_id = ${stockItemId}`);
  }
}
