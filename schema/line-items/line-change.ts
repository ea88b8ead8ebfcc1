import type { Decimal } from 'decimal.js';
import { toDecimal } from '../domain/money.ts';
import type { WorkingLine, WorkingVariant } from '../order-desk/working-order.ts';

/** What all changes to the line items of an order say; only admins set prices. */
interface Change {
  readonly price: Decimal | null;
  /** The key of its messages, e.g. `lineItems.0`. */
  readonly key: string;
}

export interface NewLine extends Change {
  readonly kind: 'add';
  readonly variant: WorkingVariant;
  readonly quantity: number;
  /** The shipment for new units, if the caller chose one. */
  readonly shipmentId?: bigint;
}

/** Another quantity, variant or price of a line. */
export interface ChangedLine extends Change {
  readonly kind: 'set';
  readonly line: WorkingLine;
  /** What is null was not sent and stays as it is when the change is applied. */
  readonly quantity: number | null;
  readonly variant: WorkingVariant | null;
}

export type LineChange = NewLine | ChangedLine;

/** A change of a line as it is when the change is applied: an earlier one may have changed it. */
export type LineSetting = ChangedLine & { readonly quantity: number };

/** The change of a line as it is now: what was not sent is as it is, and another variant is another one than it has. */
export const settingOf = (change: ChangedLine, line: WorkingLine): LineSetting => ({
  ...change,
  line,
  quantity: change.quantity ?? line.quantity,
  variant: change.variant?.id === line.variantId ? null : change.variant,
});

export function changesLine(change: LineChange): boolean {
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
