-- The steps of orders that `order_histories` wrote anew came behind those of their shipments and payments, since a
-- history is read by id: it is written anew as a whole, in the order of its times. The steps of each record keep theirs.
LOCK TABLE "state_changes" IN EXCLUSIVE MODE;

WITH steps AS (
  SELECT *, max(created_at) OVER (PARTITION BY stateful_type, stateful_id ORDER BY id) AS time
  FROM state_changes
  WHERE order_id IN (SELECT order_id FROM state_changes WHERE event = 'unrecorded')
), misplaced AS (
  SELECT order_id FROM (
    SELECT order_id, time < lag(time) OVER (PARTITION BY order_id ORDER BY id) AS is_early FROM steps
  ) AS step WHERE is_early
), removed AS (
  DELETE FROM state_changes WHERE order_id IN (SELECT order_id FROM misplaced)
)
INSERT INTO state_changes (order_id, stateful_type, stateful_id, event, previous_state, next_state, user_id, created_at)
SELECT order_id, stateful_type, stateful_id, event, previous_state, next_state, user_id, created_at
FROM steps WHERE order_id IN (SELECT order_id FROM misplaced)
ORDER BY order_id, time, id;
