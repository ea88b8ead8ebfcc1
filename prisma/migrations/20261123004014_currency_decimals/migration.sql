-- A currency has up to four decimals: ISO 4217. PostgreSQL rewrites neither tables nor indexes for this.
-- AlterTable
ALTER TABLE "adjustments" ALTER COLUMN "amount" SET DATA TYPE DECIMAL;

-- AlterTable
ALTER TABLE "line_items" ALTER COLUMN "price" SET DATA TYPE DECIMAL;

-- AlterTable
ALTER TABLE "orders" ALTER COLUMN "item_total" SET DATA TYPE DECIMAL,
ALTER COLUMN "adjustment_total" SET DATA TYPE DECIMAL,
ALTER COLUMN "ship_total" SET DATA TYPE DECIMAL,
ALTER COLUMN "tax_total" SET DATA TYPE DECIMAL,
ALTER COLUMN "credit_total" SET DATA TYPE DECIMAL,
ALTER COLUMN "total" SET DATA TYPE DECIMAL,
ALTER COLUMN "payment_total" SET DATA TYPE DECIMAL;

-- AlterTable
ALTER TABLE "payments" ALTER COLUMN "amount" SET DATA TYPE DECIMAL;

-- AlterTable
ALTER TABLE "shipments" ALTER COLUMN "cost" SET DATA TYPE DECIMAL;

-- AlterTable
ALTER TABLE "shipping_methods" ALTER COLUMN "base_cost" SET DATA TYPE DECIMAL,
ALTER COLUMN "item_cost" SET DATA TYPE DECIMAL;

-- AlterTable
ALTER TABLE "shipping_rates" ALTER COLUMN "cost" SET DATA TYPE DECIMAL;

-- AlterTable
ALTER TABLE "variants" ALTER COLUMN "price" SET DATA TYPE DECIMAL,
ALTER COLUMN "cost_price" SET DATA TYPE DECIMAL;
