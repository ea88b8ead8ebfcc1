import type { Decimal } from 'decimal.js';
import { auditEvent } from '../domain/audit.ts';
import type { Messages } from '../domain/messages.ts';
import { amountBounds, parseMoney, sumAmounts, toDecimal } from '../domain/money.ts';
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
import { requireRoom } from '../list-room.ts';
import { refusedEvent } from '../orders/fire.ts';
import { recordStateChange } from '../orders/state-change.ts';
import type { WorkingPayment } from '../orders/working-order.ts';
import type { Write } from '../write.ts';

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

type Effect = (write: Write, payment: WorkingPayment, facts: PaymentFacts) => Promise<void>;

/** Effects of payment events beside the state. Decision: T39. */
const effects: Readonly<Record<PaymentEffect, Effect>> = {
  recordCredit: async ({ tx, now }, { id, orderId, paymentMethodId }, facts) => {
    const amount = (facts.creditAmount ?? creditLeft(facts)).negated();
    await tx.payment.create({
      data: {
        orderId,
        paymentMethodId,
        amount,
        state: 'completed',
        sourceType: creditedType,
        sourceId: id,
        createdAt: now,
        updatedAt: now,
      },
      select: { id: true },
    });
  },
};

/** All events need the same permission: callers who may fire one may fire all. Decision: N80 */
const mayFire = (): boolean => true;

/** A refused event as clients get it; known events have their own text. Decision: T39, A31. */
const refusedVerb = (refusal: EventRefusal): Refused =>
  refusedEvent(
    refusal.event === null ? refusal : { ...refusal, error: paymentRefused(refusal.event) },
  );

/**
 * Fires an event on a payment of a locked order; `amount` is how much `credit` gives back, by default all that
 * is left.
 * Throws Refused; the transaction must then be rolled back. Contract: Events.
 * Decision: T39.
 */
export async function fireOnPayment(
  write: Write,
  payments: readonly WorkingPayment[],
  payment: WorkingPayment,
  name: unknown,
  amount: unknown,
): Promise<void> {
  const asked = isBlank(amount) ? null : parseMoney(amount, write.settings.currency, amountBounds);
  const facts = paymentFacts(payments, payment, asked?.ok === true ? asked.value : null);
  const firing = fireEvent(verbMachine, payment.state, name, facts, mayFire);
  if (!firing.allowed) throw refusedVerb(firing.refusal);
  const { event, to, does } = firing;
  if (event === 'credit' && asked?.ok === false) {
    const messages: Messages = { amount: [asked.message] };
    throw refusedVerb(refuseNow(verbMachine, payment.state, event, facts, mayFire, messages));
  }
  if (does.includes('recordCredit')) requireRoom('payments', payments.length);
  for (const effect of does) await effects[effect](write, payment, facts);
  await write.tx.payment.update({
    where: { id: payment.id },
    data: { state: to, updatedAt: write.now },
    select: { id: true },
  });
  const stateful = { type: 'Payment', id: payment.id, orderId: payment.orderId } as const;
  await recordStateChange(write, stateful, event, payment.state, to);
  const changes = auditEvent(event, payment.state, to);
  write.audit({ action: 'payments.event', subject: 'Payment', id: payment.id, changes });
  write.touch(payment.orderId);
}
