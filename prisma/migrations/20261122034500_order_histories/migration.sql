-- Steps back of an order, by `empty` or because its contents changed, left no row of history. From now on
-- the history of an order leads from `cart` to its present state (decision L29); what it lacks so far is
-- filled in as one step `unrecorded`, at the time of the step after it or of the order's last change.

-- Ids tell the order of a history: one with a gap is written anew, row by row, with its gaps filled.
WITH told AS (
  SELECT *, lag(next_state, 1, 'cart') OVER (PARTITION BY stateful_id ORDER BY id) AS state_before
  FROM state_changes WHERE stateful_type = 'Order'
), gaps AS (
  SELECT * FROM told WHERE previous_state <> state_before
), removed AS (
  DELETE FROM state_changes
  WHERE stateful_type = 'Order' AND stateful_id IN (SELECT stateful_id FROM gaps)
)
INSERT INTO state_changes (order_id, stateful_type, stateful_id, event, previous_state, next_state, user_id, created_at)
SELECT order_id, 'Order', stateful_id, event, previous_state, next_state, user_id, created_at
FROM (
  SELECT id, 1 AS place, order_id, stateful_id, event, previous_state, next_state, user_id, created_at
  FROM told WHERE stateful_id IN (SELECT stateful_id FROM gaps)
  UNION ALL
  SELECT id, 0, order_id, stateful_id, 'unrecorded', state_before, previous_state, NULL, created_at
  FROM gaps
) AS step
ORDER BY id, place;

-- The last steps, up to the present state.
INSERT INTO state_changes (order_id, stateful_type, stateful_id, event, previous_state, next_state, created_at)
SELECT o.id, 'Order', o.id, 'unrecorded', COALESCE(newest.next_state, 'cart'), o.state, o.updated_at
FROM orders o
LEFT JOIN LATERAL (
  SELECT next_state FROM state_changes
  WHERE stateful_type = 'Order' AND stateful_id = o.id ORDER BY id DESC LIMIT 1
) newest ON true
WHERE COALESCE(newest.next_state, 'cart') <> o.state;

-- Each row of history has its outbox row; these count as published, for they are no news.
INSERT INTO outbox_events (event_type, resource_type, resource_id, payload, created_at, next_attempt_at, published_at)
SELECT 'Order.unrecorded', 'Order', stateful_id,
       jsonb_build_object('orderId', order_id::text, 'id', stateful_id::text, 'event', event,
                          'previousState', previous_state, 'nextState', next_state),
       created_at, created_at, now()
FROM state_changes WHERE event = 'unrecorded';
