import type { JobName } from './jobs.ts';

// The seeded orders are older than those that the benchmark creates.
const seeded = `created_at < '2025-01-01'`;
const ofSeeded = (state: string): string =>
  `order_id IN (SELECT id FROM orders WHERE ${seeded} AND ${state})`;
const open = ofSeeded(`state = 'complete' AND payment_state = 'balance_due'`);

/**
 * Statements that make the orders of a job what they were before it, run before each turn of a rival: carts do not
 * grow, and what was completed can be completed again. History, ledger and audit log stay.
 */
export const resets: Readonly<Partial<Record<JobName, readonly string[]>>> = {
  addLine: [
    `DELETE FROM line_items WHERE NOT created_at < '2025-01-01' AND ${ofSeeded(`state = 'cart'`)}`,
    `UPDATE line_items SET quantity = 1 + (order_id + 1 + (id - 1) % 3) % 3 WHERE updated_at >= '2025-01-01' AND ${ofSeeded(`state = 'cart'`)}`,
    `UPDATE orders SET item_total = sums.total, total = sums.total, total_quantity = sums.pieces
     FROM (SELECT order_id, sum(price * quantity) AS total, sum(quantity) AS pieces FROM line_items
           WHERE ${ofSeeded(`state = 'cart'`)} GROUP BY order_id) sums
     WHERE sums.order_id = orders.id`,
  ],
  complete: [
    `UPDATE stock_items SET count_on_hand = count_on_hand + back.pieces, backordered = backordered - back.waiting
     FROM (SELECT stock_item_id, count(*) AS pieces,
                  count(*) FILTER (WHERE inventory_units.state = 'backordered') AS waiting
           FROM inventory_units JOIN variants ON variants.id = variant_id
           WHERE stock_taken AND ${open} GROUP BY stock_item_id) back
     WHERE back.stock_item_id = stock_items.id`,
    `UPDATE inventory_units SET state = 'on_hand', stock_taken = false, waiting_since = NULL, waiting_location_id = NULL
     WHERE ${open}`,
    `UPDATE orders SET state = 'payment', completed_at = NULL, payment_state = NULL, shipment_state = NULL
     WHERE ${seeded} AND (state = 'delivery' OR state = 'complete' AND payment_state = 'balance_due')`,
  ],
};
