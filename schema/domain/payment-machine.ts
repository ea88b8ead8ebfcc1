import type { Decimal } from 'decimal.js';
import { defineMachine } from './machine.ts';
import type { Messages } from './messages.ts';
import { sentences, words } from './messages.ts';
import { formatMoney } from './money.ts';

/** The states of a payment. Decision: T39 */
export const paymentStates = [
  'checkout',
  'processing',
  'pending',
  'completed',
  'failed',
  'void',
  'invalid',
] as const;

export type PaymentState = (typeof paymentStates)[number];

/** The events that a client may fire on a payment. Decision: T39 */
export const paymentVerbs = ['authorize', 'purchase', 'capture', 'void', 'credit'] as const;

/** Those events, followed by what an admin's written state and the service itself do to a payment. */
export const paymentEvents = [...paymentVerbs, 'fail', 'invalidate'] as const;

export type PaymentEvent = (typeof paymentEvents)[number];

/** Effects of payment events beside the state. Decision: T39 */
const paymentEffects = ['recordCredit'] as const;

export type PaymentEffect = (typeof paymentEffects)[number];

/** What the guards of a payment check. Amounts are positive unless the payment is a credit itself. */
export interface PaymentFacts {
  readonly amount: Decimal;
  /** How much of it was credited so far. */
  readonly credited: Decimal;
  /** The amount to credit; null means all that is left. */
  readonly creditAmount: Decimal | null;
}

/** How much of a payment can still be credited. Decision: T39 */
export function creditLeft({
  amount,
  credited,
}: Pick<PaymentFacts, 'amount' | 'credited'>): Decimal {
  return amount.minus(credited);
}

function creditObjection(facts: PaymentFacts): Messages | null {
  const left = creditLeft(facts);
  const asked = facts.creditAmount ?? left;
  if (facts.creditAmount !== null && asked.lessThanOrEqualTo(0))
    return { amount: [words.above('0')] };
  if (asked.greaterThan(left) || left.lessThanOrEqualTo(0)) {
    const limit = left.lessThan(0) ? left.minus(left) : left;
    return { amount: [sentences.creditLimit(formatMoney(limit))] };
  }
  return null;
}

/** The states of a payment. Money is recorded by hand; no payment gateway is called. Decision: T39 */
export const paymentMachine = defineMachine({
  states: paymentStates,
  events: paymentEvents,
  effects: paymentEffects,
  guards: {
    nothingCredited: ({ credited }: PaymentFacts) => (credited.isZero() ? null : {}),
    creditIsWithinPayment: creditObjection,
  },
  conditions: {},
  rows: {
    authorize: [{ from: ['checkout'], to: 'pending' }],
    purchase: [{ from: ['checkout'], to: 'completed' }],
    capture: [{ from: ['checkout', 'pending'], to: 'completed' }],
    void: [{ from: ['checkout', 'pending', 'completed'], to: 'void', needs: ['nothingCredited'] }],
    credit: [{ from: ['completed'], needs: ['creditIsWithinPayment'], does: ['recordCredit'] }],
    fail: [{ from: ['checkout', 'processing', 'pending'], to: 'failed' }],
    invalidate: [{ from: ['checkout'], to: 'invalid' }],
  },
});

/** Why the attributes of a payment can no longer be changed; null if they can. Decision: T39 */
export function paymentUpdateObjection(state: PaymentState): Messages | null {
  return state === 'checkout' || state === 'pending'
    ? null
    : { base: [sentences.paymentState(state)] };
}
