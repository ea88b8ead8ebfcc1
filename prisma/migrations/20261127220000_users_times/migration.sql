-- Users are searched and sorted by their times, so that programs can follow them.
CREATE INDEX "users_created_at_id_idx" ON "users"("created_at", "id");
CREATE INDEX "users_updated_at_id_idx" ON "users"("updated_at", "id");
CREATE INDEX "users_disabled_at_id_idx" ON "users"("disabled_at", "id");
