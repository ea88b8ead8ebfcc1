-- A credit leads to the payment that it gives back.
CREATE INDEX "payments_source_id_idx" ON "payments"("source_id");
ALTER TABLE "payments" ADD CONSTRAINT "payments_source_id_fkey" FOREIGN KEY ("source_id") REFERENCES "payments"("id") ON DELETE NO ACTION ON UPDATE CASCADE;
