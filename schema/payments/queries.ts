import { requireKey } from '../abilities.ts';
import { builder } from '../builder.ts';
import { findOrder, ofOrder } from '../orders/find-order.ts';
import { orderAttributes } from '../orders/order-attributes.ts';
import { holding, OrderBy } from '../look-up.ts';
import { orderAbove } from '../record-arguments.ts';
import { existing, soughtId } from '../refs.ts';
import { extended } from '../search/attribute-list.ts';
import { one } from '../search/attributes.ts';
import { findPage } from '../search/find-page.ts';
import { connectionOf, listArguments } from '../search/connection.ts';
import { searchable } from '../search/searchable.ts';
import { leadsTo } from '../shown.ts';
import { paymentAttributes } from './payment-attributes.ts';
import { Payment, PaymentMethod } from './payment.ts';

const paymentSearch = searchable(
  extended(paymentAttributes, {
    order: one(orderAttributes, 'order_id', leadsTo.order, { always: true }),
  }),
);

const PaymentConnection = connectionOf(Payment, 'payments');

builder.queryFields((t) => ({
  payment: t.prismaField({
    type: Payment,
    nullable: true,
    description:
      'Returns a payment of an order. You need `payments.read`, unless the order is yours or you send its order token.',
    args: {
      id: t.arg.id({ required: true }),
      order: orderAbove(t.arg),
    },
    resolve: async (query, _root, args, context) => {
      const selection = { ...query };
      const by = args.order ?? holding('payments', args.id);
      const order = await findOrder(context, by, 'payments.read');
      const where = { id: soughtId(args.id), orderId: order.id };
      return existing(await context.db.payment.findFirst({ ...selection, where }));
    },
  }),
  payments: t.field({
    type: PaymentConnection,
    nullable: true,
    description:
      'Returns the payments of an order, including credits. You need `payments.index`, unless the order is yours or you send its order token.',
    args: {
      order: t.arg({ type: OrderBy, required: true }),
      ...listArguments(t.arg, paymentSearch),
    },
    resolve: async (_root, args, context) => {
      const order = await findOrder(context, args.order, 'payments.index');
      return findPage(paymentSearch, context, args, ofOrder(order), [{ field: 'id' }]);
    },
  }),
  paymentMethods: t.prismaField({
    type: [PaymentMethod],
    description: 'Returns the payment methods that new payments can use. You need an API key.',
    resolve: (query, _root, _args, { db, viewer }) => {
      requireKey(viewer);
      return db.paymentMethod.findMany({
        ...query,
        where: { active: true },
        orderBy: [{ position: 'asc' }, { id: 'asc' }],
      });
    },
  }),
}));
