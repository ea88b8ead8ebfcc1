import type { Decimal } from 'decimal.js';
import { toDecimal } from '../domain/money.ts';
import type { WorkingLine, WorkingVariant } from '../order-desk/working-order.ts';

/** One change to the line items of an order; only admins set prices. */
export type LineChange =
  | {
      readonly kind: 'add';
      readonly variant: WorkingVariant;
      readonly quantity: number;
      readonly price: Decimal | null;
      /** The shipment for new units, if the caller chose one. */
      readonly shipmentId?: bigint;
      /** The key of its messages, e.g. `lineItems.0`. */
      readonly key: string;
    }
  | {
      readonly kind: 'set';
      readonly line: WorkingLine;
      readonly quantity: number;
      readonly variant: WorkingVariant | null;
      readonly price: Decimal | null;
      /** The key of its messages, e.g. `lineItems.0`. */
      readonly key: string;
    };

/** Whether a change has any effect. Decision: F11, T44. */
export function hasEffect(change: LineChange): boolean {
  if (change.kind === 'add' || change.variant) return true;
  const { line, quantity, price } = change;
  return quantity !== line.quantity || price?.equals(toDecimal(line.price)) === false;
}

/** The variants whose counts a change takes from, or gives back to. */
export const variantsOf = (change: LineChange): bigint[] =>
  change.kind === 'add'
    ? [change.variant.id]
    : [change.line.variantId, ...(change.variant ? [change.variant.id] : [])];
