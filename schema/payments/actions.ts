import { isPermitted } from '../abilities.ts';
import { type AttributeReader, keyUnder } from '../attribute-reader.ts';
import { sentences, words } from '../domain/messages.ts';
import { parseMoney, toDecimal } from '../domain/money.ts';
import { isClosed, isInCheckout } from '../domain/order-states.ts';
import { defaultPaymentAmount } from '../domain/payment-state.ts';
import { isBlank, isStorable, parseText } from '../domain/text.ts';
import { noteRoom } from '../list-room.ts';
import type { WorkingOrder } from '../orders/working-order.ts';
import { recordStateChange } from '../orders/state-change.ts';
import { parseId } from '../refs.ts';
import type { Write } from '../write.ts';
import type { PaymentInput } from './payment-input.ts';

export type PaymentInputShape = typeof PaymentInput.$inferInput;

/** The active payment method that an input names; adds `can't be blank` or `is invalid`. Decision: F45. */
export async function readPaymentMethod(
  { tx }: Write,
  reader: AttributeReader,
  { paymentMethodId, paymentMethod }: PaymentInputShape,
  prefix = '',
): Promise<bigint | undefined> {
  const key = keyUnder(prefix, 'paymentMethodId');
  const id = isBlank(paymentMethodId) ? paymentMethod?.id : paymentMethodId;
  const name = paymentMethod?.name;
  if (isBlank(id) && isBlank(name)) {
    reader.note(key, words.blank);
    return undefined;
  }
  const where = isBlank(id)
    ? { name: isStorable(name ?? '') ? (name ?? '').trim() : '' }
    : { id: parseId(id) ?? -1n };
  const method = await tx.paymentMethod.findFirst({
    where: { ...where, active: true },
    orderBy: { id: 'asc' },
    select: { id: true },
  });
  if (!method) reader.note(key, words.invalid);
  return method?.id;
}

/**
 * Records a payment of an order: what is still to be paid, or the amount an admin sent. Before completion,
 * earlier payments in checkout become invalid. Adds messages for invalid attributes; returns the payment's id.
 * Decision: T39, T25.
 */
export async function createPayment(
  write: Write,
  order: WorkingOrder,
  reader: AttributeReader,
  input: PaymentInputShape,
  prefix = '',
): Promise<bigint | undefined> {
  const key = (name: string): string => keyUnder(prefix, name);
  if (isClosed(order.state)) reader.note('base', sentences.closed);
  noteRoom(reader, 'payments', order.payments.length);
  const paymentMethodId = await readPaymentMethod(write, reader, input, prefix);
  const isAdmin = isPermitted(write.viewer, 'payments.update');
  const given = isAdmin && !isBlank(input.amount);
  const amount = given
    ? reader.read(key('amount'), parseMoney(input.amount, write.settings.currency))
    : defaultPaymentAmount(toDecimal(order.total), toDecimal(order.paymentTotal));
  const responseCode =
    isAdmin && input.responseCode !== undefined
      ? reader.read(key('responseCode'), parseText(input.responseCode))
      : null;
  if (paymentMethodId === undefined || !amount || reader.hasMessages) return undefined;
  if (isInCheckout(order.state)) await invalidateEarlier(write, order);
  const { id } = await write.tx.payment.create({
    data: {
      orderId: order.id,
      paymentMethodId,
      amount,
      state: 'checkout',
      responseCode: responseCode ?? null,
      createdAt: write.now,
      updatedAt: write.now,
    },
    select: { id: true },
  });
  write.touch(order.id);
  return id;
}

async function invalidateEarlier(write: Write, order: WorkingOrder): Promise<void> {
  const earlier = await write.tx.payment.findMany({
    where: { orderId: order.id, state: 'checkout' },
    select: { id: true },
    orderBy: { id: 'asc' },
  });
  for (const { id } of earlier) {
    await write.tx.payment.update({
      where: { id },
      data: { state: 'invalid', updatedAt: write.now },
      select: { id: true },
    });
    const stateful = { type: 'Payment', id, orderId: order.id } as const;
    await recordStateChange(write, stateful, 'invalidate', 'checkout', 'invalid');
  }
}
