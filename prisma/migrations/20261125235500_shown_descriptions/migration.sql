-- Variants show the description of their product, empty where it has none, and are searched by what they show.
CREATE INDEX "products_shown_description_trgm" ON "products" USING GIN ((COALESCE("description", '')) gin_trgm_ops);
