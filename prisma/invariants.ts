import type { Row, Session } from './database.ts';

/** What must be true of everything stored, after every transaction. */
interface Invariant {
  readonly name: string;
  readonly says: string;
  /** Selects the rows that break the rule. */
  readonly sql: string;
}

interface Violation {
  readonly name: string;
  readonly says: string;
  /** Columns that identify the row, and the values that disagree. */
  readonly row: Row;
}

const completed = `('complete', 'resumed', 'awaiting_return', 'returned', 'canceled')`;
const closed = `('returned', 'canceled')`;
/** Outbox rows may be deleted after this time. Decision: C35. */
const outboxKept = '29 days';

/** Inventory units with their stock location: that of their shipment, else the default. */
const locatedUnits = `
  SELECT u.id, u.order_id, u.variant_id, u.state, u.stock_taken, u.waiting_since, u.waiting_location_id,
         COALESCE(s.stock_location_id, (SELECT id FROM stock_locations WHERE is_default)) AS stock_location_id
  FROM inventory_units u LEFT JOIN shipments s ON s.id = u.shipment_id`;

const totals = `
  SELECT o.id AS order_id, o.item_total, o.adjustment_total, o.ship_total, o.tax_total, o.credit_total,
         o.total, o.payment_total, o.total_quantity,
         l.amount AS line_items, l.quantity AS pieces, a.amount AS adjustments, a.shipping AS shipping,
         a.tax AS tax, a.credit AS credit, p.amount AS payments
  FROM orders o
  CROSS JOIN LATERAL (
    SELECT COALESCE(sum(price * quantity), 0) AS amount, COALESCE(sum(quantity), 0) AS quantity
    FROM line_items WHERE order_id = o.id) l
  CROSS JOIN LATERAL (
    SELECT COALESCE(sum(amount), 0) AS amount,
           COALESCE(sum(amount) FILTER (WHERE kind = 'shipping'), 0) AS shipping,
           COALESCE(sum(amount) FILTER (WHERE kind = 'tax'), 0) AS tax,
           COALESCE(-sum(amount) FILTER (WHERE amount < 0), 0) AS credit
    FROM adjustments WHERE order_id = o.id AND eligible) a
  CROSS JOIN LATERAL (
    SELECT COALESCE(sum(amount), 0) AS amount
    FROM payments WHERE order_id = o.id AND state = 'completed') p`;

const paymentStates = `
  SELECT o.id AS order_id, o.payment_state AS stored,
         CASE
           WHEN o.completed_at IS NULL THEN NULL
           WHEN p.number > 0 AND p.number = p.without_effect THEN 'failed'
           WHEN o.state = 'canceled' AND o.payment_total = 0 THEN 'void'
           WHEN due.amount > 0 THEN 'balance_due'
           WHEN due.amount < 0 THEN 'credit_owed'
           ELSE 'paid'
         END AS derived
  FROM orders o
  CROSS JOIN LATERAL (
    SELECT count(*) AS number, count(*) FILTER (WHERE state IN ('failed', 'invalid')) AS without_effect
    FROM payments WHERE order_id = o.id) p
  CROSS JOIN LATERAL (
    SELECT CASE WHEN o.state = 'canceled' THEN 0 ELSE o.total END - o.payment_total AS amount) due`;

/** Leaves out empty shipments if another shipment has units; canceled ones only say that something was not sent. */
const shipmentStates = `
  WITH live AS (
    SELECT s.id, s.order_id, s.state, count(u.id) AS units,
           COALESCE(bool_or(u.state = 'backordered'), false) AS backordered,
           COALESCE(bool_or(u.state IN ('shipped', 'returned')), false) AS has_left
    FROM shipments s LEFT JOIN inventory_units u ON u.shipment_id = s.id
    WHERE s.state <> 'canceled' GROUP BY s.id
  ), ranked AS (
    SELECT *, bool_or(units > 0) OVER (PARTITION BY order_id) AS some_filled FROM live
  ), counted AS (
    SELECT order_id, count(*) AS number, count(*) FILTER (WHERE state = 'shipped') AS shipped,
           count(*) FILTER (WHERE state = 'ready_to_ship') AS ready,
           bool_or(backordered) AS backordered, bool_or(has_left) AS has_left
    FROM ranked WHERE units > 0 OR NOT some_filled GROUP BY order_id
  ), loose AS (
    SELECT order_id, bool_or(state = 'backordered') AS backordered,
           bool_or(state IN ('shipped', 'returned')) AS has_left,
           bool_or(state IN ('sold', 'backordered')) AS waits
    FROM inventory_units WHERE shipment_id IS NULL GROUP BY order_id
  )
  SELECT o.id AS order_id, o.shipment_state AS stored,
         CASE
           WHEN o.completed_at IS NULL THEN NULL
           WHEN NOT EXISTS (SELECT FROM shipments WHERE order_id = o.id) THEN NULL
           WHEN c.number IS NULL AND loose.waits IS NOT TRUE AND loose.has_left IS NOT TRUE THEN 'canceled'
           WHEN c.backordered OR loose.backordered THEN 'backorder'
           WHEN c.shipped IS NOT DISTINCT FROM c.number AND loose.waits IS NOT TRUE AND NOT EXISTS (
             SELECT FROM shipments s JOIN inventory_units u ON u.shipment_id = s.id
             WHERE s.order_id = o.id AND s.state = 'canceled') THEN 'shipped'
           WHEN c.shipped > 0 OR c.has_left OR loose.has_left THEN 'partial'
           WHEN c.ready = c.number AND loose.waits IS NOT TRUE THEN 'ready'
           ELSE 'pending'
         END AS derived
  FROM orders o
  LEFT JOIN counted c ON c.order_id = o.id
  LEFT JOIN loose ON loose.order_id = o.id`;

/** The share of the lines in the discounts of each order, and what it must be. */
const discountShares = `
  WITH discounts AS (
    SELECT order_id, COALESCE(-sum(amount) FILTER (WHERE kind = 'manual' AND amount < 0), 0) AS given,
           COALESCE(sum(discount) FILTER (WHERE kind IN ('return', 'canceled')), 0) AS credited
    FROM adjustments WHERE eligible GROUP BY order_id
  )
  SELECT l.order_id, sum(l.discount) AS stored,
         sum(c.discount) + LEAST(GREATEST(COALESCE(max(d.given - d.credited), 0), 0),
                                 sum(l.price * GREATEST(l.quantity - c.pieces, 0))) AS derived
  FROM line_items l
  LEFT JOIN discounts d ON d.order_id = l.order_id
  CROSS JOIN LATERAL (
    SELECT COALESCE(sum(pieces), 0) AS pieces, COALESCE(sum(LEAST(discount, l.price * pieces)), 0) AS discount
    FROM adjustments WHERE line_item_id = l.id AND eligible) c
  GROUP BY l.order_id`;

export const invariants: readonly Invariant[] = [
  {
    name: 'count_is_allowed',
    says: 'A count is negative only if the stock item is backorderable.',
    sql: `SELECT id AS stock_item_id, count_on_hand FROM stock_items
      WHERE count_on_hand < 0 AND NOT backorderable`,
  },
  {
    name: 'variant_is_backorderable_everywhere',
    says: 'All stock items of a variant are backorderable, or none is.',
    sql: `SELECT variant_id FROM stock_items
      GROUP BY variant_id HAVING bool_or(backorderable) AND NOT bool_and(backorderable)`,
  },
  {
    name: 'movements_sum_to_count',
    says: 'The stock movements of a stock item add up to its count.',
    sql: `SELECT i.id AS stock_item_id, i.count_on_hand, COALESCE(sum(m.quantity), 0) AS movements
      FROM stock_items i LEFT JOIN stock_movements m ON m.stock_item_id = i.id
      GROUP BY i.id HAVING i.count_on_hand <> COALESCE(sum(m.quantity), 0)`,
  },
  {
    name: 'newest_movement_tells_count',
    says: 'The newest stock movement of a stock item contains its count.',
    sql: `SELECT i.id AS stock_item_id, i.count_on_hand, m.count_after
      FROM stock_items i
      JOIN LATERAL (
        SELECT count_after FROM stock_movements WHERE stock_item_id = i.id ORDER BY id DESC LIMIT 1
      ) m ON m.count_after <> i.count_on_hand`,
  },
  {
    name: 'default_location_tells_sum',
    says: 'The stock item of a variant in the default location contains its count in the other active locations together.',
    sql: `SELECT i.id AS stock_item_id, i.variant_id, i.count_elsewhere, COALESCE(o.count, 0) AS elsewhere
      FROM stock_items i
      JOIN stock_locations d ON d.id = i.stock_location_id
      LEFT JOIN (
        SELECT s.variant_id, sum(s.count_on_hand) AS count
        FROM stock_items s JOIN stock_locations l ON l.id = s.stock_location_id
        WHERE l.active AND NOT l.is_default GROUP BY s.variant_id
      ) o ON o.variant_id = i.variant_id AND d.is_default
      WHERE i.count_elsewhere <> COALESCE(o.count, 0)`,
  },
  {
    name: 'inactive_locations_promise_nothing',
    says: 'No unit that is sold and has not left is in a shipment from an inactive location.',
    sql: `SELECT u.id AS inventory_unit_id, u.order_id, u.stock_location_id
      FROM (${locatedUnits}) u JOIN stock_locations l ON l.id = u.stock_location_id
      WHERE NOT l.active AND u.state IN ('sold', 'backordered')`,
  },
  {
    name: 'backorders_are_owed',
    says: 'A stock item has no more backordered units than its count is below zero, unless its goods are still being given to waiting orders.',
    sql: `SELECT u.variant_id, u.stock_location_id, i.count_on_hand, count(*) AS backordered
      FROM (${locatedUnits}) u
      LEFT JOIN stock_items i
        ON i.variant_id = u.variant_id AND i.stock_location_id = u.stock_location_id
      WHERE u.state = 'backordered' AND NOT EXISTS (SELECT FROM stock_fills WHERE stock_item_id = i.id)
      GROUP BY u.variant_id, u.stock_location_id, i.count_on_hand
      HAVING count(*) > GREATEST(0, -COALESCE(i.count_on_hand, 0))`,
  },
  {
    name: 'units_tell_what_they_wait_for',
    says: 'A backordered unit, and no other, contains the time when its order was completed and the location of its stock.',
    sql: `SELECT u.id AS inventory_unit_id, u.state, u.waiting_since, o.completed_at,
             u.waiting_location_id, u.stock_location_id
      FROM (${locatedUnits}) u JOIN orders o ON o.id = u.order_id
      WHERE u.waiting_since IS DISTINCT FROM CASE u.state WHEN 'backordered' THEN o.completed_at END
         OR u.waiting_location_id IS DISTINCT FROM CASE u.state WHEN 'backordered' THEN u.stock_location_id END`,
  },
  {
    name: 'stock_items_tell_what_waits',
    says: 'A stock item contains how many backordered units wait for its goods.',
    sql: `SELECT i.id AS stock_item_id, i.backordered, COALESCE(w.units, 0) AS waiting
      FROM stock_items i
      LEFT JOIN (
        SELECT variant_id, stock_location_id, count(*) AS units
        FROM (${locatedUnits}) u WHERE state = 'backordered' GROUP BY 1, 2
      ) w ON w.variant_id = i.variant_id AND w.stock_location_id = i.stock_location_id
      WHERE i.backordered <> COALESCE(w.units, 0)`,
  },
  {
    name: 'orders_hold_what_they_took',
    says: 'An order took as many units from a stock item as it has inventory units with stock from it.',
    sql: `WITH moved AS (
        SELECT m.order_id, i.variant_id, i.stock_location_id, -sum(m.quantity) AS taken
        FROM stock_movements m JOIN stock_items i ON i.id = m.stock_item_id
        WHERE m.order_id IS NOT NULL AND m.kind IN ('sale', 'restock', 'return')
        GROUP BY 1, 2, 3
      ), held AS (
        SELECT order_id, variant_id, stock_location_id, count(*) AS units
        FROM (${locatedUnits}) u WHERE stock_taken GROUP BY 1, 2, 3
      )
      SELECT order_id, variant_id, stock_location_id,
             COALESCE(taken, 0) AS taken, COALESCE(units, 0) AS units
      FROM moved FULL JOIN held USING (order_id, variant_id, stock_location_id)
      WHERE COALESCE(taken, 0) <> COALESCE(units, 0)`,
  },
  {
    name: 'lines_have_their_units',
    says: 'A line item of a completed order has one inventory unit for each unit of its quantity; if shipments are proposed, one on hand for each.',
    sql: `SELECT o.id AS order_id, o.state, l.id AS line_item_id, l.quantity, u.units, u.on_hand
      FROM orders o JOIN line_items l ON l.order_id = o.id
      CROSS JOIN LATERAL (
        SELECT count(*) AS units, count(*) FILTER (WHERE state = 'on_hand') AS on_hand
        FROM inventory_units WHERE line_item_id = l.id) u
      WHERE (o.completed_at IS NOT NULL AND u.units <> l.quantity)
         OR (o.state IN ('delivery', 'payment', 'confirm') AND u.on_hand <> l.quantity)`,
  },
  {
    name: 'units_agree_with_line_and_shipment',
    says: 'An inventory unit, its line item and its shipment belong to the same order; unit and line item have the same variant.',
    sql: `SELECT u.id AS inventory_unit_id, u.order_id, l.order_id AS order_of_line,
             s.order_id AS order_of_shipment, u.variant_id, l.variant_id AS variant_of_line
      FROM inventory_units u
      JOIN line_items l ON l.id = u.line_item_id
      LEFT JOIN shipments s ON s.id = u.shipment_id
      WHERE u.order_id <> l.order_id OR u.order_id <> s.order_id OR u.variant_id <> l.variant_id`,
  },
  {
    name: 'stock_is_held_by_state',
    says: 'Only sold, backordered and shipped units have stock taken, and every backordered one does; these and returned units are in completed orders.',
    sql: `SELECT u.id AS inventory_unit_id, u.state, u.stock_taken, o.id AS order_id, o.state AS order_state
      FROM inventory_units u JOIN orders o ON o.id = u.order_id
      WHERE (u.stock_taken AND u.state NOT IN ('sold', 'backordered', 'shipped'))
         OR (u.state = 'backordered' AND NOT u.stock_taken)
         OR (u.state <> 'on_hand' AND o.completed_at IS NULL)`,
  },
  {
    name: 'completed_at_agrees_with_state',
    says: 'An order has a time of completion exactly when its state is complete, resumed, awaiting_return, returned or canceled.',
    sql: `SELECT id AS order_id, state, completed_at FROM orders
      WHERE (completed_at IS NOT NULL) <> (state IN ${completed})`,
  },
  {
    name: 'shipped_at_agrees_with_state',
    says: 'A shipment has `shipped_at` if and only if it is shipped, and then all its units are shipped or returned.',
    sql: `SELECT s.id AS shipment_id, s.state, s.shipped_at, u.id AS inventory_unit_id, u.state AS unit_state
      FROM shipments s
      LEFT JOIN inventory_units u ON u.shipment_id = s.id AND u.state NOT IN ('shipped', 'returned')
      WHERE (s.state = 'shipped') <> (s.shipped_at IS NOT NULL)
         OR (s.state = 'shipped' AND u.id IS NOT NULL)`,
  },
  {
    name: 'shipment_state_allows_its_units',
    says: 'The units of a canceled shipment are on hand, and none of a ready one is backordered.',
    sql: `SELECT s.id AS shipment_id, s.state, u.id AS inventory_unit_id, u.state AS unit_state
      FROM shipments s JOIN inventory_units u ON u.shipment_id = s.id
      WHERE (s.state = 'canceled' AND u.state <> 'on_hand')
         OR (s.state = 'ready_to_ship' AND u.state = 'backordered')`,
  },
  {
    name: 'closed_orders_hold_nothing',
    says: 'All shipments of a canceled order are canceled and all its units on hand; in canceled and returned orders no unit is sold, backordered, shipped or has stock taken.',
    sql: `SELECT o.id AS order_id, o.state, s.id AS shipment_id, NULL::bigint AS inventory_unit_id
      FROM orders o JOIN shipments s ON s.order_id = o.id
      WHERE o.state = 'canceled' AND s.state <> 'canceled'
      UNION ALL
      SELECT o.id, o.state, u.shipment_id, u.id
      FROM orders o JOIN inventory_units u ON u.order_id = o.id
      WHERE (o.state = 'canceled' AND u.state <> 'on_hand')
         OR (o.state IN ${closed} AND (u.stock_taken OR u.state IN ('sold', 'backordered', 'shipped')))`,
  },
  {
    name: 'totals_are_sums',
    says: 'The totals of an order are the sums of its line items, adjustments and completed payments.',
    sql: `SELECT * FROM (${totals}) t
      WHERE item_total <> line_items OR adjustment_total <> adjustments OR ship_total <> shipping
         OR tax_total <> tax OR credit_total <> credit OR total <> item_total + adjustment_total
         OR payment_total <> payments OR total_quantity <> pieces`,
  },
  {
    name: 'shipments_are_charged_once',
    says: 'Every shipment has one shipping adjustment, in its order, with its cost as amount.',
    sql: `SELECT s.id AS shipment_id, s.order_id, s.cost, count(a.id) AS adjustments, sum(a.amount) AS amount
      FROM shipments s
      LEFT JOIN adjustments a
        ON a.shipment_id = s.id AND a.kind = 'shipping' AND a.order_id = s.order_id
      GROUP BY s.id HAVING count(a.id) <> 1 OR sum(a.amount) <> s.cost`,
  },
  {
    name: 'taxes_are_sums',
    says: 'The tax of an order is the sum of the taxes of its line items and shipments.',
    sql: `SELECT o.id AS order_id, o.tax_total, l.tax AS line_items, s.tax AS shipments
      FROM orders o
      CROSS JOIN LATERAL (SELECT COALESCE(sum(tax), 0) AS tax FROM line_items WHERE order_id = o.id) l
      CROSS JOIN LATERAL (SELECT COALESCE(sum(tax), 0) AS tax FROM shipments WHERE order_id = o.id) s
      WHERE o.tax_total <> l.tax + s.tax`,
  },
  {
    name: 'discounts_are_shared',
    says: 'The shares of the line items in the discounts of their order are what their credits contain of them and the rest, as far as the other goods cost as much.',
    sql: `SELECT * FROM (${discountShares}) d WHERE stored <> derived`,
  },
  {
    name: 'what_came_back_is_credited',
    says: 'Of an order that is not canceled, exactly the units that were returned, or canceled with a shipment, are credited.',
    sql: `WITH gone AS (
        SELECT u.order_id, u.line_item_id, CASE u.state WHEN 'returned' THEN 'return' ELSE 'canceled' END AS kind,
               CASE u.state WHEN 'returned' THEN NULL ELSE u.shipment_id END AS shipment_id, count(*) AS pieces
        FROM inventory_units u JOIN orders o ON o.id = u.order_id
        WHERE o.completed_at IS NOT NULL AND o.state <> 'canceled' AND u.state IN ('returned', 'on_hand')
        GROUP BY 1, 2, 3, 4
      ), credited AS (
        SELECT a.order_id, a.line_item_id, a.kind, a.shipment_id, sum(a.pieces) AS pieces
        FROM adjustments a JOIN orders o ON o.id = a.order_id
        WHERE o.state <> 'canceled' AND a.line_item_id IS NOT NULL
        GROUP BY 1, 2, 3, 4
      )
      (SELECT order_id, line_item_id, kind, shipment_id, pieces FROM gone EXCEPT ALL SELECT * FROM credited)
      UNION ALL
      (SELECT * FROM credited EXCEPT ALL SELECT order_id, line_item_id, kind, shipment_id, pieces FROM gone)`,
  },
  {
    name: 'one_rate_is_selected',
    says: 'At most one rate of a shipment is selected.',
    sql: `SELECT shipment_id, count(*) AS selected FROM shipping_rates
      WHERE selected GROUP BY shipment_id HAVING count(*) > 1`,
  },
  {
    name: 'payment_state_is_derived',
    says: 'The payment_state of an order follows from its payments and total.',
    sql: `SELECT * FROM (${paymentStates}) d WHERE stored IS DISTINCT FROM derived`,
  },
  {
    name: 'shipment_state_is_derived',
    says: 'The shipment_state of an order follows from its shipments and units.',
    sql: `SELECT * FROM (${shipmentStates}) d WHERE stored IS DISTINCT FROM derived`,
  },
  {
    name: 'lines_have_pieces',
    says: 'Every line item has at least one unit.',
    sql: `SELECT id AS line_item_id, order_id, quantity FROM line_items WHERE quantity < 1`,
  },
  {
    name: 'product_names_its_master',
    says: 'The master variant of a product belongs to the product and is marked as master.',
    sql: `SELECT p.id AS product_id, p.master_id, v.id AS master_variant_id
      FROM products p LEFT JOIN variants v ON v.product_id = p.id AND v.is_master
      WHERE p.master_id IS NULL OR p.master_id IS DISTINCT FROM v.id`,
  },
  {
    name: 'variant_names_its_stock_item',
    says: 'The stock item of a variant is its own in the default stock location.',
    sql: `SELECT v.id AS variant_id, v.stock_item_id, i.id AS default_stock_item_id
      FROM variants v
      LEFT JOIN stock_items i
        ON i.variant_id = v.id
       AND i.stock_location_id = (SELECT id FROM stock_locations WHERE is_default)
      WHERE v.stock_item_id IS NULL OR v.stock_item_id IS DISTINCT FROM i.id`,
  },
  {
    name: 'events_are_told_once',
    says: 'Every event of an order that is there has one state change and one outbox event, created in the same transaction.',
    sql: `WITH history AS (
        SELECT stateful_type, stateful_id, event, created_at, count(*) AS changes
        FROM state_changes GROUP BY 1, 2, 3, 4
      ), told AS (
        SELECT resource_type AS stateful_type, resource_id AS stateful_id,
               substring(event_type FROM length(resource_type) + 2) AS event, created_at,
               count(*) AS outbox_events
        FROM outbox_events e
        -- carts that nobody touched are deleted with their history (N64)
        WHERE payload->>'orderId' IS NULL
           OR EXISTS (SELECT 1 FROM orders o WHERE o.id = (e.payload->>'orderId')::bigint)
        GROUP BY 1, 2, 3, 4
      )
      SELECT stateful_type, stateful_id, event, created_at,
             COALESCE(changes, 0) AS changes, COALESCE(outbox_events, 0) AS outbox_events
      FROM history FULL JOIN told USING (stateful_type, stateful_id, event, created_at)
      WHERE COALESCE(changes, 0) <> COALESCE(outbox_events, 0)
        AND (outbox_events > COALESCE(changes, 0) OR created_at > now() - interval '${outboxKept}')`,
  },
  {
    name: 'history_is_a_chain',
    says: 'Each state change of an order, shipment or payment starts from the state in which the previous one ended, the first of an order from cart.',
    sql: `SELECT * FROM (
        SELECT id AS state_change_id, stateful_type, stateful_id, event, previous_state,
               lag(next_state, 1, CASE stateful_type WHEN 'Order' THEN 'cart' END)
                 OVER (PARTITION BY stateful_type, stateful_id ORDER BY id) AS state_before
        FROM state_changes WHERE stateful_type IN ('Order', 'Shipment', 'Payment')
      ) c WHERE state_before <> previous_state`,
  },
  {
    name: 'history_tells_state',
    says: 'The newest state change of an order, shipment or payment contains its state; an order without one is a cart.',
    sql: `WITH present AS (
        SELECT 'Order' AS stateful_type, id, state, 'cart' AS first FROM orders
        UNION ALL SELECT 'Shipment', id, state, state FROM shipments
        UNION ALL SELECT 'Payment', id, state, state FROM payments
      )
      SELECT stateful_type, p.id AS stateful_id, p.state, COALESCE(newest.next_state, p.first) AS told
      FROM present p
      LEFT JOIN LATERAL (
        SELECT next_state FROM state_changes c
        WHERE c.stateful_type = p.stateful_type AND c.stateful_id = p.id ORDER BY c.id DESC LIMIT 1
      ) newest ON true
      WHERE COALESCE(newest.next_state, p.first) <> p.state`,
  },
];

/**
 * Checks all invariants; returns one violation per row, an empty list if all hold. Each statement reads one
 * snapshot, so the store may be running. Reads everything: use a session without timeouts for a large store.
 */
export async function findViolations(session: Pick<Session, 'query'>): Promise<Violation[]> {
  const violations: Violation[] = [];
  for (const { name, says, sql } of invariants) {
    for (const row of await session.query(sql)) violations.push({ name, says, row });
  }
  return violations;
}
