import { builder } from '../builder.ts';
import { saveOrder } from '../order-desk/fill.ts';
import { lockOrder } from '../order-desk/load.ts';
import { ownRecord } from '../order-desk/working-order.ts';
import { Order } from '../orders/order.ts';
import { parseId } from '../refs.ts';
import { inWrite } from '../write.ts';
import { fireOnPayment } from './fire.ts';
import { Payment } from './payment.ts';

/** Ids of what a credit concerns; the fields read the records. */
interface Credited {
  readonly orderId: bigint;
  readonly paymentId: bigint;
  readonly refundId: bigint;
}

/** What a credit answers. Decision: T39. */
const CreditedPayment = builder.objectRef<Credited>('CreditedPayment').implement({
  description: 'A payment of which money was paid back, and the refund.',
  fields: (t) => ({
    payment: t.prismaField({
      type: Payment,
      description: 'The payment that was credited.',
      resolve: (query, { paymentId: id }, _args, { db }) =>
        db.payment.findUniqueOrThrow({ ...query, where: { id } }),
    }),
    refund: t.prismaField({
      type: Payment,
      description:
        'The new payment, with a negative amount; its `sourceId` names the credited one.',
      resolve: (query, { refundId: id }, _args, { db }) =>
        db.payment.findUniqueOrThrow({ ...query, where: { id } }),
    }),
    order: t.prismaField({
      type: Order,
      description: 'The order, with its totals after the refund.',
      resolve: (query, { orderId: id }, _args, { db }) =>
        db.order.findUniqueOrThrow({ ...query, where: { id } }),
    }),
  }),
});

builder.mutationField('creditPayment', (t) =>
  t.field({
    type: CreditedPayment,
    nullable: true,
    description:
      'Pays a payment back, as a whole or in part. It is recorded by hand: no payment provider is called. REFUSED if the payment is not completed, or if less than the amount is left of it. You need `payments.update`.',
    args: {
      order: t.arg.string({ required: true }),
      id: t.arg.id({ required: true }),
      amount: t.arg({
        type: 'Money',
        description:
          'The amount to pay back, such as "12.50"; all that is left if you leave it out.',
      }),
    },
    resolve: (_root, { order: ref, id, amount }, context) =>
      inWrite(context, async (write): Promise<Credited> => {
        const event = 'credit';
        const order = await lockOrder(write, ref, { kind: 'payment', event });
        const payment = ownRecord(order.payments, parseId(id));
        const credited = fireOnPayment(write, order, payment, event, amount);
        const refundId = (await saveOrder(write, credited)).payments.at(-1)?.id;
        if (refundId === undefined) throw new Error('A credit was neither recorded nor refused.');
        return { orderId: order.id, paymentId: payment.id, refundId };
      }),
  }),
);
