-- AlterTable
ALTER TABLE "api_keys" ADD COLUMN     "last_used_at" TIMESTAMPTZ(3),
ADD COLUMN     "name" VARCHAR(255);
