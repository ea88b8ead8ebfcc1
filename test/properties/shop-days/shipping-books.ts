import { expect } from '@jest/globals';
import type { Database } from '../../../prisma/database.ts';
import { shareOfCents } from '../till/whole-cents.ts';
import type { Shop } from './shop.ts';

const shipmentsOf = `
  SELECT s.number, (s.cost * 100)::bigint AS cost, (s.tax * 100)::bigint AS tax, s.state,
         o.completed_at IS NULL AS "isCart", o.state = 'canceled' AS "isOrderCanceled",
         (SELECT COALESCE(-sum(amount) * 100, 0)::bigint FROM adjustments a
            WHERE a.shipment_id = s.id AND a.kind = 'canceled' AND a.line_item_id IS NULL) AS credit,
         (SELECT COALESCE(sum(discount) * 100, 0)::bigint FROM adjustments a
            WHERE a.shipment_id = s.id AND a.kind = 'canceled' AND a.line_item_id IS NULL) AS discount
  FROM shipments s JOIN orders o ON o.id = s.order_id
  WHERE o.number = ANY($1) ORDER BY s.id`;

interface BookedShipment {
  readonly number: string;
  readonly cost: bigint;
  readonly tax: bigint;
  readonly state: string;
  readonly isCart: boolean;
  /** Then nothing is owed for the order as a whole, whatever was credited before. */
  readonly isOrderCanceled: boolean;
  readonly credit: bigint;
  /** The share of the discounts in the credit. */
  readonly discount: bigint;
}

const taxesOf = `
  SELECT o.number,
         (SELECT COALESCE(sum(amount) * 100, 0)::bigint FROM adjustments a WHERE a.order_id = o.id AND a.kind = 'tax') AS booked,
         (SELECT COALESCE(sum(tax) * 100, 0)::bigint FROM line_items l WHERE l.order_id = o.id)
         + (SELECT COALESCE(sum(tax) * 100, 0)::bigint FROM shipments s WHERE s.order_id = o.id) AS due
  FROM orders o WHERE o.number = ANY($1) ORDER BY o.id`;

/**
 * The shipping of every order, counted again in whole cents. What has not left is taxed on its cost where the shop taxes
 * shipping; what was canceled is credited with its cost and its tax, less its share of the discounts. The tax of an order is that of its parts.
 */
export async function expectShippingToAgree(
  database: Database,
  { orders, taxRate, taxShipping }: Shop,
): Promise<void> {
  const numbers = [[...orders.keys()]];
  const rate = taxRate === '0' || !taxShipping ? 0n : 190_000n;
  const shipments = (await database.query(shipmentsOf, numbers)) as unknown as BookedShipment[];
  for (const shipment of shipments) {
    const { cost, tax, state, isCart, isOrderCanceled, credit, discount } = shipment;
    const isOpen = state !== 'shipped' && state !== 'canceled';
    const owed = state === 'canceled' && !isCart ? cost + tax - discount : 0n;
    expect(shipment).toEqual({
      ...shipment,
      tax: isOpen ? shareOfCents(cost, rate) : tax,
      credit: isOrderCanceled ? credit : owed,
    });
  }
  for (const { number, booked, due } of await database.query(taxesOf, numbers)) {
    expect({ number, booked }).toEqual({ number, booked: due });
  }
}
