-- A step that fails is tried again later, and those behind it go on.
ALTER TABLE "stock_fills" RENAME COLUMN "created_at" TO "next_attempt_at";
ALTER TABLE "stock_fills" ADD COLUMN "attempts" INTEGER NOT NULL DEFAULT 0;
ALTER INDEX "stock_fills_created_at_idx" RENAME TO "stock_fills_next_attempt_at_idx";
