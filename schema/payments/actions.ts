import { isPermitted } from '../abilities.ts';
import type { AttributeReader } from '../attribute-reader.ts';
import { auditDifference } from '../domain/audit.ts';
import { mostPaymentsOfCustomers } from '../domain/list-bounds.ts';
import { sentences, words } from '../domain/messages.ts';
import { parseMoney, paymentBounds, toDecimal } from '../domain/money.ts';
import { isClosed, isInCheckout } from '../domain/order-states.ts';
import { defaultPaymentAmount } from '../domain/payment-state.ts';
import { isBlank, parseText, soughtText } from '../domain/text.ts';
import { isHeard } from '../heard.ts';
import { noteRoom } from '../list-room.ts';
import { setPayments } from '../order-desk/effects.ts';
import { temporaryId } from '../new-rows.ts';
import { addAudit } from '../order-desk/order-parts.ts';
import type { Amount, WorkingOrder, WorkingPayment } from '../order-desk/working-order.ts';
import { parseId } from '../refs.ts';
import type { Write } from '../write.ts';
import type { CreatePaymentInput } from './payment-input.ts';

type NewPayment = typeof CreatePaymentInput.$inferInput;

interface ChosenMethod {
  readonly id: bigint;
  readonly kind: string;
}

type NamedMethod = Pick<NewPayment, 'paymentMethodId' | 'paymentMethod'>;

/** What an input names a payment method by; a blank id or name is none. */
const namesIn = ({ paymentMethodId, paymentMethod }: NamedMethod) => ({
  id: isBlank(paymentMethodId) ? paymentMethod?.id : paymentMethodId,
  name: paymentMethod?.name,
});

/** The active payment methods that these inputs name, read by one statement. */
export async function findPaymentMethods(
  { tx }: Write,
  inputs: readonly NamedMethod[],
): Promise<(input: NamedMethod) => ChosenMethod | undefined> {
  const named = inputs.map(namesIn);
  const ids = named.flatMap(({ id }) => parseId(id) ?? []);
  const names = named.flatMap(({ id, name }) => (isBlank(id) ? soughtText(name) || [] : []));
  if (ids.length + names.length === 0) return () => undefined;
  const methods = await tx.paymentMethod.findMany({
    where: { active: true, OR: [{ id: { in: ids } }, { name: { in: names } }] },
    orderBy: { id: 'asc' },
    select: { id: true, kind: true, name: true },
  });
  return (input) => {
    const { id, name } = namesIn(input);
    if (isBlank(id)) return methods.find((method) => method.name === soughtText(name));
    return methods.find((method) => method.id === parseId(id));
  };
}

/** The payment method that an input names; adds `can't be blank` or `is invalid`. */
export function readPaymentMethod(
  reader: AttributeReader,
  methodOf: (input: NamedMethod) => ChosenMethod | undefined,
  input: NamedMethod,
): ChosenMethod | undefined {
  const { id, name } = namesIn(input);
  const method = methodOf(input);
  const message = isBlank(id) && isBlank(name) ? words.blank : words.invalid;
  if (!method) reader.note('paymentMethodId', message);
  return method;
}

/** Adds an amount that the caller set for a payment in place of another one to the audit log. */
export function auditAmount(
  order: WorkingOrder,
  action: 'payments.create' | 'payments.update',
  { id }: Pick<WorkingPayment, 'id'>,
  from: Amount,
  to: Amount,
): WorkingOrder {
  const [before, after] = [{ amount: toDecimal(from) }, { amount: toDecimal(to) }];
  return addAudit(order, auditDifference(action, id, before, after));
}

/**
 * A settled order with one more payment, the last of its list: what is still to be paid, or the amount an admin sent.
 * Before completion, earlier payments in checkout become invalid. Adds messages for invalid attributes; the order is
 * then unchanged. Decision: N60, T39, T25, T46, N76.
 */
export function addPayment(
  write: Write,
  order: WorkingOrder,
  reader: AttributeReader,
  methodOf: Awaited<ReturnType<typeof findPaymentMethods>>,
  input: NewPayment,
): WorkingOrder {
  if (isClosed(order.state)) reader.whole.note('base', sentences.closed);
  const isOfShop = isPermitted(write.viewer, 'payments.update');
  if (isOfShop) noteRoom(reader.whole, 'payments', order.payments.length);
  else if (order.payments.length >= mostPaymentsOfCustomers) {
    reader.whole.note('payments', words.tooManyEntries(mostPaymentsOfCustomers));
  }
  const paymentMethod = readPaymentMethod(reader, methodOf, input);
  const hearing = { viewer: write.viewer, reader };
  const sent = isBlank(input.amount) ? undefined : input.amount;
  const due = defaultPaymentAmount(toDecimal(order.total), toDecimal(order.paymentTotal));
  const amount = isHeard(hearing, 'payments.update', 'amount', sent)
    ? reader.read('amount', parseMoney(sent, write.settings.currency, paymentBounds))
    : due;
  const code = isBlank(input.responseCode) ? undefined : input.responseCode;
  const responseCode = isHeard(hearing, 'payments.update', 'responseCode', code)
    ? reader.read('responseCode', parseText(code))
    : null;
  if (paymentMethod === undefined || !amount || reader.hasMessages) return order;
  const payment: WorkingPayment = {
    id: temporaryId(),
    orderId: order.id,
    paymentMethodId: paymentMethod.id,
    paymentMethod: { kind: paymentMethod.kind },
    amount,
    state: 'checkout',
    sourceType: null,
    sourceId: null,
    responseCode: responseCode ?? null,
    avsResponse: null,
    createdAt: write.now,
    updatedAt: write.now,
  };
  const earlier = isInCheckout(order.state)
    ? setPayments(order, ['checkout'], 'invalidate', 'invalid')
    : order;
  const added = { ...earlier, payments: [...earlier.payments, payment] };
  return auditAmount(added, 'payments.create', payment, due, amount);
}
