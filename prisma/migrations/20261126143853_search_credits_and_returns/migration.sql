-- Orders are searched by every total that they show, units by the return that they belong to.
CREATE INDEX "orders_ship_total_id_idx" ON "orders"("ship_total", "id");
CREATE INDEX "orders_tax_total_id_idx" ON "orders"("tax_total", "id");
CREATE INDEX "orders_credit_total_id_idx" ON "orders"("credit_total", "id");
CREATE INDEX "inventory_units_return_authorization_id_idx" ON "inventory_units"("return_authorization_id");
