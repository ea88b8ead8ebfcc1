-- The change time of a variant stands at its stock item in the default location, which sales write anyway.
UPDATE "stock_items" SET "updated_at" = v."updated_at"
FROM "variants" v
WHERE v."stock_item_id" = "stock_items"."id" AND v."updated_at" > "stock_items"."updated_at";

-- DropIndex
DROP INDEX "variants_updated_at_id_idx";

-- AlterTable
ALTER TABLE "variants" DROP COLUMN "updated_at";

-- CreateIndex
CREATE INDEX "stock_items_updated_at_idx" ON "stock_items"("updated_at");
