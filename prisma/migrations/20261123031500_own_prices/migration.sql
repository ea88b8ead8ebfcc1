-- The price of a line follows that of its variant until completion, unless it was set by hand.
-- AlterTable
ALTER TABLE "line_items" ADD COLUMN     "price_is_own" BOOLEAN NOT NULL DEFAULT false;
