import { builder } from '../builder.ts';
import { columns } from '../columns.ts';
import { displayMoney } from '../domain/money.ts';
import { isShown } from '../shown.ts';
import { PaymentState } from '../states.ts';

/** A way to pay; all payments are recorded by hand. */
export const PaymentMethod = builder.prismaObject('PaymentMethod', {
  select: {},
  fields: (t) => columns(t, 'id', 'name', 'description', 'kind', 'active'),
});

/** Money paid for an order, or given back when negative. Contract: Resources / Order. */
export const Payment = builder.prismaObject('Payment', {
  select: {},
  fields: (t) => ({
    ...columns(t, 'id', 'orderId', 'amount', 'sourceType', 'sourceId', 'createdAt', 'updatedAt'),
    orderNumber: t.string({
      description: 'Number of the order, such as R100000041.',
      select: { order: { select: { number: true } } },
      resolve: ({ order }) => order.number,
    }),
    displayAmount: t.string({
      description: '`amount` as text with currency, such as $12.50.',
      select: { amount: true, order: { select: { currency: true } } },
      resolve: ({ amount, order }) => displayMoney(amount, order.currency),
    }),
    state: t.expose('state', { type: PaymentState }),
    paymentMethod: t.relation('paymentMethod'),
    responseCode: t.string({
      nullable: true,
      description: 'Response code of the payment provider. Null unless you hold `payments.update`.',
      select: { responseCode: true },
      resolve: (payment, _args, { viewer }) =>
        isShown('Payment.responseCode', viewer, payment) ? payment.responseCode : null,
    }),
    avsResponse: t.string({
      nullable: true,
      description:
        "Result of the payment provider's address check. Null unless you hold `payments.update`.",
      select: { avsResponse: true },
      resolve: (payment, _args, { viewer }) =>
        isShown('Payment.avsResponse', viewer, payment) ? payment.avsResponse : null,
    }),
  }),
});
