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
      /** What is null was not sent and stays as it is when the change is applied. */
      readonly quantity: number | null;
      readonly variant: WorkingVariant | null;
      readonly price: Decimal | null;
      /** The key of its messages, e.g. `lineItems.0`. */
      readonly key: string;
    };

/** A change of a line as it is when the change is applied: an earlier one may have changed it. */
export type LineSetting = Extract<LineChange, { kind: 'set' }> & { readonly quantity: number };

/** The change of a line as it is now: what was not sent is as it is, and another variant is another one than it has. */
export const settingOf = (
  change: Extract<LineChange, { kind: 'set' }>,
  line: WorkingLine,
): LineSetting => ({
  ...change,
  line,
  quantity: change.quantity ?? line.quantity,
  variant: change.variant?.id === line.variantId ? null : change.variant,
});

/** Whether a change has any effect. Decision: F11, T44. */
export function hasEffect(change: LineChange): boolean {
  if (change.kind === 'add') return true;
  const { line, quantity, variant, price } = settingOf(change, change.line);
  return (
    variant !== null || quantity !== line.quantity || price?.equals(toDecimal(line.price)) === false
  );
}

/** The variants whose counts a change takes from, or gives back to. */
export const variantsOf = (change: LineChange): bigint[] =>
  change.kind === 'add'
    ? [change.variant.id]
    : [change.line.variantId, ...(change.variant ? [change.variant.id] : [])];
