import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import type { Database, Session } from '../../prisma/database.ts';
import { findViolations, invariants } from '../../prisma/invariants.ts';
import { openTestDatabase } from '../support/database.ts';

/**
 * Five orders over two variants: 1 is completed (two units sold, one backordered, one shipped from another
 * location, partly paid), 2 is canceled, 3 is in delivery, 4 is an empty cart, 5 is returned.
 */
const store = `
  INSERT INTO stock_locations (id, name, is_default) OVERRIDING SYSTEM VALUE VALUES (90, 'elsewhere', false);
  INSERT INTO products (id, name, permalink, shipping_category_id) OVERRIDING SYSTEM VALUE
    SELECT n, 'Jug', 'jug-' || chr(96 + n), c.id FROM generate_series(1, 2) n, shipping_categories c;
  INSERT INTO variants (id, product_id, is_master, price, position) OVERRIDING SYSTEM VALUE
    VALUES (1, 1, true, 10, 1), (2, 2, true, 20, 1), (3, 2, false, 20, 2);
  UPDATE products SET master_id = id;
  INSERT INTO stock_items (id, stock_location_id, variant_id, count_on_hand, backorderable) OVERRIDING SYSTEM VALUE
    SELECT v.n, l.id, v.n, v.count, true
    FROM stock_locations l, (VALUES (1, -1), (2, 4), (3, 0)) AS v (n, count) WHERE l.is_default;
  INSERT INTO stock_items (id, stock_location_id, variant_id, count_on_hand, backorderable) OVERRIDING SYSTEM VALUE
    VALUES (91, 90, 2, 6, true);
  UPDATE stock_items SET count_elsewhere = 6 WHERE id = 2;
  UPDATE variants SET stock_item_id = id;

  INSERT INTO orders (id, number, state, completed_at, item_total, adjustment_total, ship_total, credit_total, total, payment_total, total_quantity, payment_state, shipment_state) OVERRIDING SYSTEM VALUE VALUES
    (1, 'R1', 'complete', now(), 50, 3, 5, 2, 53, 40, 4, 'balance_due', 'backorder'),
    (2, 'R2', 'canceled', now(), 20, 0, 0, 0, 20, 0, 1, 'void', 'canceled'),
    (3, 'R3', 'delivery', NULL, 40, 7, 7, 0, 47, 0, 2, NULL, NULL),
    (4, 'R4', 'cart', NULL, 0, 0, 0, 0, 0, 0, 0, NULL, NULL),
    (5, 'R5', 'returned', now(), 20, -20, 0, 20, 0, 20, 1, 'credit_owed', 'shipped');
  INSERT INTO line_items (id, order_id, variant_id, quantity, price) OVERRIDING SYSTEM VALUE
    VALUES (1, 1, 1, 3, 10), (2, 1, 2, 1, 20), (3, 2, 2, 1, 20), (4, 3, 2, 2, 20), (5, 5, 2, 1, 20);
  UPDATE line_items SET discount = 1 WHERE order_id = 1;
  INSERT INTO shipments (id, number, order_id, state, cost, shipped_at, stock_location_id) OVERRIDING SYSTEM VALUE
    SELECT s.*, l.id FROM stock_locations l, (VALUES
      (1, 'H1', 1, 'pending', 5, NULL::timestamptz), (3, 'H3', 2, 'canceled', 0, NULL),
      (4, 'H4', 3, 'pending', 7, NULL), (5, 'H5', 5, 'shipped', 0, now())) AS s WHERE l.is_default;
  INSERT INTO shipments (id, number, order_id, state, shipped_at, stock_location_id) OVERRIDING SYSTEM VALUE
    VALUES (2, 'H2', 1, 'shipped', now(), 90);
  INSERT INTO inventory_units (id, order_id, line_item_id, variant_id, shipment_id, state, stock_taken, waiting_since, waiting_location_id) OVERRIDING SYSTEM VALUE
    SELECT 3, o.id, 1, 1, s.id, 'backordered', true, o.completed_at, s.stock_location_id
    FROM orders o JOIN shipments s ON s.id = o.id WHERE o.id = 1;
  UPDATE stock_items SET backordered = 1 WHERE id = 1;
  INSERT INTO inventory_units (id, order_id, line_item_id, variant_id, shipment_id, state, stock_taken) OVERRIDING SYSTEM VALUE VALUES
    (1, 1, 1, 1, 1, 'sold', true), (2, 1, 1, 1, 1, 'sold', true),
    (4, 1, 2, 2, 2, 'shipped', true), (5, 2, 3, 2, 3, 'on_hand', false),
    (6, 3, 4, 2, 4, 'on_hand', false), (7, 3, 4, 2, 4, 'on_hand', false), (8, 5, 5, 2, 5, 'returned', false);
  INSERT INTO shipping_rates (shipment_id, shipping_method_id, cost, selected)
    SELECT 4, id, 7, row_number() OVER (ORDER BY id) = 1 FROM shipping_methods;
  INSERT INTO adjustments (id, order_id, kind, shipment_id, amount, label, mandatory) OVERRIDING SYSTEM VALUE VALUES
    (1, 1, 'shipping', 1, 5, 'Shipping', true), (2, 1, 'shipping', 2, 0, 'Shipping', true),
    (3, 1, 'manual', NULL, -2, 'Goodwill', false), (4, 2, 'shipping', 3, 0, 'Shipping', true),
    (5, 3, 'shipping', 4, 7, 'Shipping', true), (6, 5, 'shipping', 5, 0, 'Shipping', true);
  INSERT INTO adjustments (id, order_id, kind, line_item_id, pieces, amount, label, mandatory) OVERRIDING SYSTEM VALUE VALUES
    (7, 5, 'return', 5, 1, -20, 'Return', true);
  INSERT INTO payments (id, order_id, payment_method_id, amount, state) OVERRIDING SYSTEM VALUE
    SELECT p.n, p.order_id, m.id, p.amount, p.state
    FROM payment_methods m, (VALUES (1, 1, 40, 'completed'), (2, 1, 13, 'pending'), (3, 5, 20, 'completed')) AS p (n, order_id, amount, state);
  INSERT INTO stock_movements (stock_item_id, kind, quantity, count_after, order_id) VALUES
    (1, 'set', 2, 2, NULL), (1, 'sale', -3, -1, 1),
    (2, 'set', 4, 4, NULL), (2, 'sale', -1, 3, 2), (2, 'restock', 1, 4, 2),
    (2, 'sale', -1, 3, 5), (2, 'return', 1, 4, 5),
    (91, 'adjust', 7, 7, NULL), (91, 'sale', -1, 6, 1);
  WITH taken AS (
    INSERT INTO state_changes (order_id, stateful_type, stateful_id, event, previous_state, next_state)
    SELECT id, 'Order', id, event, previous_state, next_state FROM (VALUES
      (1, 'complete', 'cart', 'complete'), (2, 'complete', 'cart', 'complete'),
      (2, 'cancel', 'complete', 'canceled'), (3, 'next', 'cart', 'address'),
      (3, 'next', 'address', 'delivery'), (5, 'complete', 'cart', 'complete'),
      (5, 'authorize_return', 'complete', 'awaiting_return'), (5, 'return', 'awaiting_return', 'returned')
    ) AS step (id, event, previous_state, next_state)
    RETURNING stateful_id, event
  )
  INSERT INTO outbox_events (event_type, resource_type, resource_id, payload)
    SELECT 'Order.' || event, 'Order', stateful_id, '{}' FROM taken;
`;

/** One way to violate an invariant, and the row by which it is found. */
interface Break {
  readonly how: string;
  readonly sql: string;
  readonly row: Readonly<Record<string, unknown>>;
}

const uncheck = (table: string, name: string): string =>
  `ALTER TABLE ${table} DROP CONSTRAINT ${table}_${name}_check; `;

const change = (type: string, id: number, event: string, from: string, to: string): string =>
  `INSERT INTO state_changes (order_id, stateful_type, stateful_id, event, previous_state, next_state)
   VALUES (1, '${type}', ${String(id)}, '${event}', '${from}', '${to}'); `;

const breaks: Readonly<Record<string, readonly Break[]>> = {
  events_are_told_once: [
    {
      how: 'an event that is in no outbox row',
      sql: change('Order', 1, 'complete', 'cart', 'complete'),
      row: { stateful_type: 'Order', event: 'complete', changes: 1n, outbox_events: 0n },
    },
    {
      how: 'an outbox row of an event that never was',
      sql: "INSERT INTO outbox_events (event_type, resource_type, resource_id, payload) VALUES ('Order.cancel', 'Order', 2, '{}')",
      row: { stateful_type: 'Order', event: 'cancel', changes: 0n, outbox_events: 1n },
    },
    {
      how: 'an event that is told twice',
      sql: `${change('Order', 1, 'complete', 'cart', 'complete')} INSERT INTO outbox_events (event_type, resource_type, resource_id, payload, created_at) SELECT 'Order.complete', 'Order', 1, '{}', now() FROM generate_series(1, 2)`,
      row: { stateful_type: 'Order', event: 'complete', changes: 1n, outbox_events: 2n },
    },
  ],
  history_is_a_chain: [
    {
      how: 'a shipment that goes on from where it never was',
      sql:
        change('Shipment', 2, 'ready', 'pending', 'ready_to_ship') +
        change('Shipment', 2, 'ship', 'pending', 'shipped'),
      row: { stateful_type: 'Shipment', stateful_id: 2n, event: 'ship' },
    },
    {
      how: 'an order whose first step is not from cart',
      sql: "DELETE FROM state_changes WHERE stateful_id = 3 AND previous_state = 'cart'",
      row: { stateful_type: 'Order', stateful_id: 3n, event: 'next', state_before: 'cart' },
    },
    {
      how: 'an order with a step missing between two',
      sql: "DELETE FROM state_changes WHERE event = 'authorize_return'",
      row: { stateful_type: 'Order', stateful_id: 5n, event: 'return', state_before: 'complete' },
    },
    {
      how: 'a checkout that went on after a step back that was not told',
      sql: change('Order', 3, 'next', 'address', 'delivery'),
      row: { stateful_type: 'Order', stateful_id: 3n, event: 'next', state_before: 'delivery' },
    },
  ],
  history_tells_state: [
    {
      how: 'a completed order whose history ends elsewhere',
      sql: change('Order', 1, 'cancel', 'complete', 'canceled'),
      row: { stateful_type: 'Order', stateful_id: 1n, state: 'complete', told: 'canceled' },
    },
    {
      how: 'a checkout that was emptied without telling it',
      sql: "UPDATE orders SET state = 'cart' WHERE id = 3",
      row: { stateful_type: 'Order', stateful_id: 3n, state: 'cart', told: 'delivery' },
    },
    {
      how: 'an order without a history that is no cart',
      sql: 'DELETE FROM state_changes WHERE stateful_id = 2',
      row: { stateful_type: 'Order', stateful_id: 2n, state: 'canceled', told: 'cart' },
    },
    {
      how: 'a shipment whose history ends elsewhere',
      sql: change('Shipment', 1, 'ready', 'pending', 'ready_to_ship'),
      row: { stateful_type: 'Shipment', state: 'pending', told: 'ready_to_ship' },
    },
    {
      how: 'a payment whose history ends elsewhere',
      sql: change('Payment', 1, 'void', 'pending', 'void'),
      row: { stateful_type: 'Payment', state: 'completed', told: 'void' },
    },
  ],
  count_is_allowed: [
    {
      how: 'a negative count that is not backorderable',
      sql: `${uncheck('stock_items', 'count_on_hand')} UPDATE stock_items SET backorderable = false WHERE id = 1`,
      row: { stock_item_id: 1n, count_on_hand: -1 },
    },
  ],
  variant_is_backorderable_everywhere: [
    {
      how: 'a variant that is backorderable at one of its locations',
      sql: 'UPDATE stock_items SET backorderable = false WHERE id = 91',
      row: { variant_id: 2n },
    },
  ],
  movements_sum_to_count: [
    {
      how: 'a count changed without a movement',
      sql: 'UPDATE stock_items SET count_on_hand = 9 WHERE id = 2',
      row: { stock_item_id: 2n, count_on_hand: 9 },
    },
    {
      how: 'a count without any movement',
      sql: 'UPDATE stock_items SET count_on_hand = 1 WHERE id = 3',
      row: { stock_item_id: 3n, count_on_hand: 1 },
    },
  ],
  newest_movement_tells_count: [
    {
      how: 'a newest movement with another count',
      sql: 'UPDATE stock_movements SET count_after = 5 WHERE stock_item_id = 2 AND count_after = 4',
      row: { stock_item_id: 2n, count_on_hand: 4, count_after: 5 },
    },
  ],
  default_location_tells_sum: [
    {
      how: 'a count in another location that the default one does not contain',
      sql: 'UPDATE stock_items SET count_elsewhere = 5 WHERE id = 2',
      row: { stock_item_id: 2n, variant_id: 2n, count_elsewhere: 5, elsewhere: 6n },
    },
    {
      how: 'a count of an inactive location',
      sql: 'UPDATE stock_locations SET active = false WHERE id = 90',
      row: { stock_item_id: 2n, variant_id: 2n, count_elsewhere: 6, elsewhere: 0n },
    },
    {
      how: 'a sum outside the default location',
      sql: 'UPDATE stock_items SET count_elsewhere = 4 WHERE id = 91',
      row: { stock_item_id: 91n, variant_id: 2n, count_elsewhere: 4, elsewhere: 0n },
    },
  ],
  inactive_locations_promise_nothing: [
    {
      how: 'a sold unit in a shipment from a location that is not in use',
      sql: `UPDATE stock_items SET count_elsewhere = 0 WHERE id = 2;
        UPDATE stock_locations SET active = false WHERE id = 90;
        UPDATE inventory_units SET state = 'sold' WHERE id = 4`,
      row: { inventory_unit_id: 4n, order_id: 1n, stock_location_id: 90n },
    },
  ],
  backorders_are_owed: [
    {
      how: 'a backordered unit beyond the debt',
      sql: "UPDATE inventory_units SET state = 'backordered' WHERE id = 2",
      row: { variant_id: 1n, count_on_hand: -1, backordered: 2n },
    },
    {
      how: 'a backordered unit where there are pieces',
      sql: "UPDATE inventory_units SET state = 'backordered' WHERE id = 4",
      row: { variant_id: 2n, stock_location_id: 90n, count_on_hand: 6, backordered: 1n },
    },
    {
      how: 'a backordered unit without a stock item',
      sql: "UPDATE inventory_units SET state = 'backordered', variant_id = 3, shipment_id = 2 WHERE id = 3",
      row: { variant_id: 3n, stock_location_id: 90n, count_on_hand: null, backordered: 1n },
    },
  ],
  units_tell_what_they_wait_for: [
    {
      how: 'a backordered unit with another time than the completion of its order',
      sql: "UPDATE orders SET completed_at = '2026-01-01T00:00:00Z' WHERE id = 1",
      row: { inventory_unit_id: 3n, state: 'backordered' },
    },
    {
      how: 'a backordered unit with another location than its shipment',
      sql: 'UPDATE shipments SET stock_location_id = 90 WHERE id = 1',
      row: { inventory_unit_id: 3n, stock_location_id: 90n },
    },
    {
      how: 'a sold unit that still tells what it waited for',
      sql: "UPDATE inventory_units SET state = 'sold' WHERE id = 3",
      row: { inventory_unit_id: 3n, state: 'sold' },
    },
  ],
  stock_items_tell_what_waits: [
    {
      how: 'a stock item that more units wait for',
      sql: 'UPDATE stock_items SET backordered = 0 WHERE id = 1',
      row: { stock_item_id: 1n, backordered: 0, waiting: 1n },
    },
    {
      how: 'a stock item that nothing waits for any more',
      sql: 'UPDATE stock_items SET backordered = 2 WHERE id = 91',
      row: { stock_item_id: 91n, backordered: 2, waiting: 0n },
    },
  ],
  orders_hold_what_they_took: [
    {
      how: 'a unit that holds more than was taken',
      sql: 'UPDATE inventory_units SET stock_taken = true WHERE id = 5',
      row: { order_id: 2n, variant_id: 2n, units: 1n },
    },
    {
      how: 'stock taken that no unit holds',
      sql: 'UPDATE inventory_units SET stock_taken = false WHERE id = 4',
      row: { order_id: 1n, variant_id: 2n, stock_location_id: 90n, units: 0n },
    },
    {
      how: 'a piece given back that is still held',
      sql: "INSERT INTO stock_movements (stock_item_id, kind, quantity, count_after, order_id) VALUES (1, 'return', 1, 0, 1)",
      row: { order_id: 1n, variant_id: 1n, units: 3n },
    },
    {
      how: 'a unit that went to another location without its stock',
      sql: 'UPDATE inventory_units SET shipment_id = 2 WHERE id = 1',
      row: { order_id: 1n, variant_id: 1n, stock_location_id: 90n, units: 1n },
    },
  ],
  lines_have_their_units: [
    {
      how: 'a completed line with a unit missing',
      sql: 'DELETE FROM inventory_units WHERE id = 1',
      row: { order_id: 1n, line_item_id: 1n, quantity: 3, units: 2n },
    },
    {
      how: 'a line in delivery with a unit missing',
      sql: 'DELETE FROM inventory_units WHERE id = 6',
      row: { order_id: 3n, line_item_id: 4n, quantity: 2, on_hand: 1n },
    },
  ],
  units_agree_with_line_and_shipment: [
    {
      how: 'a unit of another order than its line',
      sql: 'UPDATE inventory_units SET order_id = 3, shipment_id = NULL WHERE id = 5',
      row: { inventory_unit_id: 5n, order_id: 3n, order_of_line: 2n },
    },
    {
      how: 'a unit in a shipment of another order',
      sql: 'UPDATE inventory_units SET shipment_id = 4 WHERE id = 5',
      row: { inventory_unit_id: 5n, order_id: 2n, order_of_shipment: 3n },
    },
    {
      how: 'a unit of another variant than its line',
      sql: 'UPDATE inventory_units SET variant_id = 1 WHERE id = 5',
      row: { inventory_unit_id: 5n, variant_id: 1n, variant_of_line: 2n },
    },
  ],
  stock_is_held_by_state: [
    {
      how: 'a unit on hand that holds stock',
      sql: 'UPDATE inventory_units SET stock_taken = true WHERE id = 6',
      row: { inventory_unit_id: 6n, state: 'on_hand', stock_taken: true },
    },
    {
      how: 'a returned unit that holds stock',
      sql: 'UPDATE inventory_units SET stock_taken = true WHERE id = 8',
      row: { inventory_unit_id: 8n, state: 'returned', stock_taken: true },
    },
    {
      how: 'a backordered unit that holds none',
      sql: 'UPDATE inventory_units SET stock_taken = false WHERE id = 3',
      row: { inventory_unit_id: 3n, state: 'backordered', stock_taken: false },
    },
    ...['sold', 'backordered', 'shipped', 'returned'].map((state) => ({
      how: `a ${state} unit of an order that is not completed`,
      sql: `UPDATE inventory_units SET state = '${state}' WHERE id = 7`,
      row: { inventory_unit_id: 7n, state, order_state: 'delivery' },
    })),
  ],
  completed_at_agrees_with_state: [
    {
      how: 'a completed order without its time',
      sql: `${uncheck('orders', 'completed_at')} UPDATE orders SET completed_at = NULL WHERE id = 2`,
      row: { order_id: 2n, state: 'canceled', completed_at: null },
    },
    {
      how: 'a time of completion on a cart',
      sql: `${uncheck('orders', 'completed_at')} UPDATE orders SET completed_at = now() WHERE id = 4`,
      row: { order_id: 4n, state: 'cart' },
    },
  ],
  shipped_at_agrees_with_state: [
    {
      how: 'a shipped shipment without its time',
      sql: `${uncheck('shipments', 'shipped_at')} UPDATE shipments SET shipped_at = NULL WHERE id = 2`,
      row: { shipment_id: 2n, state: 'shipped', shipped_at: null },
    },
    {
      how: 'a time of shipping on a pending shipment',
      sql: 'UPDATE shipments SET shipped_at = now() WHERE id = 4',
      row: { shipment_id: 4n, state: 'pending' },
    },
    {
      how: 'a sold unit in a shipped shipment',
      sql: "UPDATE inventory_units SET state = 'sold' WHERE id = 4",
      row: { shipment_id: 2n, inventory_unit_id: 4n, unit_state: 'sold' },
    },
  ],
  shipment_state_allows_its_units: [
    {
      how: 'a sold unit in a canceled shipment',
      sql: "UPDATE inventory_units SET state = 'sold' WHERE id = 5",
      row: { shipment_id: 3n, inventory_unit_id: 5n, unit_state: 'sold' },
    },
    {
      how: 'a backordered unit in a ready shipment',
      sql: "UPDATE shipments SET state = 'ready_to_ship' WHERE id = 1",
      row: { shipment_id: 1n, inventory_unit_id: 3n, unit_state: 'backordered' },
    },
  ],
  closed_orders_hold_nothing: [
    {
      how: 'a pending shipment of a canceled order',
      sql: "UPDATE shipments SET state = 'pending' WHERE id = 3",
      row: { order_id: 2n, state: 'canceled', shipment_id: 3n, inventory_unit_id: null },
    },
    {
      how: 'a returned unit of a canceled order',
      sql: "UPDATE inventory_units SET state = 'returned' WHERE id = 5",
      row: { order_id: 2n, state: 'canceled', inventory_unit_id: 5n },
    },
    {
      how: 'a unit of a closed order that holds stock',
      sql: 'UPDATE inventory_units SET stock_taken = true WHERE id = 8',
      row: { order_id: 5n, state: 'returned', inventory_unit_id: 8n },
    },
    ...['sold', 'backordered', 'shipped'].map((state) => ({
      how: `a ${state} unit of a returned order`,
      sql: `UPDATE inventory_units SET state = '${state}' WHERE id = 8`,
      row: { order_id: 5n, state: 'returned', inventory_unit_id: 8n },
    })),
  ],
  totals_are_sums: [
    ...['item_total', 'adjustment_total', 'ship_total', 'tax_total', 'credit_total'].map(
      (column) => ({
        how: `a wrong ${column}`,
        sql: `${uncheck('orders', 'total')} UPDATE orders SET ${column} = 999 WHERE id = 1`,
        row: { order_id: 1n, [column]: '999' },
      }),
    ),
    {
      how: 'a total that is not item_total and adjustment_total',
      sql: `${uncheck('orders', 'total')} UPDATE orders SET total = 54 WHERE id = 1`,
      row: { order_id: 1n, total: '54' },
    },
    {
      how: 'a payment_total that counts a pending payment',
      sql: 'UPDATE orders SET payment_total = 53 WHERE id = 1',
      row: { order_id: 1n, payment_total: '53' },
    },
    {
      how: 'a total_quantity that is not the sum',
      sql: 'UPDATE orders SET total_quantity = 5 WHERE id = 1',
      row: { order_id: 1n, total_quantity: 5n, pieces: 4n },
    },
    {
      how: 'an adjustment that is no longer eligible',
      sql: 'UPDATE adjustments SET eligible = false WHERE id = 3',
      row: { order_id: 1n, adjustment_total: '3' },
    },
  ],
  shipments_are_charged_once: [
    {
      how: 'a shipment without adjustment',
      sql: 'DELETE FROM adjustments WHERE id = 2',
      row: { shipment_id: 2n, adjustments: 0n },
    },
    {
      how: 'an adjustment over another amount than the cost',
      sql: 'UPDATE shipments SET cost = 8 WHERE id = 4',
      row: { shipment_id: 4n, cost: '8', adjustments: 1n },
    },
    {
      how: 'two adjustments of one shipment',
      sql: `DROP INDEX adjustments_shipping_key;
        INSERT INTO adjustments (id, order_id, kind, shipment_id, amount, label, mandatory) OVERRIDING SYSTEM VALUE VALUES (99, 1, 'shipping', 2, 0, 'Shipping', true)`,
      row: { shipment_id: 2n, adjustments: 2n },
    },
    {
      how: 'an adjustment in another order',
      sql: 'UPDATE adjustments SET order_id = 4 WHERE id = 4',
      row: { shipment_id: 3n, adjustments: 0n },
    },
  ],
  taxes_are_sums: [
    {
      how: 'a line item with a tax that the order does not have',
      sql: 'UPDATE line_items SET tax = 2 WHERE id = 1',
      row: { order_id: 1n, line_items: '2', shipments: '0' },
    },
  ],
  discounts_are_shared: [
    {
      how: 'a line item with a larger share than was left for it',
      sql: 'UPDATE line_items SET discount = 1.5 WHERE id = 1',
      row: { order_id: 1n, stored: '2.5', derived: '2' },
    },
    {
      how: 'a discount that no line item has',
      sql: `UPDATE adjustments SET amount = -60 WHERE id = 3`,
      row: { order_id: 1n, stored: '2', derived: '50' },
    },
    {
      how: 'a line item without the share that its credit contains',
      sql: `UPDATE adjustments SET discount = 3 WHERE id = 7`,
      row: { order_id: 5n, stored: '0', derived: '3' },
    },
  ],
  what_came_back_is_credited: [
    {
      how: 'a returned unit that is not credited',
      sql: `DELETE FROM adjustments WHERE id = 7`,
      row: { order_id: 5n, line_item_id: 5n, kind: 'return', pieces: 1n },
    },
    {
      how: 'a credit for more units than were returned',
      sql: `UPDATE adjustments SET pieces = 2 WHERE id = 7`,
      row: { order_id: 5n, line_item_id: 5n, kind: 'return', pieces: 1n },
    },
    {
      how: 'a credit for a unit that was not canceled',
      sql: `INSERT INTO adjustments (id, order_id, kind, shipment_id, line_item_id, pieces, amount, label, mandatory) OVERRIDING SYSTEM VALUE
        VALUES (99, 1, 'canceled', 1, 1, 1, 0, 'Canceled', true)`,
      row: { order_id: 1n, line_item_id: 1n, kind: 'canceled', shipment_id: 1n, pieces: 1n },
    },
  ],
  one_rate_is_selected: [
    {
      how: 'two selected rates',
      sql: `DROP INDEX shipping_rates_selected_key; UPDATE shipping_rates SET selected = true`,
      row: { shipment_id: 4n, selected: 2n },
    },
  ],
  payment_state_is_derived: [
    {
      how: 'paid with something due',
      sql: "UPDATE orders SET payment_state = 'paid' WHERE id = 1",
      row: { order_id: 1n, stored: 'paid', derived: 'balance_due' },
    },
    {
      how: 'balance_due with nothing due',
      sql: 'UPDATE orders SET payment_total = 53 WHERE id = 1',
      row: { order_id: 1n, stored: 'balance_due', derived: 'paid' },
    },
    {
      how: 'not failed though every payment failed or is invalid',
      sql: "UPDATE payments SET state = CASE id WHEN 1 THEN 'failed' ELSE 'invalid' END WHERE order_id = 1",
      row: { order_id: 1n, stored: 'balance_due', derived: 'failed' },
    },
    {
      how: 'credit_owed on a closed order that kept nothing',
      sql: 'UPDATE orders SET payment_total = 0 WHERE id = 5',
      row: { order_id: 5n, stored: 'credit_owed', derived: 'paid' },
    },
    {
      how: 'paid on a closed order that kept the money',
      sql: "UPDATE orders SET payment_state = 'paid' WHERE id = 5",
      row: { order_id: 5n, stored: 'paid', derived: 'credit_owed' },
    },
    {
      how: 'a state on a cart',
      sql: "UPDATE orders SET payment_state = 'paid' WHERE id = 4",
      row: { order_id: 4n, stored: 'paid', derived: null },
    },
  ],
  shipment_state_is_derived: [
    {
      how: 'not backorder with a backordered unit',
      sql: "UPDATE orders SET shipment_state = 'partial' WHERE id = 1",
      row: { order_id: 1n, stored: 'partial', derived: 'backorder' },
    },
    {
      how: 'not backorder with a backordered unit in no shipment',
      sql: "UPDATE orders SET shipment_state = 'partial' WHERE id = 1; UPDATE inventory_units SET shipment_id = NULL WHERE id = 3",
      row: { order_id: 1n, stored: 'partial', derived: 'backorder' },
    },
    {
      how: 'not partial with one shipment of two shipped',
      sql: "UPDATE inventory_units SET state = 'sold' WHERE id = 3",
      row: { order_id: 1n, stored: 'backorder', derived: 'partial' },
    },
    {
      how: 'not partial with a unit that left alone',
      sql: "UPDATE inventory_units SET state = 'shipped' WHERE id = 3; UPDATE shipments SET state = 'canceled' WHERE id = 2",
      row: { order_id: 1n, stored: 'backorder', derived: 'partial' },
    },
    {
      how: 'not partial with a unit in no shipment that left',
      sql: "UPDATE inventory_units SET state = 'sold' WHERE order_id = 1; UPDATE inventory_units SET state = 'shipped', shipment_id = NULL WHERE id = 3; UPDATE shipments SET state = 'canceled' WHERE id = 2",
      row: { order_id: 1n, stored: 'backorder', derived: 'partial' },
    },
    {
      how: 'not shipped though the shipment without units is the only one left behind',
      sql: "UPDATE inventory_units SET shipment_id = 2, state = 'shipped' WHERE order_id = 1",
      row: { order_id: 1n, stored: 'backorder', derived: 'shipped' },
    },
    {
      how: 'not ready with every shipment ready',
      sql: "UPDATE inventory_units SET state = 'sold' WHERE order_id = 1; UPDATE shipments SET state = 'ready_to_ship' WHERE order_id = 1",
      row: { order_id: 1n, stored: 'backorder', derived: 'ready' },
    },
    {
      how: 'not pending with one shipment of two ready',
      sql: "UPDATE inventory_units SET state = 'sold' WHERE order_id = 1; UPDATE shipments SET state = 'pending' WHERE id = 2",
      row: { order_id: 1n, stored: 'backorder', derived: 'pending' },
    },
    {
      how: 'not canceled with nothing but canceled shipments',
      sql: "UPDATE orders SET shipment_state = 'pending' WHERE id = 2",
      row: { order_id: 2n, stored: 'pending', derived: 'canceled' },
    },
    {
      how: 'a state without shipments',
      sql: 'DELETE FROM inventory_units WHERE order_id = 2; DELETE FROM shipments WHERE order_id = 2',
      row: { order_id: 2n, stored: 'canceled', derived: null },
    },
    {
      how: 'a state on an order that is not completed',
      sql: "UPDATE orders SET shipment_state = 'pending' WHERE id = 3",
      row: { order_id: 3n, stored: 'pending', derived: null },
    },
  ],
  lines_have_pieces: [
    {
      how: 'a line of nothing',
      sql: `${uncheck('line_items', 'quantity')} UPDATE line_items SET quantity = 0 WHERE id = 3`,
      row: { line_item_id: 3n, order_id: 2n, quantity: 0 },
    },
  ],
  product_names_its_master: [
    {
      how: 'a product without master',
      sql: 'UPDATE products SET master_id = NULL WHERE id = 1',
      row: { product_id: 1n, master_id: null, master_variant_id: 1n },
    },
    {
      how: 'a variant as master that is none',
      sql: 'UPDATE products SET master_id = 3 WHERE id = 2',
      row: { product_id: 2n, master_id: 3n, master_variant_id: 2n },
    },
    {
      how: "another product's master",
      sql: 'UPDATE products SET master_id = NULL WHERE id = 2; UPDATE products SET master_id = 2 WHERE id = 1',
      row: { product_id: 1n, master_id: 2n, master_variant_id: 1n },
    },
  ],
  variant_names_its_stock_item: [
    {
      how: 'a variant without stock item',
      sql: 'UPDATE variants SET stock_item_id = NULL WHERE id = 1',
      row: { variant_id: 1n, stock_item_id: null, default_stock_item_id: 1n },
    },
    {
      how: 'a stock item in another location',
      sql: 'UPDATE variants SET stock_item_id = 91 WHERE id = 2',
      row: { variant_id: 2n, stock_item_id: 91n, default_stock_item_id: 2n },
    },
    {
      how: "another variant's stock item",
      sql: 'UPDATE variants SET stock_item_id = NULL WHERE id = 1; UPDATE variants SET stock_item_id = 1 WHERE id = 2',
      row: { variant_id: 2n, stock_item_id: 1n, default_stock_item_id: 2n },
    },
  ],
};

let database: Database;

beforeAll(async () => {
  database = await openTestDatabase();
  await database.script(store);
});
afterAll(() => database.close());

/** Violates an invariant, checks, and rolls back; without the CHECK of what a unit waits for, which refuses most. */
async function lookAfter(session: Session, sql: string) {
  await session.script('BEGIN');
  try {
    await session.script(uncheck('inventory_units', 'waiting') + sql);
    return await findViolations(session);
  } finally {
    await session.script('ROLLBACK');
  }
}

describe('the invariants', () => {
  test('a store without data violates none', async () => {
    const empty = await openTestDatabase();
    expect(await findViolations(empty)).toEqual([]);
    await empty.close();
  });

  test('a store with orders in many states breaks none', async () => {
    expect(await findViolations(database)).toEqual([]);
  });

  test('backordered units beyond the debt break none while goods are still being given to waiting orders', async () => {
    const beyond = `
      UPDATE inventory_units u
      SET state = w.state, waiting_since = w.waiting_since, waiting_location_id = w.waiting_location_id
      FROM inventory_units w WHERE u.id = 2 AND w.id = 3;
      UPDATE stock_items SET backordered = 2 WHERE id = 1`;
    const noted = 'INSERT INTO stock_fills (stock_item_id) VALUES (1)';
    const violations = await database.session((session) =>
      lookAfter(session, `${beyond}; ${noted}`),
    );
    expect(violations).toEqual([]);
  });

  test('each has a unique name and is violated below', () => {
    expect(invariants.map(({ name }) => name).sort()).toEqual(Object.keys(breaks).sort());
  });

  for (const { name, says } of invariants) {
    describe(says, () => {
      test.each([...(breaks[name] ?? [])])('$how is found', async ({ sql, row }) => {
        const violations = await database.session((session) => lookAfter(session, sql));
        const found = violations.filter((violation) => violation.name === name);
        expect(found).toContainEqual({ name, says, row: expect.objectContaining(row) });
      });
    });
  }
});
