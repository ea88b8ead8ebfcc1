/** An amount in the newer format: `19.9`, `100.0`. */
const money = (column: string): string => `to_char(${column}, 'FM999999999999990.09')`;

/** An amount for people: `-$12.50`. */
const display = (column: string): string => `to_char(${column}, 'FMMI$999,999,999,999,990.00')`;

/** A time with milliseconds; the session's time zone is UTC. */
const time = (column: string): string => `to_char(${column}, 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`;

// like JSON.stringify, row_to_json writes no blanks and keeps the order of columns
const one = (select: string): string => `(SELECT row_to_json(found) FROM (${select}) found)`;
const all = (select: string): string =>
  `array_to_json(ARRAY(SELECT row_to_json(found) FROM (${select}) found))`;

const pictureUrl = (style: string): string =>
  `'/images/' || images.id || '/${style}/' || attachment_file_name ||
   coalesce('?' || floor(extract(epoch FROM attachment_updated_at))::bigint, '') AS ${style}_url`;

const images = all(`
  SELECT images.id, position, attachment_content_type, attachment_file_name, 'Image' AS type,
    ${time('attachment_updated_at')} AS attachment_updated_at, attachment_width, attachment_height,
    alt, 'Variant' AS viewable_type, variant_id AS viewable_id,
    ${['mini', 'small', 'product', 'large'].map(pictureUrl).join(', ')}
  FROM images WHERE variant_id = variants.id ORDER BY position, images.id`);

/** The options of a variant as records and as text, read once. */
const options = `
  SELECT array_to_json(coalesce(array_agg(record ORDER BY place, type_id), '{}')) AS records,
    coalesce(array_agg(words ORDER BY place, type_id), '{}') AS words
  FROM (SELECT product_option_types.position AS place, option_types.id AS type_id,
      option_types.presentation || ': ' || option_values.presentation AS words,
      ${one(`SELECT option_values.id, option_values.name, option_values.presentation,
        option_types.name AS option_type_name, option_types.id AS option_type_id,
        option_types.presentation AS option_type_presentation`)} AS record
    FROM variant_option_values
    JOIN option_values ON option_values.id = option_value_id
    JOIN option_types ON option_types.id = option_values.option_type_id
    LEFT JOIN product_option_types ON product_option_types.product_id = variants.product_id
      AND product_option_types.option_type_id = option_types.id
    WHERE variant_id = variants.id) given`;

const variants = (from: string): string => `
  SELECT variants.id, products.name, sku, ${money('price')} AS price,
    ${money('cost_price')} AS cost_price, ${display('price')} AS display_price,
    trim_scale(weight) AS weight, trim_scale(height) AS height, trim_scale(width) AS width,
    trim_scale(depth) AS depth, is_master, count_on_hand, product_id,
    ${time('variants.deleted_at')} AS deleted_at, permalink,
    coalesce(description, '') AS description,
    CASE WHEN cardinality(options.words) > 2
      THEN array_to_string(trim_array(options.words, 1), ', ') || ', and ' ||
        options.words[cardinality(options.words)]
      ELSE array_to_string(options.words, ', ') END AS options_text,
    NOT track_inventory OR count_on_hand > 0 AS in_stock, options.records AS option_values,
    ${images} AS images, track_inventory, backorderable, variants.position,
    ${time('stock_items.updated_at')} AS updated_at
  FROM ${from} JOIN products ON products.id = variants.product_id
  JOIN stock_items ON stock_items.id = variants.stock_item_id
  CROSS JOIN LATERAL (${options}) options`;

const address = (id: string): string =>
  one(`SELECT addresses.id, firstname, lastname, address1, address2, city, zipcode,
    addresses.country_id, state_id, state_name, phone, alternative_phone,
    ${time('addresses.created_at')} AS created_at, ${time('addresses.updated_at')} AS updated_at,
    firstname || ' ' || lastname AS full_name, company,
    ${one(`SELECT id, iso_name, iso, iso3, name, numcode, states_required
      FROM countries WHERE id = addresses.country_id`)} AS country,
    ${one('SELECT id, name, abbr, country_id FROM states WHERE id = state_id')} AS state
  FROM addresses WHERE addresses.id = ${id}`);

/** Line items with their variants, which are in `known`. */
export const lineItem = (from: string): string => `
  SELECT lines.id, variant_id, known.record AS variant, quantity, ${money('price')} AS price,
    ${display('price')} AS single_display_amount, ${display('price * quantity')} AS display_total,
    ${money('price * quantity')} AS total, ${display('price * quantity')} AS display_amount,
    ${time('lines.updated_at')} AS updated_at
  FROM ${from} lines JOIN known ON known.id = variant_id`;

const lineItems = (from: string): string =>
  all(`${lineItem(from)} WHERE order_id = orders.id ORDER BY lines.id`);

const rates = `
  SELECT shipping_rates.id, name, trim_scale(cost) AS cost, selected, shipment_id,
    shipping_method_id, ${display('cost')} AS display_cost
  FROM shipping_rates JOIN shipping_methods ON shipping_methods.id = shipping_method_id
  WHERE shipment_id = shipments.id`;

const manifest = all(`
  SELECT quantity, json_strip_nulls(${one('SELECT on_hand, backordered, shipped, returned')}) AS states,
    known.record AS variant
  FROM (SELECT variant_id, min(line_item_id) AS place, count(*) AS quantity,
      count(*) FILTER (WHERE state IN ('on_hand', 'sold')) AS on_hand,
      nullif(count(*) FILTER (WHERE state = 'backordered'), 0) AS backordered,
      nullif(count(*) FILTER (WHERE state = 'shipped'), 0) AS shipped,
      nullif(count(*) FILTER (WHERE state = 'returned'), 0) AS returned
    FROM inventory_units WHERE shipment_id = shipments.id GROUP BY variant_id) units
  JOIN known ON known.id = variant_id ORDER BY place`);

const shipments = all(`
  SELECT shipments.id, shipments.number, orders.number AS order_id, shipments.state,
    ${money('cost')} AS cost, tracking, ${time('shipped_at')} AS shipped_at,
    ${time('shipments.updated_at')} AS updated_at,
    ${one(`SELECT name, zone_id, shipping_category_id FROM shipping_methods
      WHERE id = shipping_method_id`)} AS shipping_method,
    stock_locations.name AS stock_location_name,
    ${all(`${rates} ORDER BY shipping_rates.cost, shipping_rates.id`)} AS shipping_rates,
    ${manifest} AS manifest, ${one(`${rates} AND selected`)} AS selected_shipping_rate,
    ${all(`SELECT shipping_methods.id, shipping_methods.name,
        ${all('SELECT zones.id, zones.name')} AS zones,
        ${all('SELECT shipping_categories.id, shipping_categories.name')} AS shipping_categories
      FROM shipping_rates JOIN shipping_methods ON shipping_methods.id = shipping_method_id
      JOIN zones ON zones.id = zone_id
      JOIN shipping_categories ON shipping_categories.id = shipping_category_id
      WHERE shipment_id = shipments.id
      ORDER BY shipping_rates.cost, shipping_rates.id`)} AS shipping_methods,
    ${display('cost')} AS display_cost
  FROM shipments JOIN stock_locations ON stock_locations.id = stock_location_id
  WHERE order_id = orders.id ORDER BY shipments.id`);

const sourceType = `CASE kind WHEN 'shipping' THEN 'Shipment' WHEN 'tax' THEN 'TaxRate' END`;

const adjustments = all(`
  SELECT id, ${sourceType} AS source_type, shipment_id AS source_id, 'Order' AS adjustable_type,
    order_id AS adjustable_id, ${money('amount')} AS amount, ${display('amount')} AS display_amount,
    label, mandatory, eligible, ${time('created_at')} AS created_at,
    ${time('updated_at')} AS updated_at
  FROM adjustments WHERE order_id = orders.id ORDER BY id`);

const payments = all(`
  SELECT payments.id, ${money('amount')} AS amount, ${display('amount')} AS display_amount, state,
    source_type, source_id, payment_method_id,
    ${one('SELECT payment_methods.id, payment_methods.name')} AS payment_method, response_code,
    avs_response, ${time('payments.created_at')} AS created_at,
    ${time('payments.updated_at')} AS updated_at
  FROM payments JOIN payment_methods ON payment_methods.id = payment_method_id
  WHERE order_id = orders.id ORDER BY payments.id`);

interface OrderSources {
  readonly orders: string;
  readonly lines: string;
  /** A new cart has no parts except its line items. */
  readonly isNew?: boolean;
}

export const orders = ({ orders: from, lines, isNew = false }: OrderSources): string => {
  const part = (list: string): string => (isNew ? `'[]'::json` : list);
  return `
  SELECT id, number, state, ${money('item_total')} AS item_total, ${money('total')} AS total,
    ${money('adjustment_total')} AS adjustment_total, ${money('payment_total')} AS payment_total,
    ${display('item_total')} AS display_item_total, ${display('total')} AS display_total, user_id,
    email, special_instructions, shipment_state, payment_state, total_quantity, token,
    ${time('created_at')} AS created_at, ${time('updated_at')} AS updated_at,
    ${time('completed_at')} AS completed_at,
    ${isNew ? 'NULL' : address('bill_address_id')} AS bill_address,
    ${isNew ? 'NULL' : address('ship_address_id')} AS ship_address,
    ${lineItems(lines)} AS line_items, ${part(shipments)} AS shipments,
    ${part(adjustments)} AS adjustments, ${part(payments)} AS payments,
    ${money('ship_total')} AS ship_total, ${money('tax_total')} AS tax_total,
    ${display('adjustment_total')} AS display_adjustment_total,
    ${display('ship_total')} AS display_ship_total, ${display('tax_total')} AS display_tax_total,
    channel, currency
  FROM ${from} orders`;
};

/** The variants in a response, each written once however often it appears. */
export const known = (ids: string): string => `
  known AS MATERIALIZED (
    SELECT id, row_to_json(found) AS record
    FROM (${variants('variants')} WHERE variants.id IN (${ids})) found)`;

/** A literal: a plan for any page size would be a plan for large ones. */
export const perPage = 25;
const page = `LIMIT ${perPage} OFFSET ($1::bigint - 1) * ${perPage}`;

export const body = (select: string): string =>
  `SELECT row_to_json(answer)::text AS body FROM (${select}) answer`;

// the list appears once: an expression named twice would be computed twice
const list = (name: string, select: string, count: string): string =>
  body(`SELECT ${all(select)} AS ${name}, (SELECT count(*) FROM wanted) AS count,
    (total.count + ${perPage} - 1) / ${perPage} AS pages, $1::integer AS current_page,
    total.count AS total_count, ${perPage} AS per_page
  FROM (${count}) total`);

const variantsOf = (wanted: string): string =>
  `SELECT variant_id FROM line_items WHERE order_id IN (SELECT id FROM ${wanted})`;

/** A statement for each job that reads; it returns the body, or no row if nothing is found. */
export const reads = {
  /** $1 the number. */
  order: `
  WITH wanted AS (SELECT * FROM orders WHERE number = $1), ${known(variantsOf('wanted'))}
  ${body(orders({ orders: 'wanted', lines: 'line_items' }))}`,

  /** $1 the page, from 1. */
  orders: `
  WITH wanted AS (
    SELECT * FROM orders ORDER BY id ${page}
  ), ${known(variantsOf('wanted'))}
  ${list(
    'orders',
    `${orders({ orders: 'wanted', lines: 'line_items' })} ORDER BY id`,
    'SELECT count(*) FROM orders',
  )}`,

  /** $1 the page, from 1. */
  variants: `
  WITH wanted AS (
    SELECT * FROM variants WHERE deleted_at IS NULL
    ORDER BY id ${page})
  ${list(
    'variants',
    `${variants('wanted variants')} ORDER BY variants.id`,
    'SELECT count(*) FROM variants WHERE deleted_at IS NULL',
  )}`,
} as const;
