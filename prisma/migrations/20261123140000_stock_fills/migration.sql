-- Stock items whose goods arrived for more waiting orders than one write fills: the steps that fill the rest find them here.
CREATE TABLE "stock_fills" (
    "stock_item_id" BIGINT NOT NULL,
    "user_id" BIGINT,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "stock_fills_pkey" PRIMARY KEY ("stock_item_id")
);

CREATE INDEX "stock_fills_created_at_idx" ON "stock_fills"("created_at");

ALTER TABLE "stock_fills" ADD CONSTRAINT "stock_fills_stock_item_id_fkey" FOREIGN KEY ("stock_item_id") REFERENCES "stock_items"("id") ON DELETE CASCADE ON UPDATE CASCADE;
ALTER TABLE "stock_fills" ADD CONSTRAINT "stock_fills_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE SET NULL ON UPDATE CASCADE;
