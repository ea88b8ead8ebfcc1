-- An answer that is too large to be kept is read anew when the request is repeated.
ALTER TABLE "idempotency_keys" ADD COLUMN "body_left_out" BOOLEAN NOT NULL DEFAULT false;

-- The open carts of a user are counted before one more is made.
CREATE INDEX "orders_user_id_state_idx" ON "orders"("user_id", "state");

-- Carts that nobody touched for long are found by it.
CREATE INDEX "orders_state_updated_at_idx" ON "orders"("state", "updated_at");
