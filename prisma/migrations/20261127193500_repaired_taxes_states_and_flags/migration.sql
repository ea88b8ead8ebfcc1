-- What older versions left stored must satisfy the invariants. Orders and variants that change are seen to have changed.
-- Writes of an older version that still run end first, in the order in which they lock (T53).
LOCK TABLE "orders", "stock_items" IN EXCLUSIVE MODE;

-- `line_taxes_and_credits` gave some lines less or more than the tax of their order. It is spread again by value, by pieces
-- where the goods cost nothing: each line gets what the rounded share of all up to it has grown by.
WITH uneven AS (
  SELECT o.id, o.tax_total - s.tax AS due
  FROM orders o
  CROSS JOIN LATERAL (SELECT COALESCE(sum(tax), 0) AS tax FROM line_items WHERE order_id = o.id) l
  CROSS JOIN LATERAL (SELECT COALESCE(sum(tax), 0) AS tax FROM shipments WHERE order_id = o.id) s
  WHERE o.tax_total <> l.tax + s.tax AND o.tax_total >= s.tax
), weighed AS (
  SELECT l.id, l.order_id, uneven.due,
         GREATEST(scale(uneven.due), (SELECT max(scale(price)) FROM line_items)) AS decimals,
         CASE WHEN sum(l.price * l.quantity) OVER (PARTITION BY l.order_id) > 0
              THEN l.price * l.quantity ELSE l.quantity END AS weight
  FROM line_items l JOIN uneven ON uneven.id = l.order_id
), summed AS (
  SELECT *, sum(weight) OVER (PARTITION BY order_id) AS whole,
         sum(weight) OVER (PARTITION BY order_id ORDER BY id) AS reached
  FROM weighed
), shares AS (
  SELECT id, round(due * reached / whole, decimals) - round(due * (reached - weight) / whole, decimals) AS tax
  FROM summed
), changed AS (
  UPDATE line_items l SET tax = shares.tax, updated_at = now()
  FROM shares WHERE shares.id = l.id AND l.tax <> shares.tax
  RETURNING l.order_id
)
UPDATE orders SET updated_at = now(), lock_version = lock_version + 1
WHERE id IN (SELECT order_id FROM changed);

-- An order whose last line was removed kept the tax of its completion: nothing is left to tax.
WITH removed AS (
  DELETE FROM adjustments t
  WHERE t.kind = 'tax' AND t.amount > 0
    AND NOT EXISTS (SELECT FROM line_items WHERE order_id = t.order_id)
    AND NOT EXISTS (SELECT FROM shipments WHERE order_id = t.order_id AND tax > 0)
  RETURNING t.order_id, t.amount
)
UPDATE orders o SET
    tax_total = o.tax_total - removed.amount,
    adjustment_total = o.adjustment_total - removed.amount,
    total = o.total - removed.amount,
    payment_state = CASE
      WHEN o.completed_at IS NULL OR o.state = 'canceled' OR o.payment_state = 'failed' THEN o.payment_state
      WHEN o.total - removed.amount > o.payment_total THEN 'balance_due'
      WHEN o.total - removed.amount < o.payment_total THEN 'credit_owed'
      ELSE 'paid'
    END,
    updated_at = now(), lock_version = lock_version + 1
FROM removed WHERE removed.order_id = o.id;

-- The rules of `shipment_state` changed for units in no shipment (T41), but not what was stored.
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
), derived AS (
  SELECT o.id,
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
         END AS shipment_state
  FROM orders o
  LEFT JOIN counted c ON c.order_id = o.id
  LEFT JOIN loose ON loose.order_id = o.id
)
UPDATE orders o SET shipment_state = derived.shipment_state, updated_at = now(), lock_version = lock_version + 1
FROM derived WHERE derived.id = o.id AND o.shipment_state IS DISTINCT FROM derived.shipment_state;

-- A location that was added while a variant's flag changed kept the old flag. That of the default location is what was
-- set last; where goods are owed already, the variant is backorderable.
WITH flags AS (
  SELECT i.variant_id, bool_or(l.is_default AND i.backorderable) OR bool_or(i.count_on_hand < 0) AS backorderable
  FROM stock_items i JOIN stock_locations l ON l.id = i.stock_location_id
  GROUP BY i.variant_id
), changed AS (
  UPDATE stock_items i SET backorderable = flags.backorderable, updated_at = now()
  FROM flags WHERE flags.variant_id = i.variant_id AND i.backorderable <> flags.backorderable
  RETURNING i.variant_id
)
UPDATE variants SET lock_version = lock_version + 1 WHERE id IN (SELECT variant_id FROM changed);
