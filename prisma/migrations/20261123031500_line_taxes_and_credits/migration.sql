-- Taxes are kept by line item and shipment; returned units and canceled shipments are credited.
-- AlterTable
ALTER TABLE "line_items" ADD COLUMN "tax" DECIMAL NOT NULL DEFAULT 0,
ADD COLUMN "tax_rate" DECIMAL NOT NULL DEFAULT 0;

-- AlterTable
ALTER TABLE "shipments" ADD COLUMN "tax" DECIMAL NOT NULL DEFAULT 0,
ADD COLUMN "tax_rate" DECIMAL NOT NULL DEFAULT 0;

-- AlterTable
ALTER TABLE "adjustments" ADD COLUMN "line_item_id" BIGINT,
ADD COLUMN "pieces" INTEGER;

-- DropIndex
DROP INDEX "adjustments_shipment_id_key";

-- CreateIndex
CREATE INDEX "adjustments_shipment_id_idx" ON "adjustments"("shipment_id");

-- CreateIndex
CREATE INDEX "adjustments_line_item_id_idx" ON "adjustments"("line_item_id");

-- AddForeignKey
ALTER TABLE "adjustments" ADD CONSTRAINT "adjustments_line_item_id_fkey" FOREIGN KEY ("line_item_id") REFERENCES "line_items"("id") ON DELETE CASCADE ON UPDATE CASCADE;

CREATE UNIQUE INDEX "adjustments_shipping_key" ON "adjustments"("shipment_id") WHERE "kind" = 'shipping';

ALTER TABLE "adjustments"
    DROP CONSTRAINT "adjustments_kind_check",
    DROP CONSTRAINT "adjustments_shipment_id_check",
    ADD CONSTRAINT "adjustments_kind_check" CHECK ("kind" IN ('shipping', 'tax', 'manual', 'return', 'canceled')),
    ADD CONSTRAINT "adjustments_shipment_id_check" CHECK (("shipment_id" IS NOT NULL) = ("kind" = 'shipping') OR "kind" = 'canceled'),
    ADD CONSTRAINT "adjustments_line_item_id_check" CHECK ("line_item_id" IS NULL OR "kind" IN ('return', 'canceled')),
    ADD CONSTRAINT "adjustments_pieces_check" CHECK (("pieces" IS NOT NULL) = ("line_item_id" IS NOT NULL) AND "pieces" > 0);

ALTER TABLE "line_items" ADD CONSTRAINT "line_items_tax_check" CHECK ("tax" >= 0 AND "tax_rate" >= 0);
ALTER TABLE "shipments" ADD CONSTRAINT "shipments_tax_check" CHECK ("tax" >= 0 AND "tax_rate" >= 0);

-- The tax of an order is spread over its line items by their value, the rest to the largest.
WITH parts AS (
  SELECT l.id, l.order_id, t.amount AS due, t.amount / o.item_total AS rate,
         round(t.amount * l.price * l.quantity / o.item_total, scale(t.amount)) AS share,
         row_number() OVER (PARTITION BY l.order_id ORDER BY l.price * l.quantity DESC, l.id) AS place
  FROM line_items l
  JOIN orders o ON o.id = l.order_id AND o.item_total > 0
  JOIN adjustments t ON t.order_id = o.id AND t.kind = 'tax' AND t.amount > 0
), sums AS (
  SELECT *, sum(share) OVER (PARTITION BY order_id) AS shared FROM parts
)
UPDATE line_items l
SET tax = GREATEST(0, sums.share + CASE WHEN sums.place = 1 THEN sums.due - sums.shared ELSE 0 END),
    tax_rate = round(sums.rate, 6)
FROM sums WHERE sums.id = l.id;

-- What was returned or canceled before is not credited now: its pieces are noted with what they cost, but do not count.
INSERT INTO adjustments (order_id, kind, line_item_id, pieces, amount, label, mandatory, eligible)
SELECT o.id, 'return', l.id, count(*),
       -round((l.price * l.quantity + l.tax) * count(*) / l.quantity, GREATEST(scale(l.price), scale(l.tax))), 'Return', true, false
FROM orders o JOIN inventory_units u ON u.order_id = o.id AND u.state = 'returned'
JOIN line_items l ON l.id = u.line_item_id
GROUP BY o.id, l.id;

INSERT INTO adjustments (order_id, kind, shipment_id, line_item_id, pieces, amount, label, mandatory, eligible)
SELECT o.id, 'canceled', u.shipment_id, l.id, count(*),
       -round((l.price * l.quantity + l.tax) * count(*) / l.quantity, GREATEST(scale(l.price), scale(l.tax))), 'Canceled', true, false
FROM orders o JOIN inventory_units u ON u.order_id = o.id AND u.state = 'on_hand'
JOIN line_items l ON l.id = u.line_item_id
WHERE o.completed_at IS NOT NULL AND o.state <> 'canceled'
GROUP BY o.id, u.shipment_id, l.id;

INSERT INTO adjustments (order_id, kind, shipment_id, amount, label, mandatory, eligible)
SELECT o.id, 'canceled', s.id, -s.cost, 'Canceled', true, false
FROM orders o JOIN shipments s ON s.order_id = o.id AND s.state = 'canceled'
WHERE o.completed_at IS NOT NULL AND o.state <> 'canceled';

-- A returned order cost nothing as far as its payment_state went; now its total says so.
INSERT INTO adjustments (order_id, kind, amount, label, mandatory)
SELECT id, 'return', -total, 'Return', true FROM orders WHERE state = 'returned' AND total <> 0;

UPDATE orders SET adjustment_total = adjustment_total - total, total = 0,
       credit_total = credit_total + GREATEST(total, 0)
WHERE state = 'returned' AND total <> 0;

UPDATE orders SET payment_state = 'paid' WHERE state = 'returned' AND payment_state = 'void';

UPDATE orders o SET shipment_state = 'partial'
WHERE o.shipment_state = 'shipped' AND EXISTS (
  SELECT 1 FROM shipments s JOIN inventory_units u ON u.shipment_id = s.id
  WHERE s.order_id = o.id AND s.state = 'canceled');
