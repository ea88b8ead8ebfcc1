import { Prisma } from '../../prisma/generated/client/client.ts';

/** An order with the number of rows that it is read as. */
export interface OrderSize {
  readonly id: bigint;
  readonly rows: bigint;
}

/**
 * Counts the rows that orders are read as (`workingInclude`): an order of one unit may have 500 payments, and 250 such
 * orders are more than one statement may bring. 1,000 characters of instructions count as one more row; the other texts
 * are short. What it counts of each order is found by an index.
 */
export const sizesOf = (orderIds: readonly bigint[]): Prisma.Sql => Prisma.sql`
  SELECT o.id,
    1 + o.total_quantity
    + COALESCE(length(to_json(o.special_instructions)::text), 0) / 1000
    + (SELECT count(*) FROM addresses a WHERE a.order_id = o.id)
    + (SELECT count(*) FROM payments p WHERE p.order_id = o.id)
    + (SELECT count(*) FROM adjustments a WHERE a.order_id = o.id)
    + (SELECT COALESCE(sum(
         1 + (SELECT count(*) FROM shipping_rates r WHERE r.shipment_id = s.id)), 0)::bigint
       FROM shipments s WHERE s.order_id = o.id)
    + (SELECT COALESCE(sum(
         1 + (SELECT count(*) FROM stock_items i WHERE i.variant_id = l.variant_id)
           + (SELECT count(*) FROM variant_option_values v WHERE v.variant_id = l.variant_id)), 0)::bigint
       FROM line_items l WHERE l.order_id = o.id) AS "rows"
  FROM orders o WHERE o.id = ANY(${orderIds.map(String)}::bigint[])`;
