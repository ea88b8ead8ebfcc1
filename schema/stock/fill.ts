import { Prisma } from '../../prisma/generated/client/client.ts';
import { planFill } from '../domain/stock.ts';
import type { ShipmentState } from '../domain/shipment-machine.ts';
import type { Write } from '../write.ts';
import { setUnits } from './units.ts';

interface WaitingRow {
  readonly id: bigint;
  readonly orderId: bigint;
  readonly shipmentId: bigint | null;
  readonly completedAt: Date;
  readonly shipmentState: ShipmentState | null;
}

/**
 * Turns backordered units of a stock item into sold ones after its count rose: at most as many as arrived,
 * oldest completed order first. The item must be locked, and so must the orders concerned, else the write
 * starts over with them. Their totals and states are recalculated.
 * Decision: T33, T53.
 */
export async function fillBackorders(
  write: Write,
  stockItemId: bigint,
  rise: number,
): Promise<void> {
  if (rise <= 0) return;
  const waiting = await write.tx.$queryRaw<WaitingRow[]>(Prisma.sql`
    SELECT u.id, u.order_id AS "orderId", u.shipment_id AS "shipmentId",
           o.completed_at AS "completedAt", s.state AS "shipmentState"
    FROM stock_items i
    JOIN inventory_units u ON u.variant_id = i.variant_id AND u.state = 'backordered'
    JOIN orders o ON o.id = u.order_id
    LEFT JOIN shipments s ON s.id = u.shipment_id
    WHERE i.id = ${stockItemId}::bigint
      AND i.stock_location_id = COALESCE(s.stock_location_id,
            (SELECT id FROM stock_locations WHERE is_default))
      AND (s.state IS NULL OR s.state <> 'canceled')
    ORDER BY o.completed_at, o.id, u.id
    LIMIT ${rise}::bigint`);
  const filled = planFill(waiting, rise);
  if (filled.length === 0) return;
  write.touch(...new Set(filled.map(({ orderId }) => orderId)));
  await setUnits(
    write,
    filled.map(({ id }) => id),
    'sold',
    true,
  );
  for (const { shipmentId } of filled)
    if (shipmentId !== null) write.filledShipments.add(shipmentId);
}
