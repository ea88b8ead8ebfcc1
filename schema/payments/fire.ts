import type { Decimal } from 'decimal.js';
import { firingRights } from '../abilities.ts';
import { invalid } from '../attribute-reader.ts';
import { auditChanges } from '../domain/audit.ts';
import { allowedEvents } from '../domain/machine.ts';
import { wordsOf } from '../domain/meanings.ts';
import { words } from '../domain/messages.ts';
import { noBounds, parseMoney, sumAmounts, toDecimal } from '../domain/money.ts';
import {
  type PaymentFacts,
  paymentMachine,
  paymentVerbs,
  readAmount,
} from '../domain/payment-machine.ts';
import { owedTo } from '../domain/payment-state.ts';
import { type EventRefusal, fireEvent, refuseNow } from '../domain/refusal.ts';
import { isBlank } from '../domain/text.ts';
import type { Refused } from '../errors.ts';
import { ignoresUnheard } from '../heard.ts';
import { requireRoom } from '../list-room.ts';
import { noteFired } from '../order-desk/fired.ts';
import { temporaryId } from '../new-rows.ts';
import { changeIn } from '../order-desk/order-parts.ts';
import { settlePriced } from '../order-desk/settle.ts';
import type { Act, WorkingOrder, WorkingPayment } from '../order-desk/working-order.ts';
import { refusedEvent } from '../orders/fire.ts';

/** The source type of a credit, whose source is the credited payment. */
const creditedType = 'Payment';

/** The machine as clients see it, without internal events. */
const verbMachine = { ...paymentMachine, events: wordsOf(paymentVerbs) };

/** What the guards of a payment check: its amount, and how much of it was credited. */
export function paymentFacts(
  payments: readonly WorkingPayment[],
  { id, amount }: WorkingPayment,
): PaymentFacts {
  const credits = payments.filter(
    ({ sourceType, sourceId, state }) =>
      sourceType === creditedType && sourceId === id && state === 'completed',
  );
  const credited = sumAmounts(credits.map((credit) => toDecimal(credit.amount))).negated();
  return { amount: toDecimal(amount), credited };
}

/** The events that would succeed on a payment now and that the caller may fire. */
export const eventsOfPayment = (act: Act, order: WorkingOrder, payment: WorkingPayment) =>
  allowedEvents(verbMachine, payment.state, paymentFacts(order.payments, payment)).filter(
    firingRights(act.viewer, 'payment', order),
  );

/** The order with a credit of one of its payments: one more payment, which takes the amount back. */
function withCredit(
  { now }: Act,
  order: WorkingOrder,
  payment: WorkingPayment,
  amount: Decimal,
): WorkingOrder {
  requireRoom('payments', order.payments.length);
  const credit: WorkingPayment = {
    ...payment,
    id: temporaryId(),
    amount: amount.negated(),
    state: 'completed',
    sourceType: creditedType,
    sourceId: payment.id,
    responseCode: null,
    avsResponse: null,
    createdAt: now,
    updatedAt: now,
  };
  return { ...order, payments: [...order.payments, credit] };
}

/** How much an order is owed once it is settled: none before completion. Decision: T39 */
function owedNow(act: Act, order: WorkingOrder): Decimal {
  const { completedAt, state, total, paymentTotal } = settlePriced(act, order);
  const balance = { state, total: toDecimal(total), paymentTotal: toDecimal(paymentTotal) };
  return completedAt === null ? toDecimal(0) : owedTo(balance);
}

/** A refused event as clients get it; known events have their own text. */
const refusedVerb = (refusal: EventRefusal): Refused =>
  refusedEvent(
    refusal.event === null ? refusal : { ...refusal, error: `Cannot ${refusal.event} payment.` },
  );

/**
 * An order after an event of one of its payments; `amount` is how much `credit` gives back, by default what the
 * order is owed, else all that is left, or how much `capture` takes, by default all.
 * Throws Refused, and Invalid for an amount that the event does not take. In REST a wrong amount refuses the event.
 * Contract: Events.
 */
export function fireOnPayment(
  act: Act,
  order: WorkingOrder,
  payment: WorkingPayment,
  name: string,
  amount: unknown,
): WorkingOrder {
  const asked = isBlank(amount) ? null : parseMoney(amount, act.settings.currency, noBounds);
  const facts = paymentFacts(order.payments, payment);
  const mayFire = firingRights(act.viewer, 'payment', order);
  const firing = fireEvent(verbMachine, payment.state, name, facts, mayFire);
  if (!firing.allowed) throw refusedVerb(firing.refusal);
  const { event, to, does } = firing;
  const owed = asked || event !== 'credit' ? undefined : owedNow(act, order);
  const read = readAmount(event, asked, facts, owed);
  if (asked && !read && !ignoresUnheard(act.viewer)) {
    throw invalid('amount', words.onlyFor('credit and capture'));
  }
  if (read?.ok === false) {
    if (act.viewer.language !== 'rest') throw invalid('amount', read.message);
    const messages = { amount: [read.message] };
    throw refusedVerb(refuseNow(verbMachine, payment.state, event, facts, mayFire, messages));
  }
  const taken = read?.value ?? facts.amount;
  const done = does.includes('recordCredit') ? withCredit(act, order, payment, taken) : order;
  const { id, state: from } = payment;
  const columns = { state: to, ...(event === 'capture' && { amount: taken }) };
  const moved = changeIn(done, 'payments', [payment], columns);
  const before = { amount: event === 'capture' ? facts.amount : null };
  const amounts = read && auditChanges(before, { amount: taken });
  return noteFired(act, moved, { type: 'Payment', id, event, from, to }, amounts);
}
