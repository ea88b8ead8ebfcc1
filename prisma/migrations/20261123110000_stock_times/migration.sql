-- When stock of a variant was last moved stands beside its count in the default location, as what it shows does.
ALTER TABLE "stock_items" ADD COLUMN "moved_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP;

WITH own AS (
    SELECT i."id", i."variant_id", max(m."created_at") AS "at"
    FROM "stock_items" i LEFT JOIN "stock_movements" m ON m."stock_item_id" = i."id"
    GROUP BY i."id"
), any_location AS (
    SELECT "variant_id", max("at") AS "at" FROM own GROUP BY "variant_id"
)
UPDATE "stock_items" SET
    "moved_at" = COALESCE(CASE WHEN l."is_default" THEN a."at" ELSE own."at" END, "stock_items"."created_at")
FROM own
JOIN any_location a ON a."variant_id" = own."variant_id", "stock_locations" l
WHERE own."id" = "stock_items"."id" AND l."id" = "stock_items"."stock_location_id";

-- CreateIndex
CREATE INDEX "stock_items_moved_at_idx" ON "stock_items"("moved_at");
