import { Prisma } from '../../prisma/generated/client/client.ts';
import { invalid } from '../attribute-reader.ts';
import { auditChanges } from '../domain/audit.ts';
import { maximumCount } from '../domain/measures.ts';
import { words } from '../domain/messages.ts';
import { planCount, planTrackingOff } from '../domain/stock.ts';
import type { Write } from '../write.ts';
import { defaultLocationId, type LockedStockItem, moveStock } from './stock-item.ts';

/** The first count of a variant at the default stock location. */
export interface NewStock {
  readonly variantId: bigint;
  readonly countOnHand: number;
  readonly backorderable: boolean;
}

/**
 * Creates the stock items of new variants at the default stock location and points the variants to them; a
 * count other than 0 gets a stock movement. One statement for any number.
 * Decision: C2, C9, C34, T31.
 */
export async function createStockItems(write: Write, items: readonly NewStock[]): Promise<void> {
  const { tx, now, userId } = write;
  const locationId = await defaultLocationId(tx);
  const time = now.toISOString();
  await tx.$executeRaw(Prisma.sql`
    WITH given AS (
      SELECT * FROM unnest(
        ${items.map(({ variantId }) => String(variantId))}::bigint[],
        ${items.map(({ countOnHand }) => countOnHand)}::integer[],
        ${items.map(({ backorderable }) => backorderable)}::boolean[]
      ) AS g(variant_id, count_on_hand, backorderable)
    ), made AS (
      INSERT INTO stock_items (variant_id, stock_location_id, count_on_hand, backorderable, created_at, updated_at)
      SELECT variant_id, ${locationId}::bigint, count_on_hand, backorderable, ${time}::timestamptz, ${time}::timestamptz
      FROM given
      RETURNING id, variant_id, count_on_hand
    ), moved AS (
      INSERT INTO stock_movements (stock_item_id, kind, quantity, count_after, user_id, created_at)
      SELECT id, 'set', count_on_hand, count_on_hand, ${userId}::bigint, ${time}::timestamptz
      FROM made WHERE count_on_hand <> 0
    )
    UPDATE variants SET stock_item_id = made.id FROM made WHERE variants.id = made.variant_id`);
}

/**
 * Moves the change time of variants whose stock is locked. It stands at the stock in the default location, so that
 * a sale moves it without writing the variant, and one index serves searches and sorts.
 * Decision: R19, T53.
 */
export async function touchVariants({ tx, now }: Write, ids: readonly bigint[]): Promise<void> {
  await tx.$executeRaw(Prisma.sql`
    UPDATE stock_items SET updated_at = ${now.toISOString()}::timestamptz
    FROM variants WHERE variants.stock_item_id = stock_items.id
      AND variants.id = ANY(${ids.map(String)}::bigint[])`);
}

/** Changes to the stock of an existing variant; what is absent stays. */
export interface StockChange {
  /** The count at the default stock location. */
  readonly countOnHand?: number;
  /** Whether it can be ordered when it is out of stock, at every location. */
  readonly backorderable?: boolean;
  /** Tracking is turned off: backorders are written off. */
  readonly trackingOff: boolean;
}

/**
 * Writes counts and flags of the locked stock items of one variant; increases fill backorders. Returns whether
 * anything changed.
 * Decision: C9, T33, T34, T35.
 */
export async function changeStock(
  write: Write,
  items: readonly LockedStockItem[],
  defaultItemId: bigint | null,
  { countOnHand, backorderable, trackingOff }: StockChange,
): Promise<boolean> {
  // A negative count needs the flag: turn it on before the count changes, off after it.
  const switchedOn = backorderable === true && (await setBackorderable(write, items, true));
  let changed = switchedOn;
  for (const item of items) {
    const isSet = item.id === defaultItemId && countOnHand !== undefined;
    const count = isSet ? countOnHand : item.countOnHand;
    if (await setCount(write, item, count, 'set')) changed = true;
    const writtenOff = trackingOff ? planTrackingOff(count) : 0;
    if (writtenOff === 0) continue;
    await setCount(write, { ...item, countOnHand: count }, count + writtenOff, 'adjust');
    changed = true;
  }
  const switchedOff = backorderable === false && (await setBackorderable(write, items, false));
  return changed || switchedOff;
}

async function setBackorderable(
  { tx, now }: Write,
  items: readonly LockedStockItem[],
  backorderable: boolean,
): Promise<boolean> {
  const ids = items.filter((item) => item.backorderable !== backorderable).map(({ id }) => id);
  if (ids.length === 0) return false;
  await tx.stockItem.updateMany({
    where: { id: { in: ids } },
    data: { backorderable, updatedAt: now },
  });
  return true;
}

/** Sets a locked count and fills backorders. Returns whether it changed. */
async function setCount(
  write: Write,
  { id, countOnHand: before }: Pick<LockedStockItem, 'id' | 'countOnHand'>,
  after: number,
  kind: 'set' | 'adjust',
): Promise<boolean> {
  const { difference, rise } = planCount(before, after);
  // A stock movement holds at most the largest count; from far below zero it takes several.
  for (let rest = difference; rest !== 0;) {
    const step = Math.max(-maximumCount, Math.min(maximumCount, rest));
    const moved = await moveStock(write, id, step, { kind });
    if (moved === undefined) throw invalid('countOnHand', words.atLeast('0'));
    rest -= step;
  }
  if (difference !== 0) {
    const changes = auditChanges({ countOnHand: before }, { countOnHand: after });
    write.audit({ action: 'stock.change', subject: 'StockItem', id, changes });
  }
  if (rise > 0) write.rises.set(id, (write.rises.get(id) ?? 0) + rise);
  return difference !== 0;
}
