import { saveOrder } from '../order-desk/fill.ts';
import { lockOrder } from '../order-desk/load.ts';
import { ownRecord } from '../order-desk/working-order.ts';
import { Order } from '../orders/order.ts';
import { versionArgument } from '../if-version.ts';
import { holding, OrderBy, ofOrderDescription } from '../look-up.ts';
import { parseId } from '../refs.ts';
import { defineMutation } from '../payload.ts';
import { fireOnPayment } from './fire.ts';
import { Payment } from './payment.ts';

defineMutation('creditPayment', {
  description:
    'Pays a payment back, as a whole or in part. The `refund` is a new payment with a negative amount; its `sourceId` names the credited one. It is recorded by hand: no payment provider is called. REFUSED if the payment is not completed or nothing is left of it, INVALID if less than the amount is left. You need `payments.update`.',
  shows: { payment: Payment, refund: Payment },
  beside: { order: Order },
  args: (arg) => ({
    id: arg.id({ required: true }),
    order: arg({ type: OrderBy, description: ofOrderDescription }),
    amount: arg({
      type: 'Money',
      description: 'The amount to pay back, such as "12.50"; all that is left if you leave it out.',
    }),
    ifVersion: versionArgument(arg, 'the order'),
  }),
  write: async (write, { order: by, id, amount, ifVersion }) => {
    const event = 'credit';
    const right = { kind: 'payment', event } as const;
    const order = await lockOrder(write, by ?? holding('payments', id), right, ifVersion);
    const payment = ownRecord(order.payments, parseId(id));
    const credited = fireOnPayment(write, order, payment, event, amount);
    const refund = (await saveOrder(write, credited)).payments.at(-1)?.id;
    if (refund === undefined) throw new Error('A credit was neither recorded nor refused.');
    return { payment: payment.id, refund, order: order.id };
  },
});
