-- The price of a line follows that of its variant until completion, unless it was set by hand.
-- AlterTable
ALTER TABLE "line_items" ADD COLUMN     "price_is_own" BOOLEAN NOT NULL DEFAULT false;

-- Prices that were set by hand before are known from the audit log.
UPDATE "line_items" l SET "price_is_own" = true
FROM "audit_entries" e
WHERE e."action" = 'orders.override' AND e."subject_type" = 'Order' AND e."subject_id" = l."order_id"
  AND (jsonb_exists(e."changes", 'lineItems.' || l."id" || '.price')
       OR e."changes" -> 'price' ->> 1 = trim_scale(l."price")::text);
