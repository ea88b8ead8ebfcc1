-- What can be sold of a variant is the sum over active locations. The part in other locations than the default stands
-- at the stock item in the default location, so that one row shows the sum and a search finds it there.
ALTER TABLE "stock_items" ADD COLUMN "count_elsewhere" INTEGER NOT NULL DEFAULT 0;

-- The default location is always in use.
UPDATE "stock_locations" SET "active" = true WHERE "is_default";
ALTER TABLE "stock_locations"
    ADD CONSTRAINT "stock_locations_default_check" CHECK ("active" OR NOT "is_default");

UPDATE "stock_items" SET "count_elsewhere" = other."count"
FROM (
    SELECT v."stock_item_id", sum(i."count_on_hand") AS "count"
    FROM "stock_items" i
    JOIN "stock_locations" l ON l."id" = i."stock_location_id" AND l."active" AND NOT l."is_default"
    JOIN "variants" v ON v."id" = i."variant_id"
    GROUP BY v."stock_item_id"
) other
WHERE other."stock_item_id" = "stock_items"."id" AND other."count" <> 0;
