import { type AttributeReader, keyUnder } from '../attribute-reader.ts';
import { sentences, words } from '../domain/messages.ts';
import { parseMoney, toDecimal } from '../domain/money.ts';
import { isClosed, isInCheckout } from '../domain/order-states.ts';
import { defaultPaymentAmount } from '../domain/payment-state.ts';
import { isBlank, parseText, soughtText } from '../domain/text.ts';
import { isHeard } from '../heard.ts';
import { noteRoom } from '../list-room.ts';
import { setPayments } from '../order-desk/effects.ts';
import { atPresentPrices } from '../order-desk/prices.ts';
import {
  temporaryId,
  type WorkingOrder,
  type WorkingPayment,
} from '../order-desk/working-order.ts';
import { soughtId } from '../refs.ts';
import type { Write } from '../write.ts';
import type { CreatePaymentInput } from './payment-input.ts';

type NewPayment = typeof CreatePaymentInput.$inferInput;

interface ChosenMethod {
  readonly id: bigint;
  readonly kind: string;
}

/** The active payment method that an input names; adds `can't be blank` or `is invalid`. Decision: F45. */
export async function readPaymentMethod(
  { tx }: Write,
  reader: AttributeReader,
  { paymentMethodId, paymentMethod }: Pick<NewPayment, 'paymentMethodId' | 'paymentMethod'>,
  prefix = '',
): Promise<ChosenMethod | undefined> {
  const key = keyUnder(prefix, 'paymentMethodId');
  const id = isBlank(paymentMethodId) ? paymentMethod?.id : paymentMethodId;
  const name = paymentMethod?.name;
  if (isBlank(id) && isBlank(name)) {
    reader.note(key, words.blank);
    return undefined;
  }
  const where = isBlank(id) ? { name: soughtText(name) } : { id: soughtId(id) };
  const method = await tx.paymentMethod.findFirst({
    where: { ...where, active: true },
    orderBy: { id: 'asc' },
    select: { id: true, kind: true },
  });
  if (!method) reader.note(key, words.invalid);
  return method ?? undefined;
}

/**
 * An order with one more payment, the last of its list: what is still to be paid, or the amount an admin sent.
 * Before completion, earlier payments in checkout become invalid. Adds messages for invalid attributes; the
 * order is then unchanged.
 * Decision: T39, T25, T46.
 */
export async function addPayment(
  write: Write,
  order: WorkingOrder,
  reader: AttributeReader,
  input: NewPayment,
  prefix = '',
): Promise<WorkingOrder> {
  const key = (name: string): string => keyUnder(prefix, name);
  const priced = atPresentPrices(write, order);
  if (isClosed(order.state)) reader.note('base', sentences.closed);
  noteRoom(reader, 'payments', order.payments.length);
  const paymentMethod = await readPaymentMethod(write, reader, input, prefix);
  const hearing = { viewer: write.viewer, reader };
  const sent = isBlank(input.amount) ? undefined : input.amount;
  const amount = isHeard(hearing, 'payments.update', key('amount'), sent)
    ? reader.read(key('amount'), parseMoney(sent, write.settings.currency))
    : defaultPaymentAmount(toDecimal(priced.total), toDecimal(priced.paymentTotal));
  const code = input.responseCode;
  const responseCode = isHeard(hearing, 'payments.update', key('responseCode'), code)
    ? reader.read(key('responseCode'), parseText(code))
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
    ? setPayments(priced, ['checkout'], 'invalidate', 'invalid')
    : priced;
  return { ...earlier, payments: [...earlier.payments, payment] };
}
