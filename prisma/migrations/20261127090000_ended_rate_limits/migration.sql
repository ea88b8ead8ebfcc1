-- Counts whose window is long over are deleted a few at a time.
CREATE INDEX "rate_limits_expire_idx" ON "rate_limits"("expire");
