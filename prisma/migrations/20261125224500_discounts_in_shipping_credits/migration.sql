-- The credit for the cost of a canceled shipment also contains a share of the discounts, where they are more than the goods.
ALTER TABLE "adjustments" DROP CONSTRAINT "adjustments_discount_check";
ALTER TABLE "adjustments" ADD CONSTRAINT "adjustments_discount_check"
    CHECK ("discount" = 0 OR ("discount" > 0 AND ("pieces" IS NOT NULL OR ("kind" = 'canceled' AND "shipment_id" IS NOT NULL))));
