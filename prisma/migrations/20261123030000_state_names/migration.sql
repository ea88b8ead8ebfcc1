-- CreateIndex
CREATE INDEX "addresses_state_name_trgm" ON "addresses" USING GIN ("state_name" gin_trgm_ops);
