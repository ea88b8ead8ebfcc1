import type { Decimal } from 'decimal.js';
import { firingRights } from '../abilities.ts';
import { invalid } from '../attribute-reader.ts';
import { auditEvent } from '../domain/audit.ts';
import { allowedEvents } from '../domain/machine.ts';
import { type Reading, refuse, words } from '../domain/messages.ts';
import { amountBounds, formatMoney, parseMoney, sumAmounts, toDecimal } from '../domain/money.ts';
import {
  creditLeft,
  type PaymentEffect,
  type PaymentFacts,
  paymentMachine,
  paymentVerbs,
} from '../domain/payment-machine.ts';
import { type EventRefusal, fireEvent, paymentRefused, refuseNow } from '../domain/refusal.ts';
import { isBlank } from '../domain/text.ts';
import type { Refused } from '../errors.ts';
import { ignoresUnheard } from '../heard.ts';
import { requireRoom } from '../list-room.ts';
import {
  type Act,
  addAudit,
  addStep,
  changeRows,
  temporaryId,
  type WorkingOrder,
  type WorkingPayment,
} from '../order-desk/working-order.ts';
import { refusedEvent } from '../orders/fire.ts';

/** The source type of a credit, whose source is the credited payment. Decision: T39. */
const creditedType = 'Payment';

/** The machine as clients see it, without internal events. Decision: T39. */
const verbMachine = { ...paymentMachine, events: paymentVerbs };

/** What the guards of a payment check: how much was credited, and how much is requested. */
export function paymentFacts(
  payments: readonly WorkingPayment[],
  { id, amount }: WorkingPayment,
  creditAmount: Decimal | null,
): PaymentFacts {
  const credits = payments.filter(
    ({ sourceType, sourceId, state }) =>
      sourceType === creditedType && sourceId === id && state === 'completed',
  );
  const credited = sumAmounts(credits.map((credit) => toDecimal(credit.amount))).negated();
  return { amount: toDecimal(amount), credited, creditAmount };
}

/** The events that would succeed on a payment now and that the caller may fire. */
export const eventsOfPayment = (act: Act, order: WorkingOrder, payment: WorkingPayment) =>
  allowedEvents(verbMachine, payment.state, paymentFacts(order.payments, payment, null)).filter(
    firingRights(act.viewer, 'payment', order),
  );

type Effect = (
  act: Act,
  order: WorkingOrder,
  payment: WorkingPayment,
  facts: PaymentFacts,
) => WorkingOrder;

/** Effects of payment events beside the state. Decision: T39. */
const effects: Readonly<Record<PaymentEffect, Effect>> = {
  recordCredit: ({ now }, order, payment, facts) => ({
    ...order,
    payments: [
      ...order.payments,
      {
        ...payment,
        id: temporaryId(),
        amount: (facts.creditAmount ?? creditLeft(facts)).negated(),
        state: 'completed',
        sourceType: creditedType,
        sourceId: payment.id,
        responseCode: null,
        avsResponse: null,
        createdAt: now,
        updatedAt: now,
      },
    ],
  }),
};

/** All events need the same permission: callers who may fire one may fire all. Decision: N80 */
const mayFire = (): boolean => true;

/** A refused event as clients get it; known events have their own text. Decision: T39, A31. */
const refusedVerb = (refusal: EventRefusal): Refused =>
  refusedEvent(
    refusal.event === null ? refusal : { ...refusal, error: paymentRefused(refusal.event) },
  );

/** The amount to capture: above zero, and at most what was authorized. */
function captureOf(asked: Reading<Decimal>, authorized: Decimal): Reading<Decimal> {
  if (!asked.ok) return asked;
  if (asked.value.lessThanOrEqualTo(0)) return refuse(words.above('0'));
  return asked.value.greaterThan(authorized)
    ? refuse(words.atMost(formatMoney(authorized)))
    : asked;
}

/**
 * An order after an event of one of its payments; `amount` is how much `credit` gives back, by default all that
 * is left, or how much `capture` takes, by default all.
 * Throws Refused, and Invalid for an amount that the event does not take. Contract: Events.
 */
export function fireOnPayment(
  act: Act,
  order: WorkingOrder,
  payment: WorkingPayment,
  name: unknown,
  amount: unknown,
): WorkingOrder {
  const { payments } = order;
  const asked = isBlank(amount) ? null : parseMoney(amount, act.settings.currency, amountBounds);
  const facts = paymentFacts(payments, payment, asked?.ok === true ? asked.value : null);
  const firing = fireEvent(verbMachine, payment.state, name, facts, mayFire);
  if (!firing.allowed) throw refusedVerb(firing.refusal);
  const { event, to, does } = firing;
  if (asked && event !== 'credit' && event !== 'capture' && !ignoresUnheard(act.viewer)) {
    throw invalid('amount', words.onlyFor('credit and capture'));
  }
  const captured = event === 'capture' && asked ? captureOf(asked, facts.amount) : null;
  const read = event === 'credit' ? asked : captured;
  if (read?.ok === false) {
    const messages = { amount: [read.message] };
    throw refusedVerb(refuseNow(verbMachine, payment.state, event, facts, mayFire, messages));
  }
  if (does.includes('recordCredit')) requireRoom('payments', payments.length);
  const done = does.reduce((next, effect) => effects[effect](act, next, payment, facts), order);
  const { id, state: from } = payment;
  const moved = addStep(
    {
      ...done,
      payments: changeRows(done.payments, new Set([id]), {
        state: to,
        ...(captured?.ok && { amount: captured.value }),
      }),
    },
    { type: 'Payment', id, event, from, to },
  );
  const changes = auditEvent(event, from, to);
  return addAudit(moved, { action: 'payments.event', subject: 'Payment', id, changes });
}
