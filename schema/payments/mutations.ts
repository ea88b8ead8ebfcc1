import { AttributeReader } from '../attribute-reader.ts';
import { wordsOf } from '../domain/meanings.ts';
import { type PaymentEvent as PaymentEventWord, paymentVerbs } from '../domain/payment-machine.ts';
import { lockOrder } from '../order-desk/load.ts';
import { lockPart, type NamedPart } from '../order-desk/lock-part.ts';
import { addedTo } from '../order-desk/order-parts.ts';
import { settlePriced } from '../order-desk/settle.ts';
import { saveOrder } from '../order-desk/save.ts';
import { Order } from '../orders/order.ts';
import { defineMutation, type Done } from '../payload.ts';
import { byId, byPart, toOrder } from '../record-arguments.ts';
import { PaymentEvent, ownMutation } from '../states.ts';
import type { Write } from '../write.ts';
import { addPayment, findPaymentMethods } from './actions.ts';
import { fireOnPayment } from './fire.ts';
import { CreatePaymentInput, UpdatePaymentInput } from './payment-input.ts';
import { Payment } from './payment.ts';
import { updatePayment } from './update-payment.ts';

const records = { shows: { payment: Payment }, beside: { order: Order } };

async function fire(
  write: Write,
  { event, amount, ...named }: NamedPart & { readonly event: string; readonly amount?: unknown },
): Promise<Done<'payment' | 'order'>> {
  const right = { kind: 'payment', event } as const;
  const { order, part: payment } = await lockPart(write, 'payments', named, right);
  await saveOrder(write, fireOnPayment(write, order, payment, event, amount));
  return { payment: payment.id, order: order.id };
}

defineMutation('createPayment', {
  description:
    'Records a payment of an order; by default the amount that is still to be paid. No card is charged. You need `payments.create`, unless the order is yours or you send its order token.',
  ...records,
  args: (arg) => ({ ...toOrder(arg), input: arg({ type: CreatePaymentInput, required: true }) }),
  write: async (write, { order: by, input, ifVersion }) => {
    const order = await lockOrder(write, by, 'payments.create', ifVersion);
    const reader = new AttributeReader();
    const methodOf = await findPaymentMethods(write, [input]);
    const paid = addPayment(write, settlePriced(write, order), reader, methodOf, input);
    reader.check();
    const { payments } = await saveOrder(write, paid);
    return { payment: addedTo(order.payments, payments), order: order.id };
  },
});

defineMutation('updatePayment', {
  description:
    'Updates a payment in state `checkout` or `pending`; one in `processing` can only be set to `failed`. You need `payments.update`.',
  ...records,
  args: (arg) => ({ ...byPart(arg), input: arg({ type: UpdatePaymentInput, required: true }) }),
  write: async (write, { input, ...named }) => {
    const { order, part: payment } = await lockPart(write, 'payments', named, 'payments.update');
    const reader = new AttributeReader();
    const updated = await updatePayment(write, order, payment, input, reader);
    reader.check();
    await saveOrder(write, updated);
    return { payment: payment.id, order: order.id };
  },
});

defineMutation('firePaymentEvent', {
  description: `Fires an event on a payment: ${wordsOf(paymentVerbs).join(', ')}. It is recorded by hand: no payment provider is called. EVENT_REFUSED if its state does not allow it. To get the refund of a \`credit\`, use \`creditPayment\`. You need \`payments.update\`.`,
  ...records,
  args: (arg) => ({
    ...byPart(arg),
    event: arg({ type: PaymentEvent, required: true, description: ownMutation }),
    amount: arg({
      type: 'Money',
      description:
        'With `credit`: the amount to pay back, such as "12.50"; if you leave it out, what was paid too much for the order; all that is left of the payment if that is less, or nothing was paid too much. With `capture`: the amount to take; all of it if you leave it out.',
    }),
  }),
  write: (write, args) => fire(write, args),
});

/** The acts on a payment that need nothing but the payment. */
const acts = {
  authorizePayment: ['authorize', 'Marks a payment as authorized: it is captured later.'],
  purchasePayment: ['purchase', 'Marks a payment in checkout as paid.'],
  voidPayment: ['void', 'Voids a payment of which nothing was credited.'],
} as const satisfies Readonly<Record<string, readonly [PaymentEventWord, string]>>;

for (const [name, [event, says]] of Object.entries(acts)) {
  defineMutation(name, {
    description: `${says} It is recorded by hand: no payment provider is called. EVENT_REFUSED if its state does not allow it. You need \`payments.update\`.`,
    ...records,
    args: (arg) => byId(arg, 'the order'),
    write: (write, args) => fire(write, { ...args, event }),
  });
}

defineMutation('capturePayment', {
  description:
    'Marks a payment in state `checkout` or `pending` as paid, as a whole or in part: the payment then has the captured amount. It is recorded by hand: no payment provider is called. EVENT_REFUSED if its state does not allow it; the amount is at most that of the payment. You need `payments.update`.',
  ...records,
  args: (arg) => ({
    ...byId(arg, 'the order'),
    amount: arg({
      type: 'Money',
      description: 'The amount to capture, such as "12.50"; all of it if you leave it out.',
    }),
  }),
  write: (write, args) => fire(write, { ...args, event: 'capture' }),
});

defineMutation('creditPayment', {
  description:
    'Pays a payment back, as a whole or in part. The `refund` is a new payment with a negative amount; its `sourceId` names the credited one. It is recorded by hand: no payment provider is called. EVENT_REFUSED if the payment is not completed or nothing is left of it, INVALID if less than the amount is left. You need `payments.update`.',
  shows: { payment: Payment, refund: Payment },
  beside: { order: Order },
  args: (arg) => ({
    ...byPart(arg),
    amount: arg({
      type: 'Money',
      description:
        'The amount to pay back, such as "12.50"; if you leave it out, what was paid too much for the order; all that is left of the payment if that is less, or nothing was paid too much.',
    }),
  }),
  write: async (write, { amount, ...named }) => {
    const event = 'credit';
    const right = { kind: 'payment', event } as const;
    const { order, part: payment } = await lockPart(write, 'payments', named, right);
    const credited = fireOnPayment(write, order, payment, event, amount);
    const { payments } = await saveOrder(write, credited);
    return { payment: payment.id, refund: addedTo(order.payments, payments), order: order.id };
  },
});
