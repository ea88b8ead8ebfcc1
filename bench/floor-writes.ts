import { body, known, lineItem, orders, reads } from './floor-sql.ts';

const columnsOfLine = 'order_id, variant_id, quantity, price';

/** A row for each job that writes: its statement leaves the rows that the store leaves. */
const writes = {
  /** $1 and $2 ids and quantities of the variants; $3 number, $4 token. An admin makes a guest's cart. */
  create: `
  WITH priced AS (
    SELECT variants.id, entry.quantity, variants.price, entry.place
    FROM unnest($1::bigint[], $2::integer[]) WITH ORDINALITY entry (variant_id, quantity, place)
    JOIN variants ON variants.id = entry.variant_id
    JOIN stock_items ON stock_items.id = stock_item_id
    WHERE deleted_at IS NULL
      AND (NOT track_inventory OR backorderable OR count_on_hand >= entry.quantity)
  ), made AS (
    INSERT INTO orders (number, token, item_total, total, total_quantity)
    SELECT $3, $4, sum(price * quantity), sum(price * quantity), sum(quantity)
    FROM priced HAVING count(*) = cardinality($1::bigint[])
    RETURNING *
  ), lines AS (
    INSERT INTO line_items (order_id, variant_id, quantity, price)
    SELECT made.id, priced.id, quantity, price FROM priced, made ORDER BY place
    RETURNING *
  ), ${known('SELECT id FROM priced')}
  ${body(orders({ orders: 'made', lines: 'lines', isNew: true }))}`,

  /** $1 number of a cart, $2 id of the variant, $3 quantity; a line of the same variant grows. */
  addLine: `
  WITH held AS MATERIALIZED (
    SELECT * FROM orders WHERE number = $1 AND completed_at IS NULL FOR UPDATE
  ), wanted AS (
    SELECT variants.id, price, $3::integer AS quantity
    FROM variants JOIN stock_items ON stock_items.id = stock_item_id, held
    WHERE variants.id = $2 AND deleted_at IS NULL
      AND (NOT track_inventory OR backorderable OR count_on_hand >= $3 + coalesce(
        (SELECT sum(quantity) FROM line_items WHERE order_id = held.id AND variant_id = $2), 0))
  ), grown AS (
    UPDATE line_items SET quantity = line_items.quantity + wanted.quantity, updated_at = now()
    FROM wanted, held WHERE order_id = held.id AND variant_id = wanted.id
    RETURNING line_items.*
  ), made AS (
    INSERT INTO line_items (${columnsOfLine})
    SELECT held.id, wanted.id, quantity, price FROM wanted, held WHERE NOT EXISTS (SELECT FROM grown)
    RETURNING *
  ), lines AS (SELECT * FROM grown UNION ALL SELECT * FROM made), changed AS (
    UPDATE orders SET item_total = item_total + wanted.price * wanted.quantity,
      total = total + wanted.price * wanted.quantity, total_quantity = total_quantity + wanted.quantity,
      lock_version = lock_version + 1, updated_at = now()
    FROM wanted WHERE orders.number = $1
  ), ${known('SELECT id FROM wanted')}
  ${body(lineItem('lines'))}`,

  /** $1 number of an order before completion, $2 user, $3 key, $4 address of the client. */
  complete: `
  WITH held AS MATERIALIZED (
    SELECT * FROM orders WHERE number = $1 AND state = 'payment' FOR UPDATE
  ), needed AS (
    SELECT stock_item_id AS id, count(*) AS pieces
    FROM inventory_units JOIN held ON held.id = order_id JOIN variants ON variants.id = variant_id
    WHERE track_inventory AND NOT stock_taken GROUP BY stock_item_id
  ), locked AS MATERIALIZED (
    SELECT stock_items.id FROM stock_items JOIN needed USING (id) ORDER BY id FOR UPDATE OF stock_items
  ), taken AS (
    UPDATE stock_items SET count_on_hand = count_on_hand - pieces, updated_at = now(), moved_at = now()
    FROM needed JOIN locked USING (id)
    WHERE stock_items.id = needed.id AND (backorderable OR count_on_hand >= pieces)
    RETURNING stock_items.id, variant_id, pieces, count_on_hand
  ), moved AS (
    INSERT INTO stock_movements (stock_item_id, kind, quantity, count_after, order_id, user_id)
    SELECT taken.id, 'sale', -pieces, count_on_hand, held.id, $2::bigint FROM taken, held
  ), sold AS (
    UPDATE inventory_units SET state = 'sold',
      stock_taken = variant_id IN (SELECT variant_id FROM taken),
      lock_version = inventory_units.lock_version + 1, updated_at = now()
    FROM held WHERE order_id = held.id
  ), sent AS (
    UPDATE shipments SET lock_version = shipments.lock_version + 1, updated_at = now()
    FROM held WHERE order_id = held.id
  ), completed AS (
    UPDATE orders SET state = 'complete', completed_at = now(), shipment_state = 'pending',
      payment_state = 'balance_due', lock_version = orders.lock_version + 1, updated_at = now()
    FROM held WHERE orders.id = held.id
  ), noted AS (
    INSERT INTO state_changes
      (order_id, stateful_type, stateful_id, event, previous_state, next_state, user_id)
    SELECT id, 'Order', id, 'complete', state, 'complete', $2::bigint FROM held
  ), told AS (
    INSERT INTO outbox_events (event_type, resource_type, resource_id, payload)
    SELECT 'Order.complete', 'Order', id, jsonb_build_object('orderId', id::text, 'id', id::text,
      'event', 'complete', 'previousState', state, 'nextState', 'complete')
    FROM held
  ), audited AS (
    INSERT INTO audit_entries
      (actor, user_id, api_key_id, address, action, subject_type, subject_id, changes)
    SELECT 'user', $2, $3, $4, 'orders.event', 'Order', id, jsonb_build_object(
      'event', jsonb_build_array(NULL, 'complete'), 'state', jsonb_build_array(state, 'complete'))
    FROM held
  )
  -- dividing by zero takes everything back if a location has too little
  SELECT 1 / ((SELECT count(*) FROM needed) = (SELECT count(*) FROM taken))::integer AS body FROM held`,
} as const;

/** The statement of each job; all but that of `complete`, which is read afterwards, return the body. */
export const statements = { ...reads, ...writes } as const;
