import { Prisma } from '../../prisma/generated/client/client.ts';
import type { LockedStockItem, MovementKind } from '../domain/stock.ts';
import type { Write } from '../write.ts';

/** A locked stock item with what its count changes by; one that is new is created with that count. */
type MovedItem = LockedStockItem & { readonly difference: number };

export interface LedgerRow {
  readonly stockItemId: bigint;
  readonly kind: MovementKind;
  readonly quantity: number;
  readonly countAfter: number;
  readonly orderId?: bigint | null;
  readonly shipmentId?: bigint | null;
  readonly reason?: string | null;
}

/**
 * Changes locked counts, with the sums that variants show of other locations than the default and the times of their
 * last movement, and adds the ledger's rows: one statement for any number of items. What the counts become must have
 * been decided under the lock of all stock items of these variants; they are changed only where they may become so.
 * Decision: T30, T31, T34, R34.
 */
export async function moveCounts(
  write: Write,
  moved: readonly MovedItem[],
  ledger: readonly LedgerRow[],
): Promise<void> {
  if (moved.length === 0) return;
  const { tx, now, userId } = write;
  const items = moved.map((item) => ({
    id: String(item.id),
    difference: item.difference,
    variant: String(item.variantId),
    place: String(item.stockLocationId),
    backorderable: item.backorderable,
    is_new: item.isNew === true,
  }));
  const rows = ledger.map((row) => ({
    item: String(row.stockItemId),
    kind: row.kind,
    quantity: row.quantity,
    count_after: row.countAfter,
    order_id: row.orderId?.toString() ?? null,
    shipment: row.shipmentId?.toString() ?? null,
    reason: row.reason,
  }));
  const time = now.toISOString();
  const statement = Prisma.sql`
    WITH items AS (
      SELECT * FROM jsonb_to_recordset(${JSON.stringify(items)}::jsonb)
        AS i(id bigint, difference bigint, variant bigint, place bigint, backorderable boolean, is_new boolean)
    ), made AS (
      INSERT INTO stock_items
        (id, variant_id, stock_location_id, count_on_hand, backorderable, created_at, updated_at, moved_at)
      SELECT id, variant, place, difference, backorderable, ${time}::timestamptz, ${time}::timestamptz, ${time}::timestamptz
      FROM items WHERE is_new RETURNING id
    ), differences AS (
      SELECT id, sum(own)::bigint AS own, sum(elsewhere)::bigint AS elsewhere, bool_or(shown) AS shown
      FROM (
        SELECT id, difference AS own, 0 AS elsewhere, true AS shown FROM items WHERE NOT is_new
        UNION ALL
        SELECT v.stock_item_id, 0, CASE WHEN l.active THEN i.difference ELSE 0 END, l.active
        FROM items i
        JOIN stock_locations l ON l.id = i.place AND NOT l.is_default
        JOIN variants v ON v.id = i.variant
      ) each_one GROUP BY id
    ), changed AS (
      UPDATE stock_items s
      SET count_on_hand = s.count_on_hand + i.own, count_elsewhere = s.count_elsewhere + i.elsewhere,
          updated_at = CASE WHEN i.shown THEN ${time}::timestamptz ELSE s.updated_at END,
          moved_at = ${time}::timestamptz
      FROM differences i
      WHERE s.id = i.id AND (i.own >= 0 OR s.backorderable OR s.count_on_hand >= -i.own)
      RETURNING s.id
    ), noted AS (
      INSERT INTO stock_movements
        (stock_item_id, kind, quantity, count_after, order_id, shipment_id, user_id, reason, created_at)
      SELECT item, kind, quantity, count_after, order_id, shipment, ${userId}::bigint, reason, ${time}::timestamptz
      FROM jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
        AS l(item bigint, kind text, quantity integer, count_after integer, order_id bigint, shipment bigint, reason text)
    )
    SELECT (SELECT count(*) FROM made) = (SELECT count(*) FROM items WHERE is_new)
           AND (SELECT count(*) FROM changed) = (SELECT count(*) FROM differences) AS complete`;
  await write.run(async () => {
    const [result] = await tx.$queryRaw<{ complete: boolean }[]>(statement);
    if (!result?.complete) throw new Error('A count of stock changed while it was locked.');
  });
}
