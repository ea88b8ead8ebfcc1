import { countSoldVariants, soldVariantId } from './seed-catalogue.ts';

const linesOfOrder = 3;
const customers = 1_000;

/** The states of every ten orders, by the last digit of their number. */
const fates = `(VALUES
  (0, 'cart',     NULL,            NULL,      NULL),
  (1, 'delivery', 'pending',       'on_hand', NULL),
  (2, 'complete', 'shipped',       'shipped', 'shipped'),
  (3, 'complete', 'shipped',       'shipped', 'shipped'),
  (4, 'complete', 'ready_to_ship', 'sold',    'ready'),
  (5, 'complete', 'ready_to_ship', 'sold',    'ready'),
  (6, 'complete', 'ready_to_ship', 'sold',    'ready'),
  (7, 'complete', 'ready_to_ship', 'sold',    'ready'),
  (8, 'complete', 'ready_to_ship', 'sold',    'ready'),
  (9, 'complete', 'ready_to_ship', 'sold',    'ready')
) fate (digit, state, parcel, unit, shipments)`;

const manualCredit = '-5.00';
const hasCredit = `drafts.id % 4 = 0 AND drafts.parcel IS NOT NULL`;

/**
 * Orders in several states with line items, addresses, shipments, rates, units, adjustments and payments, each
 * table by one statement; their totals are the sums of their parts.
 */
export const orderStatements = (orders: number, products: number): readonly string[] => [
  `INSERT INTO users (id, email, name)
   SELECT u, 'customer' || u || '@example.test', 'Customer ' || u FROM generate_series(1, ${customers}) u`,

  `CREATE TEMPORARY TABLE lines AS
   SELECT (o - 1) * ${linesOfOrder} + place AS id, o AS order_id, variant.id AS variant_id,
          (1 + (o + place) % 3)::integer AS quantity, variant.price
   FROM generate_series(1, ${orders}) o
   CROSS JOIN generate_series(1, ${linesOfOrder}) place
   CROSS JOIN LATERAL (SELECT ((o::bigint * 7919 + place * 613) % ${countSoldVariants(products)})::integer AS nth) draw
   JOIN variants variant ON variant.id = ${soldVariantId('draw.nth')}`,

  `CREATE TEMPORARY TABLE drafts AS
   SELECT o AS id, state, parcel, unit, shipments, method.base_cost AS cost,
          '2024-02-01'::timestamptz + o * interval '97.013 seconds' AS made
   FROM generate_series(1, ${orders}) o
   JOIN ${fates} ON fate.digit = o % 10
   CROSS JOIN (SELECT base_cost FROM shipping_methods WHERE active ORDER BY base_cost LIMIT 1) method`,

  `INSERT INTO orders (id, number, state, token, email, user_id, special_instructions, item_total, adjustment_total,
                       ship_total, credit_total, total, payment_total, total_quantity, shipment_state, payment_state,
                       completed_at, created_at, updated_at)
   SELECT drafts.id, 'R' || (500000000 + drafts.id), state, left(md5(drafts.id::text), 22),
          'customer' || person || '@example.test', CASE WHEN drafts.id % 3 > 0 THEN person END,
          CASE WHEN drafts.id % 20 = 4 THEN 'Please ring "twice"; the bell is tired.' END,
          items, ship - credit, ship, credit, items + ship - credit,
          CASE WHEN state = 'complete' THEN items + ship - credit ELSE 0 END, pieces, shipments,
          CASE WHEN state = 'complete' THEN 'paid' END,
          CASE WHEN state = 'complete' THEN made + interval '9 minutes' END, made, made + interval '10 minutes'
   FROM drafts
   JOIN (SELECT order_id, sum(quantity * price) AS items, sum(quantity) AS pieces FROM lines GROUP BY order_id) sums
     ON sums.order_id = drafts.id
   CROSS JOIN LATERAL (SELECT 1 + drafts.id % ${customers} AS person,
                              CASE WHEN parcel IS NULL THEN 0 ELSE cost END AS ship,
                              CASE WHEN ${hasCredit} THEN ${manualCredit.slice(1)} ELSE 0 END AS credit) parts`,

  `INSERT INTO line_items (id, order_id, variant_id, quantity, price, discount, created_at, updated_at)
   SELECT shared.id, order_id, variant_id, quantity, price,
          CASE WHEN ${hasCredit} THEN upto - lag(upto, 1, 0) OVER (PARTITION BY order_id ORDER BY shared.id) ELSE 0 END,
          made, made
   FROM (SELECT *, round(${manualCredit.slice(1)} * sum(price * quantity) OVER (PARTITION BY order_id ORDER BY id)
                         / sum(price * quantity) OVER (PARTITION BY order_id), 2) AS upto FROM lines) shared
   JOIN drafts ON drafts.id = order_id`,

  `INSERT INTO addresses (id, order_id, firstname, lastname, address1, address2, city, zipcode, phone, company,
                          country_id, state_id, created_at, updated_at)
   SELECT drafts.id * 2 - 1 + place, drafts.id, 'Ada', 'Field' || drafts.id % 700, drafts.id % 90 || ' Quay Street',
          CASE WHEN place = 1 THEN 'Back door' ELSE '' END, 'Portland', '04101', '207-555-0142',
          CASE WHEN drafts.id % 5 = 0 THEN 'Harbour & Sons' END, state.country_id, state.id, made, made
   FROM drafts CROSS JOIN generate_series(0, 1) place
   CROSS JOIN (SELECT states.id, country_id FROM states JOIN countries ON countries.id = country_id
               WHERE countries.iso = 'US' AND abbr = 'ME') state
   WHERE parcel IS NOT NULL`,

  `UPDATE orders SET bill_address_id = orders.id * 2 - 1, ship_address_id = orders.id * 2
   FROM drafts WHERE drafts.id = orders.id AND parcel IS NOT NULL`,

  `INSERT INTO shipments (id, number, order_id, state, cost, tracking, shipped_at, stock_location_id,
                          shipping_method_id, created_at, updated_at)
   SELECT drafts.id, 'H' || (20000000000 + drafts.id), drafts.id, parcel, cost,
          CASE WHEN parcel = 'shipped' THEN '1Z' || drafts.id END,
          CASE WHEN parcel = 'shipped' THEN made + interval '1 day' END, location.id, method.id, made, made
   FROM drafts
   CROSS JOIN (SELECT id FROM stock_locations WHERE is_default) location
   CROSS JOIN (SELECT id FROM shipping_methods WHERE active ORDER BY base_cost LIMIT 1) method
   WHERE parcel IS NOT NULL`,

  `INSERT INTO shipping_rates (shipment_id, shipping_method_id, cost, selected)
   SELECT shipments.id, method.id, method.base_cost, method.id = shipments.shipping_method_id
   FROM shipments JOIN shipping_methods method ON method.active ORDER BY shipments.id, method.base_cost`,

  `INSERT INTO inventory_units (order_id, line_item_id, variant_id, shipment_id, state, stock_taken, created_at, updated_at)
   SELECT order_id, lines.id, variant_id, drafts.id, unit, state = 'complete', made, made
   FROM lines JOIN drafts ON drafts.id = order_id CROSS JOIN generate_series(1, quantity)
   WHERE parcel IS NOT NULL ORDER BY lines.id`,

  `INSERT INTO adjustments (order_id, kind, shipment_id, amount, label, mandatory, created_at, updated_at)
   SELECT drafts.id, 'shipping', drafts.id, cost, 'Shipping', true, made, made FROM drafts WHERE parcel IS NOT NULL
   UNION ALL
   SELECT drafts.id, 'manual', NULL, ${manualCredit}, 'Opening week', false, made, made FROM drafts WHERE ${hasCredit}`,

  `INSERT INTO payments (order_id, payment_method_id, amount, state, created_at, updated_at)
   SELECT orders.id, method.id, total, 'completed', completed_at, completed_at
   FROM orders CROSS JOIN (SELECT id FROM payment_methods ORDER BY id LIMIT 1) method
   WHERE state = 'complete' ORDER BY orders.id`,
];
