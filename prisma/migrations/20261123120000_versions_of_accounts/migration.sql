-- Writes name the version that the client read, as those of orders and goods do.
ALTER TABLE "users" ADD COLUMN "lock_version" INTEGER NOT NULL DEFAULT 0;
ALTER TABLE "roles" ADD COLUMN "lock_version" INTEGER NOT NULL DEFAULT 0;
ALTER TABLE "stock_locations" ADD COLUMN "lock_version" INTEGER NOT NULL DEFAULT 0;
ALTER TABLE "images" ADD COLUMN "lock_version" INTEGER NOT NULL DEFAULT 0;
