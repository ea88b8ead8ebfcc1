/** Tables whose rows belong to an order, with the columns that move with the ids of its copies. */
const tables = {
  orders: { key: 'id', moved: [] },
  line_items: { key: 'order_id', moved: ['order_id'] },
  shipments: { key: 'order_id', moved: ['order_id'] },
  adjustments: { key: 'order_id', moved: ['order_id', 'shipment_id'] },
  inventory_units: { key: 'order_id', moved: ['order_id', 'line_item_id', 'shipment_id'] },
} as const;

const shifted = (moved: readonly string[]): string =>
  moved.map((column) => `, '${column}', r.${column} + g`).join('');

const copyOf = (table: keyof typeof tables): string => {
  const { key, moved } = tables[table];
  const numbered = table === 'orders' || table === 'shipments';
  const names = numbered ? `, 'number', left(r.number, 1) || 'COPY' || (r.id + g * each)` : '';
  const token = table === 'orders' ? `, 'token', md5(random()::text)` : '';
  return `
    SELECT count(*), max(id) INTO each, last FROM ${table} WHERE ${key} = source;
    INSERT INTO ${table} SELECT (jsonb_populate_record(r,
      jsonb_build_object('id', r.id + g * each${shifted(moved)}${names}${token}))).*
    FROM ${table} r CROSS JOIN generate_series(1, copies) g WHERE r.${key} = source ORDER BY g, r.id;
    PERFORM setval(pg_get_serial_sequence('${table}', 'id'), last + copies * each);`;
};

/**
 * Copies the newest order, which has one line item in one shipment and whose units all wait for stock: a statement
 * for thousands of orders that wait, each completed after those before it, with its stock and history.
 */
export const copyWaitingOrder = (copies: number): string => `
DO $$ DECLARE
  source bigint := (SELECT max(id) FROM orders);
  copies bigint := ${String(copies)};
  item bigint;
  units integer;
  before integer;
  each bigint;
  last bigint;
BEGIN
  ${(Object.keys(tables) as (keyof typeof tables)[]).map(copyOf).join('')}
  SELECT stock_item_id, -quantity INTO item, units FROM stock_movements WHERE order_id = source;
  SELECT count_on_hand INTO before FROM stock_items WHERE id = item;
  UPDATE stock_items SET count_on_hand = before - units * copies WHERE id = item;
  INSERT INTO stock_movements (stock_item_id, kind, quantity, count_after, order_id)
    SELECT item, 'sale', -units, before - units * g, source + g FROM generate_series(1, copies) g;
  INSERT INTO state_changes (order_id, stateful_type, stateful_id, event, previous_state, next_state)
    SELECT source + g, stateful_type, source + g, event, previous_state, next_state
    FROM state_changes CROSS JOIN generate_series(1, copies) g WHERE order_id = source ORDER BY g;
  INSERT INTO outbox_events (event_type, resource_type, resource_id, payload)
    SELECT event_type, resource_type, source + g, payload
    FROM outbox_events CROSS JOIN generate_series(1, copies) g
    WHERE resource_type = 'Order' AND resource_id = source ORDER BY g;
  UPDATE stock_items SET backordered = backordered + units * copies WHERE id = item;
  UPDATE orders SET completed_at = completed_at + (id - source) * interval '1 millisecond' WHERE id > source;
  UPDATE inventory_units u SET waiting_since = o.completed_at
    FROM orders o WHERE o.id = u.order_id AND o.id > source;
END $$`;
