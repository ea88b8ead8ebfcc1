import { Decimal } from 'decimal.js';
import type { OrderState } from './order-states.ts';
import type { PaymentState } from './payment-machine.ts';

export const orderPaymentStates = {
  failed: 'There are payments, and all of them failed.',
  void: 'Canceled, and no money is kept.',
  balance_due: 'Less was paid than the order costs.',
  credit_owed: 'More was paid than the order costs.',
  paid: 'Paid in full.',
} as const;

export type OrderPaymentState = keyof typeof orderPaymentStates;

/** Whether goods may be shipped when payment is required. */
export function isPaid(state: OrderPaymentState | null): boolean {
  return state === 'paid' || state === 'credit_owed';
}

interface Balance {
  readonly state: OrderState;
  readonly total: Decimal;
  readonly paymentTotal: Decimal;
}

/** What is still to be paid of an order; below zero what it is owed. */
const balanceOf = ({ state, total, paymentTotal }: Balance): Decimal =>
  (state === 'canceled' ? new Decimal(0) : total).minus(paymentTotal);

/** How much an order was paid too much, never below zero. Decision: T39, T40 */
export const owedTo = (order: Balance): Decimal => Decimal.max(0, balanceOf(order).negated());

interface PaidOrder extends Balance {
  readonly completed: boolean;
  readonly paymentStates: readonly PaymentState[];
}

/**
 * The payment state of an order; null before it is completed. An invalid payment counts as failed; a canceled order
 * costs nothing, a returned one what was not credited. Decision: T40
 */
export function computePaymentState(order: PaidOrder): OrderPaymentState | null {
  if (!order.completed) return null;
  const { paymentStates, paymentTotal } = order;
  if (
    paymentStates.length > 0 &&
    paymentStates.every((state) => state === 'failed' || state === 'invalid')
  ) {
    return 'failed';
  }
  if (order.state === 'canceled' && paymentTotal.isZero()) return 'void';
  const due = balanceOf(order);
  if (due.greaterThan(0)) return 'balance_due';
  return due.lessThan(0) ? 'credit_owed' : 'paid';
}

/** The default amount of a payment: what is still to be paid, never below zero. */
export function defaultPaymentAmount(total: Decimal, paymentTotal: Decimal): Decimal {
  return Decimal.max(0, total.minus(paymentTotal));
}
