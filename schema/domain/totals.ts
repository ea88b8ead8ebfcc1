import { Decimal } from 'decimal.js';
import type { Messages } from './messages.ts';
import { words } from './messages.ts';
import { roundToCents, sumAmounts } from './money.ts';
import type { PaymentState } from './payment-machine.ts';

/** The kinds of amounts added to or taken off an order. Decision: C26 */
export const adjustmentKinds = ['shipping', 'tax', 'manual'] as const;

export type AdjustmentKind = (typeof adjustmentKinds)[number];

/** The amounts of an order, from which its totals follow. */
export interface OrderAmounts {
  readonly lines: readonly { readonly price: Decimal; readonly quantity: number }[];
  readonly adjustments: readonly {
    readonly kind: AdjustmentKind;
    readonly amount: Decimal;
    readonly eligible: boolean;
  }[];
  readonly payments: readonly { readonly state: PaymentState; readonly amount: Decimal }[];
}

/** The totals of an order, exact to the cent. */
export interface Totals {
  readonly itemTotal: Decimal;
  readonly adjustmentTotal: Decimal;
  readonly shipTotal: Decimal;
  readonly taxTotal: Decimal;
  readonly creditTotal: Decimal;
  readonly total: Decimal;
  readonly paymentTotal: Decimal;
  readonly totalQuantity: number;
}

/** The most an order's items may cost. Decision: R2, A39 */
export const maximumItemTotal = new Decimal('999999999999.99');

/** What a line costs: price times quantity. Decision: R32 */
export function lineTotal({ price, quantity }: OrderAmounts['lines'][number]): Decimal {
  return price.times(quantity);
}

/**
 * The order's money, from its lines, adjustments and payments. Only eligible adjustments and
 * completed payments count; `adjustmentTotal` contains shipping, tax and credits, so `total` may
 * fall below zero. `creditTotal` is the absolute sum of the negative adjustments, already contained
 * in `adjustmentTotal`.
 * Contract: Resources / Order. Decision: R30, C27
 */
export function computeTotals({ lines, adjustments, payments }: OrderAmounts): Totals {
  const eligible = adjustments.filter((adjustment) => adjustment.eligible);
  const sumOf = (kept: readonly { readonly amount: Decimal }[]): Decimal =>
    sumAmounts(kept.map(({ amount }) => amount));
  const itemTotal = sumAmounts(lines.map(lineTotal));
  const adjustmentTotal = sumOf(eligible);
  return {
    itemTotal,
    adjustmentTotal,
    shipTotal: sumOf(eligible.filter(({ kind }) => kind === 'shipping')),
    taxTotal: sumOf(eligible.filter(({ kind }) => kind === 'tax')),
    creditTotal: sumOf(eligible.filter(({ amount }) => amount.isNegative())).abs(),
    total: itemTotal.plus(adjustmentTotal),
    paymentTotal: sumOf(payments.filter(({ state }) => state === 'completed')),
    totalQuantity: lines.reduce((sum, { quantity }) => sum + quantity, 0),
  };
}

/** Why a write may not leave these totals behind; null when it may. Decision: R2, A29 */
export function totalsObjection({ itemTotal }: Pick<Totals, 'itemTotal'>): Messages | null {
  return itemTotal.greaterThan(maximumItemTotal) ? { quantity: [words.tooLarge] } : null;
}

// decimal.js rounds to 20 digits by default, fewer than an item total times a finely given rate has
const Exact = Decimal.clone({ precision: 60 });

/**
 * The tax of an order: item total times the rate (a fraction such as 0.19), rounded once to cents;
 * null while the rate is 0, when the order has no tax row. After completion the stored row stays as
 * it is.
 * Decision: C26, R2
 */
export function computeTax(itemTotal: Decimal, rate: Decimal): Decimal | null {
  if (rate.lessThanOrEqualTo(0)) return null;
  return new Decimal(roundToCents(new Exact(itemTotal).times(rate)));
}
