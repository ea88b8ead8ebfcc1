-- A line item keeps its share of the discounts with its tax, once it has left.
-- Writes of an older version that still run end first, in the order in which they lock (T53).
LOCK TABLE "orders" IN EXCLUSIVE MODE;

-- AlterTable
ALTER TABLE "line_items" ADD COLUMN "discount" DECIMAL NOT NULL DEFAULT 0;

-- Each line gets the share that it had so far: what its credits contain, and of the discounts that are in no credit its
-- part by the value of its other units, rounded; the rest goes to the largest value and, as far as that has no room, to
-- the next (C26). So the share of no line changes, nor a total.
WITH discounts AS (
  SELECT order_id, COALESCE(-sum(amount) FILTER (WHERE kind = 'manual' AND amount < 0), 0) AS given,
         COALESCE(sum(discount) FILTER (WHERE kind IN ('return', 'canceled')), 0) AS credited
  FROM adjustments WHERE eligible GROUP BY order_id
), lines AS (
  SELECT l.id, l.order_id, l.price * GREATEST(0, l.quantity - c.pieces) AS value, c.discount AS kept,
         GREATEST(0, d.given - d.credited) AS given,
         CASE
           WHEN o.currency = ANY (string_to_array('BIF CLP DJF GNF ISK JPY KMF KRW PYG RWF UGX UYI VND VUV XAF XOF XPF', ' ')) THEN 0
           WHEN o.currency = ANY (string_to_array('BHD IQD JOD KWD LYD OMR TND', ' ')) THEN 3
           WHEN o.currency = ANY (string_to_array('CLF UYW', ' ')) THEN 4
           ELSE 2
         END AS decimals
  FROM line_items l
  JOIN orders o ON o.id = l.order_id
  JOIN discounts d ON d.order_id = l.order_id AND (d.given > 0 OR d.credited > 0)
  CROSS JOIN LATERAL (
    SELECT COALESCE(sum(pieces), 0) AS pieces, COALESCE(sum(LEAST(discount, l.price * pieces)), 0) AS discount
    FROM adjustments WHERE line_item_id = l.id AND eligible) c
), whole AS (
  SELECT *, sum(value) OVER (PARTITION BY order_id) AS goods FROM lines
), spread AS (
  SELECT *, LEAST(given, goods) AS due,
         CASE WHEN goods = 0 THEN 0
              ELSE round(round(LEAST(given, goods) * value, 30) / goods, decimals) END AS share
  FROM whole
), rest AS (
  SELECT *, due - sum(share) OVER (PARTITION BY order_id) AS rest,
         COALESCE(sum(value - share) OVER larger, 0) AS room_before,
         COALESCE(sum(share) OVER larger, 0) AS share_before
  FROM spread
  WINDOW larger AS (PARTITION BY order_id ORDER BY value DESC, id ROWS BETWEEN UNBOUNDED PRECEDING AND 1 PRECEDING)
)
UPDATE line_items l
SET discount = rest.kept + rest.share + CASE
  WHEN rest.rest > 0 THEN GREATEST(0, LEAST(rest.value - rest.share, rest.rest - rest.room_before))
  ELSE -GREATEST(0, LEAST(rest.share, -rest.rest - rest.share_before))
END
FROM rest WHERE rest.id = l.id;

ALTER TABLE "line_items" ADD CONSTRAINT "line_items_discount_check" CHECK ("discount" BETWEEN 0 AND "price" * "quantity");
