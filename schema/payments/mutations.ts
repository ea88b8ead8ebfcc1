import { Order } from '../orders/order.ts';
import { AttributeReader } from '../attribute-reader.ts';
import { paymentVerbs } from '../domain/payment-machine.ts';
import { saveOrder } from '../order-desk/fill.ts';
import { lockOrder } from '../order-desk/load.ts';
import { ownRecord } from '../order-desk/working-order.ts';
import { parseId } from '../refs.ts';
import { inWrite } from '../write.ts';
import { addPayment } from './actions.ts';
import { fireOnPayment } from './fire.ts';
import { PaymentInput } from './payment-input.ts';
import { Payment } from './payment.ts';
import { updatePayment } from './update-payment.ts';
import { defineMutation } from '../payload.ts';

const records = { shows: { payment: Payment }, beside: { order: Order } };

defineMutation('createPayment', {
  description:
    'Records a payment of an order; by default the amount that is still to be paid. No card is charged. You need `payments.create`, unless the order is yours or you send its order token.',
  ...records,
  args: (arg) => ({
    order: arg.string({ required: true }),
    input: arg({ type: PaymentInput, required: true }),
  }),
  write: ({ order: ref, input }, context, show) => {
    return inWrite(context, async (write) => {
      const order = await lockOrder(write, ref, 'payments.create');
      const reader = new AttributeReader();
      const paid = await addPayment(write, order, reader, input);
      reader.check();
      const id = (await saveOrder(write, paid)).payments.at(-1)?.id;
      if (id === undefined) throw new Error('A payment was neither created nor refused.');
      return show(write.tx, { payment: id, order: order.id });
    });
  },
});

defineMutation('updatePayment', {
  description:
    'Updates a payment in state `checkout` or `pending`; others are refused. You need `payments.update`.',
  ...records,
  args: (arg) => ({
    order: arg.string({ required: true }),
    id: arg.id({ required: true }),
    input: arg({ type: PaymentInput, required: true }),
  }),
  write: (args, context, show) => {
    return inWrite(context, async (write) => {
      const order = await lockOrder(write, args.order, 'payments.update');
      const payment = ownRecord(order.payments, parseId(args.id));
      const reader = new AttributeReader();
      const updated = await updatePayment(write, order, payment, args.input, reader);
      reader.check();
      await saveOrder(write, updated);
      return show(write.tx, { payment: payment.id, order: order.id });
    });
  },
});

defineMutation('firePaymentEvent', {
  description: `Fires an event on a payment: ${paymentVerbs.join(', ')}. It is recorded by hand: no payment provider is called. REFUSED if its state does not allow it. To get the refund of a \`credit\`, use \`creditPayment\`. You need \`payments.update\`.`,
  ...records,
  args: (arg) => ({
    order: arg.string({ required: true }),
    id: arg.id({ required: true }),
    event: arg.string({ required: true }),
    amount: arg({
      type: 'Money',
      description:
        'With `credit`: the amount to pay back, such as "12.50"; all that is left if you leave it out.',
    }),
  }),
  write: ({ order: ref, id, event, amount }, context, show) => {
    return inWrite(context, async (write) => {
      const order = await lockOrder(write, ref, { kind: 'payment', event });
      const payment = ownRecord(order.payments, parseId(id));
      await saveOrder(write, fireOnPayment(write, order, payment, event, amount));
      return show(write.tx, { payment: payment.id, order: order.id });
    });
  },
});
