-- A credit for units says which share of the discounts it contains.
ALTER TABLE "adjustments" ADD COLUMN "discount" DECIMAL NOT NULL DEFAULT 0;

ALTER TABLE "adjustments" ADD CONSTRAINT "adjustments_discount_check"
    CHECK ("discount" = 0 OR ("discount" > 0 AND "pieces" IS NOT NULL));

-- What was credited before: the price of the units less the credit without its tax.
UPDATE adjustments a SET discount = GREATEST(0, round(
    l.price * a.pieces + a.amount / (1 + l.tax_rate),
    GREATEST(scale(l.price), scale(a.amount))))
FROM line_items l
WHERE l.id = a.line_item_id AND a.eligible AND a.pieces IS NOT NULL
  AND EXISTS (SELECT 1 FROM adjustments d WHERE d.order_id = a.order_id AND d.kind = 'manual' AND d.amount < 0);
