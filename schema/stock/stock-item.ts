import { Prisma } from '../../prisma/generated/client/client.ts';
import type { Transaction } from '../context.ts';
import type { StockItemKey } from '../domain/stock.ts';
import type { Write } from '../write.ts';

/** A locked stock item. */
export interface LockedStockItem {
  readonly id: bigint;
  readonly variantId: bigint;
  readonly stockLocationId: bigint;
  readonly countOnHand: number;
  readonly backorderable: boolean;
  /** Of its location. */
  readonly isDefault: boolean;
  readonly active: boolean;
}

/** The default location as a transaction has read it: it is read once. */
const defaults = new WeakMap<Transaction, bigint>();

/** The location that is sold from first and written to if none is named. Decision: C9, C39. */
export async function defaultLocationId(tx: Transaction): Promise<bigint> {
  const known = defaults.get(tx);
  if (known !== undefined) return known;
  const { id } = await tx.stockLocation.findFirstOrThrow({
    where: { isDefault: true },
    select: { id: true },
  });
  defaults.set(tx, id);
  return id;
}

/**
 * Locks all stock items of these variants, by variant and location. A write that takes and returns stock locks
 * all items it may need at once, before the first count changes.
 * Decision: T53.
 */
export async function lockStockItems(
  write: Write,
  variantIds: readonly bigint[],
): Promise<LockedStockItem[]> {
  if (variantIds.length === 0) return [];
  const { tx } = write;
  write.claim('stock', variantIds);
  return tx.$queryRaw<LockedStockItem[]>(Prisma.sql`
    SELECT i.id, i.variant_id AS "variantId", i.stock_location_id AS "stockLocationId",
           i.count_on_hand AS "countOnHand", i.backorderable, l.is_default AS "isDefault", l.active
    FROM stock_items i JOIN stock_locations l ON l.id = i.stock_location_id
    WHERE i.variant_id = ANY(${[...new Set(variantIds)].map(String)}::bigint[])
    ORDER BY i.variant_id, i.stock_location_id
    FOR UPDATE OF i`);
}

/**
 * The stock item of a variant at a location, from the locked ones; created with count 0 if there is none.
 * Decision: T31.
 */
export async function ensureStockItem(
  { tx, now }: Write,
  { variantId, stockLocationId }: StockItemKey,
  locked: readonly LockedStockItem[] = [],
): Promise<bigint> {
  const present = locked.find(
    (candidate) =>
      candidate.variantId === variantId && candidate.stockLocationId === stockLocationId,
  );
  if (present) return present.id;
  const [item] = await tx.$queryRaw<{ id: bigint }[]>(Prisma.sql`
    INSERT INTO stock_items (variant_id, stock_location_id, backorderable, created_at, updated_at)
    SELECT ${variantId}::bigint, ${stockLocationId}::bigint,
           COALESCE((SELECT s.backorderable FROM stock_items s
                     JOIN stock_locations l ON l.id = s.stock_location_id AND l.is_default
                     WHERE s.variant_id = ${variantId}::bigint), true),
           ${now.toISOString()}::timestamptz, ${now.toISOString()}::timestamptz
    WHERE NOT EXISTS (SELECT 1 FROM stock_items WHERE variant_id = ${variantId}::bigint
                      AND stock_location_id = ${stockLocationId}::bigint)
    ON CONFLICT (variant_id, stock_location_id) DO NOTHING
    RETURNING id`);
  if (item) return item.id;
  const known = await tx.stockItem.findUniqueOrThrow({
    where: { variantId_stockLocationId: { variantId, stockLocationId } },
    select: { id: true },
  });
  return known.id;
}

/** Why a count changed. Decision: T31. */
export type MovementKind = 'sale' | 'restock' | 'return' | 'set' | 'adjust';

/** The columns of a stock movement beside the quantity. */
export interface MovementNote {
  readonly kind: MovementKind;
  readonly orderId?: bigint | null;
  readonly shipmentId?: bigint | null;
  readonly reason?: string | null;
}

/**
 * Changes a count, with the sum that its variant shows, and adds the stock movement, if the count may become so:
 * negative only if backorderable. The counts of the variant must be locked.
 * Returns the new count, or undefined if it may not.
 * Decision: T30, T31, T34.
 */
export async function moveStock(
  { tx, now, userId }: Write,
  stockItemId: bigint,
  quantity: number,
  { kind, orderId, shipmentId, reason }: MovementNote,
): Promise<number | undefined> {
  const [row] = await tx.$queryRaw<{ countAfter: number }[]>(Prisma.sql`
    WITH moved AS (
      UPDATE stock_items
      SET count_on_hand = count_on_hand + ${quantity}::integer, updated_at = ${now.toISOString()}::timestamptz
      WHERE id = ${stockItemId}::bigint
        AND (${quantity}::integer > 0 OR backorderable OR count_on_hand >= -(${quantity}::integer))
        AND count_on_hand::bigint + ${quantity}::integer BETWEEN -2147483648 AND 2147483647
      RETURNING id, variant_id, stock_location_id, count_on_hand
    ), shown AS (
      UPDATE stock_items d
      SET count_elsewhere = d.count_elsewhere + ${quantity}::integer, updated_at = ${now.toISOString()}::timestamptz
      FROM moved m
      JOIN stock_locations l ON l.id = m.stock_location_id AND l.active AND NOT l.is_default
      JOIN variants v ON v.id = m.variant_id
      WHERE d.id = v.stock_item_id
    )
    INSERT INTO stock_movements
      (stock_item_id, kind, quantity, count_after, order_id, shipment_id, user_id, reason, created_at)
    SELECT id, ${kind}, ${quantity}::integer, count_on_hand, ${orderId ?? null}::bigint,
           ${shipmentId ?? null}::bigint, ${userId}::bigint, ${reason ?? null}, ${now.toISOString()}::timestamptz
    FROM moved
    RETURNING count_after AS "countAfter"`);
  return row?.countAfter;
}
