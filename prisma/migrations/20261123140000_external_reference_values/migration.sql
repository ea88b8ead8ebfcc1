-- CreateIndex
CREATE INDEX "external_references_value_trgm" ON "external_references" USING GIN ("value" gin_trgm_ops);
