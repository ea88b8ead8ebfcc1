import { Prisma } from '../../prisma/generated/client/client.ts';
import type { Write } from '../write.ts';
import { readOrders } from './load.ts';
import { saveOrders } from './save.ts';
import { setUnits } from './units.ts';
import { idsOf, type WorkingOrder } from './working-order.ts';

interface WaitingUnit {
  readonly id: bigint;
  readonly orderId: bigint;
}

/**
 * Turns backordered units into sold ones where counts rose in this write: of each stock item at most as many as
 * arrived, those of the order completed first, then by order id and unit id; not those of canceled shipments.
 * The orders concerned are locked, else the write starts over with them; their totals and states are computed
 * again. The number of statements does not grow with the number of orders.
 * Decision: T33, T53.
 */
export async function fillBackorders(write: Write): Promise<void> {
  if (write.rises.size === 0) return;
  const risen = [...write.rises].map(([id, rise]) => ({ id: String(id), rise }));
  write.rises.clear();
  const waiting = await write.tx.$queryRaw<WaitingUnit[]>(Prisma.sql`
    SELECT w.id, w.order_id AS "orderId"
    FROM jsonb_to_recordset(${JSON.stringify(risen)}::jsonb) AS risen(id bigint, rise bigint)
    JOIN stock_items i ON i.id = risen.id
    CROSS JOIN LATERAL (
      SELECT u.id, u.order_id
      FROM inventory_units u
      JOIN orders o ON o.id = u.order_id
      LEFT JOIN shipments s ON s.id = u.shipment_id
      WHERE u.variant_id = i.variant_id AND u.state = 'backordered'
        AND i.stock_location_id = COALESCE(s.stock_location_id,
              (SELECT id FROM stock_locations WHERE is_default))
        AND (s.state IS NULL OR s.state <> 'canceled')
      ORDER BY o.completed_at, o.id, u.id
      LIMIT risen.rise
    ) w`);
  if (waiting.length === 0) return;
  const orderIds = [...new Set(waiting.map(({ orderId }) => orderId))];
  write.requireLocks(orderIds);
  const filled = idsOf(waiting);
  const orders = await readOrders(write, orderIds);
  await saveOrders(
    write,
    orders.map((order) => fillUnits(order, filled)),
  );
}

function fillUnits(order: WorkingOrder, filled: ReadonlySet<bigint>): WorkingOrder {
  const units = order.inventoryUnits.filter(({ id }) => filled.has(id));
  const shipments = units.flatMap(({ shipmentId }) => shipmentId ?? []);
  return {
    ...setUnits(order, units, 'sold', true),
    filled: new Set([...order.filled, ...shipments]),
  };
}

/** Saves an order in hand and fills backorders with what it gave back. Returns it as it is stored now. */
export async function saveOrder(write: Write, order: WorkingOrder): Promise<WorkingOrder> {
  await saveOrders(write, [order]);
  await fillBackorders(write);
  return write.stored.get(order.id) as WorkingOrder;
}
