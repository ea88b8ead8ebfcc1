-- Deleting an address looks for the shipments that go there.
CREATE INDEX "shipments_address_id_idx" ON "shipments"("address_id");
