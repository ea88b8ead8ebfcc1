import type { AttributeReader } from '../attribute-reader.ts';
import { transition } from '../domain/machine.ts';
import { words } from '../domain/messages.ts';
import { isAmount, parseMoney, paymentBounds, toDecimal } from '../domain/money.ts';
import { paymentMachine, paymentUpdateObjection } from '../domain/payment-machine.ts';
import { isBlank, parseText } from '../domain/text.ts';
import { asked, stateAsSent } from '../heard.ts';
import { noteFired } from '../order-desk/fired.ts';
import { changeIn } from '../order-desk/order-parts.ts';
import type { WorkingOrder, WorkingPayment } from '../order-desk/working-order.ts';
import { parseId } from '../refs.ts';
import type { Write } from '../write.ts';
import { auditAmount, findPaymentMethods, readPaymentMethod } from './actions.ts';
import { paymentFacts } from './fire.ts';
import type { UpdatePaymentInput } from './payment-input.ts';

type PaymentChanges = typeof UpdatePaymentInput.$inferInput;

/** The columns of a payment that differ from the stored ones. */
async function readColumns(
  write: Write,
  reader: AttributeReader,
  payment: WorkingPayment,
  sent: PaymentChanges,
) {
  const isPresentMethod = (id: string | null | undefined): boolean =>
    parseId(id) === payment.paymentMethodId;
  // a method that is sent back under one name leaves it to the other to choose
  const input = asked(write.viewer, sent, {
    paymentMethodId: (id) =>
      isPresentMethod(id) || (isBlank(id) && isPresentMethod(sent.paymentMethod?.id)),
    paymentMethod: (method) =>
      isPresentMethod(method?.id) ||
      (isBlank(method?.id) && isBlank(method?.name) && isPresentMethod(sent.paymentMethodId)),
  });
  const { amount, paymentMethodId, paymentMethod, responseCode } = input;
  const present = toDecimal(payment.amount);
  const { currency } = write.settings;
  // what is stored may be sent back, also a credit, or all that is due of the largest orders
  const nextAmount =
    amount === undefined || isAmount(amount, currency, present)
      ? present
      : reader.read('amount', parseMoney(amount, currency, paymentBounds));
  const namesMethod = paymentMethodId !== undefined || paymentMethod !== undefined;
  const isSameMethod = String(payment.paymentMethodId) === (paymentMethodId ?? paymentMethod?.id);
  const nextMethodId =
    namesMethod && !isSameMethod
      ? readPaymentMethod(reader, await findPaymentMethods(write, [input]), input)?.id
      : payment.paymentMethodId;
  const nextCode =
    responseCode === undefined
      ? payment.responseCode
      : reader.read('responseCode', parseText(responseCode));
  return {
    ...(nextAmount && !nextAmount.equals(present) && { amount: nextAmount }),
    ...(nextMethodId !== undefined &&
      nextMethodId !== payment.paymentMethodId && { paymentMethodId: nextMethodId }),
    ...(nextCode !== undefined && nextCode !== payment.responseCode && { responseCode: nextCode }),
  };
}

/**
 * Changes a payment that is not completed yet, or marks it as failed if an admin writes that state. Unchanged
 * values may be sent back. Adds messages for invalid attributes.
 */
export async function updatePayment(
  write: Write,
  order: WorkingOrder,
  payment: WorkingPayment,
  input: PaymentChanges,
  reader: AttributeReader,
): Promise<WorkingOrder> {
  const columns = await readColumns(write, reader, payment, input);
  const written = isBlank(input.state) ? payment.state : stateAsSent(write.viewer, input.state);
  const fails = written !== payment.state;
  if (fails && written !== 'failed') reader.note('state', words.invalid);
  const isChanged = Object.keys(columns).length > 0;
  const mayFail = transition(paymentMachine, payment.state, 'fail', paymentFacts([], payment));
  if (isChanged || (fails && !mayFail.allowed)) {
    reader.noteAll(paymentUpdateObjection(payment.state) ?? {});
  }
  if (reader.hasMessages || (!isChanged && !fails)) return order;
  const { id, state: from } = payment;
  const change = { ...columns, ...(fails && { state: 'failed' as const }) };
  const changed = changeIn(order, 'payments', [payment], change);
  const { amount } = columns;
  const audited = amount
    ? auditAmount(changed, 'payments.update', payment, payment.amount, amount)
    : changed;
  return fails
    ? noteFired(write, audited, { type: 'Payment', id, event: 'fail', from, to: 'failed' })
    : audited;
}
