import { isInCheckout } from '../domain/order-states.ts';
import type { NamedVariant } from '../domain/stock-guard.ts';
import { idsOf } from './order-parts.ts';
import { canceledWithOrder } from './shipments.ts';
import { countUnits } from './standings.ts';
import { findShortOf } from './wanted.ts';
import type { WorkingOrder } from './working-order.ts';

/**
 * The variants that are short of stock at all active locations together: for the line items and units before
 * completion, for the units that a canceled order takes again.
 * Decision: T13, T14, T30.
 */
export function findShort(order: WorkingOrder): readonly NamedVariant[] {
  const inCheckout = isInCheckout(order.state);
  if (!inCheckout && order.state !== 'canceled') return [];
  const reopened = idsOf(canceledWithOrder(order));
  const inventoryUnits = order.inventoryUnits.filter(
    ({ shipmentId }) => inCheckout || shipmentId === null || reopened.has(shipmentId),
  );
  const units = countUnits({ ...order, inventoryUnits });
  return findShortOf(
    order.lineItems.flatMap(({ id, variant, quantity: ordered }) => {
      const quantity = Math.max(units.get(id) ?? 0, inCheckout ? ordered : 0);
      return quantity === 0 ? [] : [{ variant, quantity }];
    }),
  );
}
