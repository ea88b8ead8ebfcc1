import type { Decimal } from 'decimal.js';
import { type Messages, words } from './messages.ts';
import { maximumCount } from './measures.ts';
import { maximumItemTotal, sumAmounts, toDecimal } from './money.ts';
import type { PaymentState } from './payment-machine.ts';
import type { Stored } from './remembering.ts';

export const adjustmentKinds = {
  shipping: 'Shipping.',
  tax: 'Tax.',
  manual: 'Added by staff.',
  return: 'What a returned unit cost.',
  canceled: 'What was canceled.',
} as const;

export type AdjustmentKind = keyof typeof adjustmentKinds;

/** What the totals of an order are computed from; each `kind` is one of `AdjustmentKind`. */
export interface OrderAmounts {
  readonly lines: readonly { readonly price: Stored; readonly quantity: number }[];
  readonly adjustments: readonly {
    readonly kind: string;
    readonly amount: Stored;
    readonly eligible: boolean;
  }[];
  readonly payments: readonly { readonly state: PaymentState; readonly amount: Stored }[];
}

interface Totals {
  readonly itemTotal: Decimal;
  readonly adjustmentTotal: Decimal;
  readonly shipTotal: Decimal;
  readonly taxTotal: Decimal;
  readonly creditTotal: Decimal;
  readonly total: Decimal;
  readonly paymentTotal: Decimal;
  readonly totalQuantity: number;
}

export function lineTotal({ price, quantity }: OrderAmounts['lines'][number]): Decimal {
  return toDecimal(price).times(quantity);
}

/**
 * The totals of an order, from its line items, adjustments and payments. Only eligible adjustments and completed
 * payments count; `adjustmentTotal` includes shipping, tax and credits, so `total` may be negative. `creditTotal` is
 * the absolute sum of the negative adjustments, which `adjustmentTotal` includes already.
 * Contract: Resources / Order. Decision: R30
 */
export function computeTotals({ lines, adjustments, payments }: OrderAmounts): Totals {
  const eligible = adjustments.filter((adjustment) => adjustment.eligible);
  const sumOf = (kept: readonly { readonly amount: Stored }[]): Decimal =>
    sumAmounts(kept.map(({ amount }) => toDecimal(amount)));
  const itemTotal = sumAmounts(lines.map(lineTotal));
  const adjustmentTotal = sumOf(eligible);
  return {
    itemTotal,
    adjustmentTotal,
    shipTotal: sumOf(eligible.filter(({ kind }) => kind === 'shipping')),
    taxTotal: sumOf(eligible.filter(({ kind }) => kind === 'tax')),
    creditTotal: sumOf(eligible.filter(({ amount }) => toDecimal(amount).isNegative())).abs(),
    total: itemTotal.plus(adjustmentTotal),
    paymentTotal: sumOf(payments.filter(({ state }) => state === 'completed')),
    totalQuantity: lines.reduce((sum, { quantity }) => sum + quantity, 0),
  };
}

/** Why a write may not result in these totals; null if it may. */
export function totalsObjection({
  itemTotal,
  totalQuantity,
}: Pick<Totals, 'itemTotal' | 'totalQuantity'>): Messages | null {
  return itemTotal.greaterThan(maximumItemTotal) || totalQuantity > maximumCount
    ? { quantity: [words.tooLarge] }
    : null;
}
