import { isInCheckout } from '../domain/order-states.ts';
import { findShortVariants, type NamedVariant } from '../domain/stock-guard.ts';
import { wantVariant } from './wanted.ts';
import type { WorkingOrder } from './working-order.ts';

/**
 * The variants that are short of stock at all active locations together: for the line items and units before
 * completion, for the units of a canceled order.
 * Decision: T13, T14, T30.
 */
export function findShort(order: WorkingOrder): readonly NamedVariant[] {
  const inCheckout = isInCheckout(order.state);
  if (!inCheckout && order.state !== 'canceled') return [];
  const units = new Map<bigint, number>();
  for (const { lineItemId } of order.inventoryUnits) {
    units.set(lineItemId, (units.get(lineItemId) ?? 0) + 1);
  }
  return findShortVariants(
    order.lineItems.flatMap(({ id, variant, quantity }) => {
      const wanted = Math.max(units.get(id) ?? 0, inCheckout ? quantity : 0);
      return wanted === 0 ? [] : [wantVariant(variant, wanted)];
    }),
  );
}

/** The variants that are short of stock for the shipments to be proposed. Decision: T13, T21. */
export const findShortOfProposal = ({ lineItems }: WorkingOrder): readonly NamedVariant[] =>
  findShortVariants(lineItems.map(({ variant, quantity }) => wantVariant(variant, quantity)));
