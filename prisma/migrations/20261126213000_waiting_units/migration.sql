-- What a backordered unit waits for stands beside it and how many wait beside the count: goods are given out without
-- reading all that waits.
-- Writes of an older version that still run end first, in the order in which they lock (T53).
LOCK TABLE "orders", "stock_items" IN EXCLUSIVE MODE;

ALTER TABLE "inventory_units" ADD COLUMN "waiting_since" TIMESTAMPTZ(3), ADD COLUMN "waiting_location_id" BIGINT;
ALTER TABLE "stock_items" ADD COLUMN "backordered" INTEGER NOT NULL DEFAULT 0;

UPDATE "inventory_units" SET
    "waiting_since" = COALESCE(o."completed_at", o."created_at"),
    "waiting_location_id" = COALESCE(
        (SELECT s."stock_location_id" FROM "shipments" s WHERE s."id" = "inventory_units"."shipment_id"),
        (SELECT l."id" FROM "stock_locations" l WHERE l."is_default"))
FROM "orders" o
WHERE "inventory_units"."state" = 'backordered' AND o."id" = "inventory_units"."order_id";

UPDATE "stock_items" SET "backordered" = w."units"
FROM (
    SELECT "variant_id", "waiting_location_id", count(*) AS "units" FROM "inventory_units"
    WHERE "state" = 'backordered' GROUP BY 1, 2
) w
WHERE w."variant_id" = "stock_items"."variant_id" AND w."waiting_location_id" = "stock_items"."stock_location_id";

ALTER TABLE "inventory_units"
    ADD CONSTRAINT "inventory_units_waiting_check" CHECK (
        ("waiting_since" IS NOT NULL) = ("state" = 'backordered')
        AND ("waiting_location_id" IS NOT NULL) = ("state" = 'backordered'));
ALTER TABLE "stock_items" ADD CONSTRAINT "stock_items_backordered_check" CHECK ("backordered" >= 0);

-- CreateIndex
CREATE INDEX "inventory_units_waiting_idx"
    ON "inventory_units"("variant_id", "waiting_location_id", "waiting_since", "order_id", "id")
    WHERE "state" = 'backordered';
