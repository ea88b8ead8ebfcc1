import type { Db } from '../../schema/index.ts';

/** How many records of each type a store is filled with. */
export interface Crowd {
  readonly products: number;
  /** Of each product, in addition to its master. */
  readonly variants: number;
  /** Of each variant. */
  readonly images: number;
  /** Of each product; every variant has a value of each. */
  readonly optionTypes: number;
  /** Characters of each product's description. */
  readonly description: number;
  readonly orders: number;
  /** Of each order, one unit each, of consecutive variants. */
  readonly lines: number;
  /** Of each order; each contains a unit of every line item. */
  readonly shipments: number;
  readonly userId: number;
}

/** A product and line items of an order as large as writes allow (P75), larger than any real catalogue. */
export const fullest = {
  products: 1,
  variants: 500,
  images: 20,
  optionTypes: 10,
  lines: 500,
} as const satisfies Partial<Crowd>;

/**
 * Fills an empty store with one statement per table. Ids start at 1: product p has the variants (p - 1) *
 * (variants + 1) + 1, its master, and those that follow; order o has the number R5 and eight digits.
 */
export async function crowd(db: Db, size: Crowd): Promise<void> {
  const { products, variants, images, optionTypes, orders, lines, shipments } = size;
  const each = variants + 1;
  const statements = [
    `INSERT INTO option_types (id, name, presentation, position)
     SELECT t, 'type-' || t, 'Type ' || t, t FROM generate_series(1, ${optionTypes}) t`,
    `INSERT INTO option_values (id, option_type_id, name, presentation, position)
     SELECT t, t, 'value', 'Value', 1 FROM generate_series(1, ${optionTypes}) t`,
    `INSERT INTO products (id, name, description, permalink, available_on, shipping_category_id)
     SELECT p, 'Linen Apron ' || p, repeat('x', ${size.description}), 'linen-apron-' || p, '2024-01-01', category.id
     FROM generate_series(1, ${products}) p
     CROSS JOIN (SELECT id FROM shipping_categories WHERE is_default) category`,
    `INSERT INTO product_option_types (product_id, option_type_id, position)
     SELECT p, t, t FROM generate_series(1, ${products}) p, generate_series(1, ${optionTypes}) t`,
    `INSERT INTO variants (id, product_id, is_master, sku, price, position)
     SELECT (p - 1) * ${each} + place, p, place = 1, 'APR-' || p || '-' || place, 19.99, place
     FROM generate_series(1, ${products}) p, generate_series(1, ${each}) place`,
    `INSERT INTO stock_items (id, stock_location_id, variant_id, count_on_hand, backorderable)
     SELECT variants.id, location.id, variants.id, 0, true
     FROM variants CROSS JOIN (SELECT id FROM stock_locations WHERE is_default) location`,
    'UPDATE variants SET stock_item_id = id',
    `UPDATE products SET master_id = (id - 1) * ${each} + 1`,
    `INSERT INTO variant_option_values (variant_id, option_value_id, option_type_id)
     SELECT id, t, t FROM variants, generate_series(1, ${optionTypes}) t WHERE NOT is_master`,
    `INSERT INTO images (variant_id, position, attachment_content_type, attachment_file_name, attachment_width,
                         attachment_height, attachment_updated_at)
     SELECT id, place, 'image/png', 'apron-' || id || '-' || place || '.png', 1200, 1200, now()
     FROM variants, generate_series(1, ${images}) place`,
    `INSERT INTO orders (id, number, state, token, email, user_id, item_total, total, total_quantity)
     SELECT o, 'R' || (500000000 + o), 'cart', left(md5(o::text), 22), 'crowd@example.test', ${size.userId},
            19.99 * ${lines}, 19.99 * ${lines}, ${lines}
     FROM generate_series(1, ${orders}) o`,
    `INSERT INTO line_items (id, order_id, variant_id, quantity, price)
     SELECT (o - 1) * ${lines} + l, o, (l - 1) % ${products * each} + 1, 1, 19.99
     FROM generate_series(1, ${orders}) o, generate_series(1, ${lines}) l`,
    `INSERT INTO shipments (id, number, order_id, state, stock_location_id)
     SELECT (o - 1) * ${shipments} + s, 'H' || (20000000000 + (o - 1) * ${shipments} + s), o, 'pending', location.id
     FROM generate_series(1, ${orders}) o, generate_series(1, ${shipments}) s,
          (SELECT id FROM stock_locations WHERE is_default) location`,
    `INSERT INTO inventory_units (order_id, line_item_id, variant_id, shipment_id, state, stock_taken)
     SELECT line.order_id, line.id, line.variant_id, shipment.id, 'on_hand', false
     FROM line_items line JOIN shipments shipment ON shipment.order_id = line.order_id`,
    ...[
      'option_types',
      'option_values',
      'products',
      'variants',
      'stock_items',
      'orders',
      'line_items',
      'shipments',
    ].map(
      (table) =>
        `SELECT setval(pg_get_serial_sequence('${table}', 'id'), (SELECT max(id) FROM ${table}))`,
    ),
    'ANALYZE',
  ];
  for (const statement of statements) await db.$executeRawUnsafe(statement);
}
