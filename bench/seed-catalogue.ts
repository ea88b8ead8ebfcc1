/** Variants per product; the first is its master. Ids are consecutive: product 2 has the variants 5 to 8. */
const variantsOfProduct = 4;

/** The id of the nth variant (from 0) that is not a master, as SQL. */
export const soldVariantId = (nth: string): string =>
  `((${nth}) / ${variantsOfProduct - 1}) * ${variantsOfProduct} + (${nth}) % ${variantsOfProduct - 1} + 2`;

/** Number of variants that are not masters. */
export const countSoldVariants = (products: number): number => products * (variantsOfProduct - 1);

/** Products with variants, stock, options and images, each table by one statement. */
export const catalogueStatements = (products: number): readonly string[] => [
  `INSERT INTO option_types (id, name, presentation, position)
   VALUES (1, 'size', 'Size', 1), (2, 'colour', 'Colour', 2), (3, 'fit', 'Fit', 3)`,

  `INSERT INTO option_values (id, option_type_id, name, presentation, position)
   SELECT types.id * 10 + word.place, types.id, lower(word.text), word.text, word.place
   FROM option_types types
   JOIN (VALUES ('size', '{S,M,L,XL}'::text[]), ('colour', '{Natural,Slate,Rust,Olive,Ink}'),
                ('fit', '{Slim,Regular,Wide}')) list (name, words) ON list.name = types.name
   CROSS JOIN LATERAL unnest(list.words) WITH ORDINALITY word (text, place)`,

  `INSERT INTO products (id, name, description, permalink, available_on, shipping_category_id, created_at, updated_at)
   SELECT p, 'Linen Apron No. ' || p, 'Washed linen, two pockets, the ' || p || 'th of its kind.',
          'linen-apron-' || p, '2024-01-01', category.id, made, made
   FROM generate_series(1, ${products}) p
   CROSS JOIN (SELECT id FROM shipping_categories WHERE is_default) category
   CROSS JOIN LATERAL (SELECT '2024-01-02'::timestamptz + p * interval '61.007 seconds' AS made) times`,

  `INSERT INTO product_option_types (product_id, option_type_id, position)
   SELECT p, type.id, type.position FROM generate_series(1, ${products}) p
   JOIN option_types type ON type.name <> 'fit' OR p % 5 = 0`,

  `INSERT INTO variants (id, product_id, is_master, sku, price, cost_price, weight, height, width, depth,
                         position, track_inventory, created_at)
   SELECT id, p, place = 0, 'APR-' || lpad(id::text, 6, '0'), price,
          CASE WHEN id % 7 > 0 THEN round(price * 0.45, 2) END,
          CASE WHEN id % 3 > 0 THEN (id % 900 + 100) / 1000.0 END, CASE WHEN id % 4 = 0 THEN 2.5 END,
          CASE WHEN id % 4 = 0 THEN id % 50 END, NULL, place, id % 11 > 0, made
   FROM generate_series(1, ${products}) p
   CROSS JOIN generate_series(0, ${variantsOfProduct - 1}) place
   CROSS JOIN LATERAL (SELECT (p - 1) * ${variantsOfProduct} + place + 1 AS id) ids
   CROSS JOIN LATERAL (SELECT ((id * 37) % 9000 + 500) / 100.0 AS price,
                              '2024-01-02'::timestamptz + id * interval '17.03 seconds' AS made) made`,

  `INSERT INTO stock_items (id, stock_location_id, variant_id, count_on_hand, backorderable, updated_at)
   SELECT variant.id, location.id, variant.id, CASE WHEN variant.id % 50 > 0 THEN 20 + variant.id % 400 ELSE 0 END,
          variant.id % 50 = 0 OR variant.id % 6 > 0, variant.created_at
   FROM variants variant CROSS JOIN (SELECT id FROM stock_locations WHERE is_default) location`,

  `UPDATE variants SET stock_item_id = id`,

  `UPDATE products SET master_id = (id - 1) * ${variantsOfProduct} + 1`,

  `INSERT INTO variant_option_values (variant_id, option_value_id, option_type_id)
   SELECT variant.id, type.id * 10 + 1 + CASE type.name
            WHEN 'size' THEN variant.position % 4 WHEN 'colour' THEN variant.product_id % 5
            ELSE variant.product_id % 3 END, type.id
   FROM variants variant
   JOIN product_option_types given ON given.product_id = variant.product_id
   JOIN option_types type ON type.id = given.option_type_id
   WHERE NOT variant.is_master`,

  `INSERT INTO images (variant_id, position, attachment_content_type, attachment_file_name, attachment_width,
                       attachment_height, attachment_updated_at, alt)
   SELECT variant.id, place, 'image/png', 'apron-' || variant.id || '-' || place || '.png', 1200, 1200,
          CASE WHEN variant.id % 9 > 0 THEN variant.created_at END, CASE WHEN place = 1 THEN 'An apron' END
   FROM variants variant CROSS JOIN generate_series(1, 2) place
   WHERE place = 1 OR variant.id % 4 = 0`,
];
