-- What the units of a line item cost that had left when others joined them: taken off again, these leave it as it was.
-- AlterTable
ALTER TABLE "line_items" ADD COLUMN "left_pieces" INTEGER,
ADD COLUMN "left_discount" DECIMAL,
ADD COLUMN "left_tax" DECIMAL;

ALTER TABLE "line_items" ADD CONSTRAINT "line_items_left_check" CHECK (
  num_nulls("left_pieces", "left_discount", "left_tax") IN (0, 3)
  AND "left_pieces" > 0 AND "left_discount" >= 0 AND "left_tax" >= 0
);
