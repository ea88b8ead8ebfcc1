import { Prisma } from '../../prisma/generated/client/client.ts';
import { auditEntry } from '../domain/audit.ts';
import type { LockedStockItem } from '../domain/stock.ts';
import type { Write } from '../write.ts';
import { changeCounts, type CountChange } from './change-counts.ts';
import { lockStockItems } from './stock-item.ts';

/** The first count of a variant at the default stock location. */
interface NewStock {
  readonly variantId: bigint;
  readonly countOnHand: number;
  readonly backorderable: boolean;
}

/**
 * Creates the stock items of new variants at the default stock location, which is sold from first, and points the
 * variants to them; a count other than 0 gets a stock movement and is in the audit log. One statement for any number.
 */
export async function createStockItems(write: Write, items: readonly NewStock[]): Promise<void> {
  const { tx, now, userId } = write;
  const time = now.toISOString();
  const made = await tx.$queryRaw<{ id: bigint; countOnHand: number }[]>(Prisma.sql`
    WITH given AS (
      SELECT * FROM unnest(
        ${items.map(({ variantId }) => String(variantId))}::bigint[],
        ${items.map(({ countOnHand }) => countOnHand)}::integer[],
        ${items.map(({ backorderable }) => backorderable)}::boolean[]
      ) AS g(variant_id, count_on_hand, backorderable)
    ), made AS (
      INSERT INTO stock_items (variant_id, stock_location_id, count_on_hand, backorderable,
                               created_at, updated_at, moved_at)
      SELECT variant_id, (SELECT id FROM stock_locations WHERE is_default), count_on_hand,
             backorderable, ${time}::timestamptz, ${time}::timestamptz, ${time}::timestamptz
      FROM given
      RETURNING id, variant_id, count_on_hand
    ), moved AS (
      INSERT INTO stock_movements (stock_item_id, kind, quantity, count_after, user_id, created_at)
      SELECT id, 'set', count_on_hand, count_on_hand, ${userId}::bigint, ${time}::timestamptz
      FROM made WHERE count_on_hand <> 0
    )
    UPDATE variants SET stock_item_id = made.id FROM made WHERE variants.id = made.variant_id
    RETURNING made.id, made.count_on_hand AS "countOnHand"`);
  for (const { id, countOnHand } of made) {
    if (countOnHand !== 0) auditCount(write, id, null, countOnHand);
  }
}

/** Adds the first or the last count of a stock item to the audit log. */
function auditCount(write: Write, id: bigint, from: number | null, to: number | null): void {
  write.audit(auditEntry('stock.change', id, { countOnHand: from }, { countOnHand: to }));
}

/**
 * Locks the stock of variants that are deleted, and moves their change time. Their counts stay in the table, and the
 * audit log tells that they are gone from the store.
 */
export async function endStock(write: Write, variantIds: readonly bigint[]): Promise<void> {
  for (const { id, countOnHand } of await lockStockItems(write, variantIds)) {
    if (countOnHand !== 0) auditCount(write, id, countOnHand, null);
  }
  await touchVariants(write, variantIds);
}

/**
 * Moves the change time of variants whose stock is locked. It stands at the stock in the default location, so that a
 * sale moves it without writing the variant, and one index serves searches and sorts. Decision: R19, T53.
 */
export async function touchVariants({ tx, now }: Write, ids: readonly bigint[]): Promise<void> {
  await tx.$executeRaw(Prisma.sql`
    UPDATE stock_items SET updated_at = ${now.toISOString()}::timestamptz
    FROM variants WHERE variants.stock_item_id = stock_items.id
      AND variants.id = ANY(${ids.map(String)}::bigint[])`);
}

/** Changes to the stock of an existing variant; what is absent stays. */
export interface StockChange {
  readonly countOnHand?: number;
  /** Whether it can be ordered when it is out of stock, at every location. */
  readonly backorderable?: boolean;
  /** Tracking is turned off: backorders are written off. */
  readonly trackingOff: boolean;
}

interface StockOfVariant {
  readonly items: readonly LockedStockItem[];
  readonly defaultItemId: bigint | null;
  readonly change: StockChange;
}

/**
 * Writes counts and flags of the locked stock items of variants; increases fill backorders at the end of the
 * write. Returns for each variant whether anything changed. The number of statements does not grow with the variants.
 */
export async function changeStock(
  write: Write,
  variants: readonly StockOfVariant[],
): Promise<readonly boolean[]> {
  const counts = variants.map(countsOf);
  const switched = (to: boolean) =>
    variants.map(({ items, change }) =>
      change.backorderable === to ? items.filter((item) => item.backorderable !== to) : [],
    );
  const [on, off] = [switched(true), switched(false)];
  // A negative count needs the flag: turn it on before the count changes, off after it.
  await setBackorderable(write, on.flat(), true);
  await changeCounts(write, counts.flat());
  await setBackorderable(write, off.flat(), false);
  return variants.map((_variant, at) =>
    [counts[at], on[at], off[at]].some((changed = []) => changed.length > 0),
  );
}

/** The counts of a variant that change: the one that is set, and backorders that are written off. */
const countsOf = ({ items, defaultItemId, change }: StockOfVariant): readonly CountChange[] =>
  items.flatMap((item) => {
    const isSet = item.id === defaultItemId && change.countOnHand !== undefined;
    const count = isSet ? change.countOnHand : item.countOnHand;
    const writtenOff = change.trackingOff ? Math.max(0, -count) : 0;
    return [
      ...(count === item.countOnHand ? [] : [{ item, to: count, kind: 'set' as const }]),
      ...(writtenOff === 0 ? [] : [{ item, to: count + writtenOff, kind: 'adjust' as const }]),
    ];
  });

async function setBackorderable(
  { tx, now }: Write,
  items: readonly LockedStockItem[],
  backorderable: boolean,
): Promise<void> {
  if (items.length === 0) return;
  await tx.stockItem.updateMany({
    where: { id: { in: items.map(({ id }) => id) } },
    data: { backorderable, updatedAt: now },
  });
}
