-- A returned unit that is not put back on the shelf leaves the stock again as damaged.
ALTER TABLE "stock_movements"
    DROP CONSTRAINT "stock_movements_kind_check",
    ADD CONSTRAINT "stock_movements_kind_check" CHECK ("kind" IN ('set', 'adjust', 'sale', 'restock', 'return', 'damaged'));
