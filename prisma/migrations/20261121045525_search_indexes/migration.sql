-- CreateIndex
CREATE INDEX "addresses_firstname_trgm" ON "addresses" USING GIN ("firstname" gin_trgm_ops);

-- CreateIndex
CREATE INDEX "addresses_city_trgm" ON "addresses" USING GIN ("city" gin_trgm_ops);

-- CreateIndex
CREATE INDEX "addresses_zipcode_trgm" ON "addresses" USING GIN ("zipcode" gin_trgm_ops);

-- CreateIndex
CREATE INDEX "inventory_units_updated_at_id_idx" ON "inventory_units"("updated_at", "id");

-- CreateIndex
CREATE INDEX "orders_special_instructions_trgm" ON "orders" USING GIN ("special_instructions" gin_trgm_ops);

-- CreateIndex
CREATE INDEX "orders_email_id_idx" ON "orders"("email", "id");

-- CreateIndex
CREATE INDEX "orders_item_total_id_idx" ON "orders"("item_total", "id");

-- CreateIndex
CREATE INDEX "orders_adjustment_total_id_idx" ON "orders"("adjustment_total", "id");

-- CreateIndex
CREATE INDEX "orders_total_id_idx" ON "orders"("total", "id");

-- CreateIndex
CREATE INDEX "orders_payment_total_id_idx" ON "orders"("payment_total", "id");

-- CreateIndex
CREATE INDEX "orders_total_quantity_id_idx" ON "orders"("total_quantity", "id");

-- CreateIndex
CREATE INDEX "orders_channel_id_idx" ON "orders"("channel", "id");

-- CreateIndex
CREATE INDEX "orders_currency_id_idx" ON "orders"("currency", "id");

-- CreateIndex
CREATE INDEX "products_permalink_trgm" ON "products" USING GIN ("permalink" gin_trgm_ops);

-- CreateIndex
CREATE INDEX "products_description_trgm" ON "products" USING GIN ("description" gin_trgm_ops);

-- CreateIndex
CREATE INDEX "products_created_at_id_idx" ON "products"("created_at", "id");

-- CreateIndex
CREATE INDEX "products_available_on_id_idx" ON "products"("available_on", "id");

-- CreateIndex
CREATE INDEX "products_name_id_idx" ON "products"("name", "id");

-- CreateIndex
CREATE INDEX "shipments_number_trgm" ON "shipments" USING GIN ("number" gin_trgm_ops);

-- CreateIndex
CREATE INDEX "shipments_tracking_trgm" ON "shipments" USING GIN ("tracking" gin_trgm_ops);

-- CreateIndex
CREATE INDEX "shipments_cost_id_idx" ON "shipments"("cost", "id");

-- CreateIndex
CREATE INDEX "shipments_shipped_at_id_idx" ON "shipments"("shipped_at", "id");

-- CreateIndex
CREATE INDEX "shipments_shipping_method_id_idx" ON "shipments"("shipping_method_id");

-- CreateIndex
CREATE INDEX "shipments_stock_location_id_idx" ON "shipments"("stock_location_id");

-- CreateIndex
CREATE INDEX "variants_cost_price_id_idx" ON "variants"("cost_price", "id");

-- A NULL is sorted too: these indexes leave no row out (they did before)
DROP INDEX "orders_completed_at_idx";
CREATE INDEX "orders_completed_at_id_idx" ON "orders"("completed_at", "id");
DROP INDEX "orders_shipment_state_idx";
CREATE INDEX "orders_shipment_state_id_idx" ON "orders"("shipment_state", "id");
DROP INDEX "orders_payment_state_idx";
CREATE INDEX "orders_payment_state_id_idx" ON "orders"("payment_state", "id");

-- Youngest completed first, the open ones last: an order that no index of schema.prisma can have
CREATE INDEX "orders_completed_at_desc_idx" ON "orders"("completed_at" DESC NULLS LAST, "id");
