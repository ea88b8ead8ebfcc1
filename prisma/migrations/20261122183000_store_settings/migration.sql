-- CreateTable
CREATE TABLE "store_settings" (
    "id" BIGINT NOT NULL DEFAULT 1,
    "currency" TEXT NOT NULL,
    "time_zone" TEXT NOT NULL,

    CONSTRAINT "store_settings_pkey" PRIMARY KEY ("id")
);

-- One row.
ALTER TABLE "store_settings" ADD CONSTRAINT "store_settings_id_check" CHECK (id = 1);
