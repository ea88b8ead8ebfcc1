import { Prisma } from '../../prisma/generated/client/client.ts';
import type { Write } from '../write.ts';
import type { Change } from './difference.ts';

/**
 * Changes the locked counts on the same condition as ever, with the sums that variants show of other locations than
 * the default, and adds the ledger's rows.
 * Decision: T30, T31, T34, R34.
 */
export async function moveCounts(
  { tx, now, userId }: Write,
  changes: readonly Change[],
): Promise<void> {
  const movements = changes.flatMap(({ after }) =>
    after.movements.map((movement) => ({ ...movement, orderId: after.id })),
  );
  if (movements.length === 0) return;
  const counts = changes.flatMap(({ after }) => after.stock);
  const moved = new Map<bigint, number>();
  for (const { stockItemId, quantity } of movements) {
    moved.set(stockItemId, (moved.get(stockItemId) ?? 0) + quantity);
  }
  const items = [...moved].map(([id, difference]) => {
    const count = counts.find((candidate) => candidate.id === id);
    return {
      id: String(id),
      difference,
      variant: count && String(count.variantId),
      place: count && String(count.stockLocationId),
      backorderable: count?.backorderable,
      is_new: count?.isNew === true,
    };
  });
  const ledger = movements.map(
    ({ stockItemId, kind, quantity, countAfter, shipmentId, orderId }) => ({
      item: String(stockItemId),
      kind,
      quantity,
      count_after: countAfter,
      order_id: String(orderId),
      shipment: shipmentId && String(shipmentId),
    }),
  );
  const time = now.toISOString();
  const [result] = await tx.$queryRaw<{ complete: boolean }[]>(Prisma.sql`
    WITH items AS (
      SELECT * FROM jsonb_to_recordset(${JSON.stringify(items)}::jsonb)
        AS i(id bigint, difference integer, variant bigint, place bigint, backorderable boolean, is_new boolean)
    ), made AS (
      INSERT INTO stock_items (id, variant_id, stock_location_id, count_on_hand, backorderable, created_at, updated_at)
      SELECT id, variant, place, difference, backorderable, ${time}::timestamptz, ${time}::timestamptz
      FROM items WHERE is_new RETURNING id
    ), differences AS (
      SELECT id, sum(own)::integer AS own, sum(elsewhere)::integer AS elsewhere
      FROM (
        SELECT id, difference AS own, 0 AS elsewhere FROM items WHERE NOT is_new
        UNION ALL
        SELECT v.stock_item_id, 0, i.difference
        FROM items i
        JOIN stock_locations l ON l.id = i.place AND l.active AND NOT l.is_default
        JOIN variants v ON v.id = i.variant
      ) each_one GROUP BY id
    ), changed AS (
      UPDATE stock_items s
      SET count_on_hand = s.count_on_hand + i.own, count_elsewhere = s.count_elsewhere + i.elsewhere,
          updated_at = ${time}::timestamptz
      FROM differences i
      WHERE s.id = i.id AND (i.own >= 0 OR s.backorderable OR s.count_on_hand >= -i.own)
      RETURNING s.id
    ), noted AS (
      INSERT INTO stock_movements
        (stock_item_id, kind, quantity, count_after, order_id, shipment_id, user_id, created_at)
      SELECT item, kind, quantity, count_after, order_id, shipment, ${userId}::bigint, ${time}::timestamptz
      FROM jsonb_to_recordset(${JSON.stringify(ledger)}::jsonb)
        AS l(item bigint, kind text, quantity integer, count_after integer, order_id bigint, shipment bigint)
    )
    SELECT (SELECT count(*) FROM made) = (SELECT count(*) FROM items WHERE is_new)
           AND (SELECT count(*) FROM changed) = (SELECT count(*) FROM differences) AS complete`);
  if (!result?.complete) {
    throw new Error('A count of stock changed while it was locked.');
  }
}
