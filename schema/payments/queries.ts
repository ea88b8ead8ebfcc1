import { builder } from '../builder.ts';
import { NotFound } from '../errors.ts';
import { findOrder, ofOrder } from '../orders/find-order.ts';
import { orderAttributes } from '../orders/order-attributes.ts';
import { parseId } from '../refs.ts';
import { attributeList, one } from '../search/attributes.ts';
import { findPage, type Page } from '../search/page.ts';
import { pageArguments, pageFigures } from '../search/page-fields.ts';
import { searchable } from '../search/searchable.ts';
import { leadsTo } from '../shown.ts';
import { paymentAttributes } from './payment-attributes.ts';
import { Payment } from './payment.ts';

/** What lists of payments can be searched and sorted by. Decision: S20. */
const paymentSearch = searchable(
  attributeList('Payment', 'payments', paymentAttributes.attributes, {
    order: one(orderAttributes, 'order_id', leadsTo.order),
  }),
);

const PaymentPage = builder.objectRef<Page>('PaymentPage').implement({
  description: 'A page of payments.',
  fields: (t) => ({
    nodes: t.prismaField({
      type: [Payment],
      description: 'The records of this page, in sort order.',
      resolve: (query, page, _args, { db }) => {
        const selection = { ...query };
        return page.load((where) => db.payment.findMany({ ...selection, where }));
      },
    }),
    ...pageFigures(t),
  }),
});

builder.queryFields((t) => ({
  payment: t.prismaField({
    type: Payment,
    description:
      'Returns a payment of an order. You need `payments.read`, unless the order is yours or you send its order token.',
    args: { order: t.arg.string({ required: true }), id: t.arg.id({ required: true }) },
    resolve: async (query, _root, args, context) => {
      const selection = { ...query };
      const { id: orderId } = await findOrder(context, args.order, 'payments.read');
      const id = parseId(args.id);
      if (id === undefined) throw new NotFound();
      const payment = await context.db.payment.findFirst({ ...selection, where: { id, orderId } });
      if (!payment) throw new NotFound();
      return payment;
    },
  }),
  payments: t.field({
    type: PaymentPage,
    description:
      'Returns the payments of an order, including credits. You need `payments.index`, unless the order is yours or you send its order token.',
    args: { order: t.arg.string({ required: true }), ...pageArguments(t.arg, paymentSearch) },
    resolve: async (_root, args, context) => {
      const order = await findOrder(context, args.order, 'payments.index');
      return findPage(paymentSearch, context, args, ofOrder(order), [{ field: 'id' }]);
    },
  }),
}));
