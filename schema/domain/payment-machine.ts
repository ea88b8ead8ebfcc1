import { Decimal } from 'decimal.js';
import type { Guard, Machine } from './machine.ts';
import { wordsOf } from './meanings.ts';
import { accept, type Messages, type Reading, refuse, sentences, words } from './messages.ts';
import { formatMoney } from './money.ts';

export const paymentStates = {
  checkout: 'Given in checkout; not submitted yet.',
  processing: 'Being processed.',
  pending: 'Authorized; not captured yet.',
  completed: 'The money was received or, if negative, paid back.',
  failed: 'Failed.',
  void: 'Voided.',
  invalid: 'Replaced by another payment.',
} as const;

export type PaymentState = keyof typeof paymentStates;

/** The events that a client may fire on a payment. */
export const paymentVerbs = {
  authorize: 'Records that the money is promised.',
  purchase: 'Records that the money was received at once.',
  capture: 'Records that the money was received.',
  void: 'Makes the payment void.',
  credit: 'Pays money back; the payment itself stays completed.',
} as const;

/** Those events, followed by what an admin's written state and the service itself do to a payment. */
export const paymentEvents = [...wordsOf(paymentVerbs), 'fail', 'invalidate'] as const;

export type PaymentEvent = (typeof paymentEvents)[number];

export type PaymentEffect = 'recordCredit';

/** What the guards of a payment check. Amounts are positive unless the payment is a credit itself. */
export interface PaymentFacts {
  readonly amount: Decimal;
  /** How much of it was credited so far. */
  readonly credited: Decimal;
}

export const creditLeft = ({ amount, credited }: PaymentFacts): Decimal => amount.minus(credited);

/** What is given back if nobody says how much: what the order is owed, if it is owed something. Decision: T39 */
const creditDue = (facts: PaymentFacts, owed: Decimal): Decimal =>
  owed.greaterThan(0) ? Decimal.min(owed, creditLeft(facts)) : creditLeft(facts);

const amountOf = ({ amount }: PaymentFacts): Decimal => amount;

/** The events that take an amount: how much at most, which is the default, and what is said of more. */
const bounds = {
  capture: [amountOf, amountOf, words.atMost],
  credit: [creditLeft, creditDue, sentences.creditLimit],
} as const;

const takesAmount = (event: string): event is keyof typeof bounds => event in bounds;

/** The amount of an event, of an order that is owed so much; undefined if the event has none. */
export function readAmount(
  event: PaymentEvent,
  asked: Reading<Decimal> | null,
  facts: PaymentFacts,
  owed = new Decimal(0),
): Reading<Decimal> | undefined {
  if (!takesAmount(event)) return undefined;
  const [most, usual, beyond] = bounds[event];
  if (!asked) return accept(usual(facts, owed));
  if (!asked.ok) return asked;
  if (asked.value.lessThanOrEqualTo(0)) return refuse(words.above('0'));
  return asked.value.greaterThan(most(facts)) ? refuse(beyond(formatMoney(most(facts)))) : asked;
}

const nothingCredited: Guard<PaymentFacts> = ({ credited }) => (credited.isZero() ? null : {});

const somethingToCredit: Guard<PaymentFacts> = (facts) =>
  creditLeft(facts).greaterThan(0) ? null : { amount: [sentences.creditLimit('0.0')] };

/** The states of a payment. Money is recorded by hand; no payment gateway is called. Decision: T39 */
export const paymentMachine: Machine<PaymentState, PaymentEvent, PaymentEffect, PaymentFacts> = {
  events: paymentEvents,
  rows: {
    authorize: [{ from: ['checkout'], to: 'pending' }],
    purchase: [{ from: ['checkout'], to: 'completed' }],
    capture: [{ from: ['checkout', 'pending'], to: 'completed' }],
    void: [{ from: ['checkout', 'pending', 'completed'], to: 'void', needs: [nothingCredited] }],
    credit: [{ from: ['completed'], needs: [somethingToCredit], does: ['recordCredit'] }],
    fail: [{ from: ['checkout', 'processing', 'pending'], to: 'failed' }],
    invalidate: [{ from: ['checkout'], to: 'invalid' }],
  },
};

/** Why the attributes of a payment can no longer be changed; null if they can. */
export function paymentUpdateObjection(state: PaymentState): Messages | null {
  return state === 'checkout' || state === 'pending'
    ? null
    : { base: [sentences.paymentState(state)] };
}
