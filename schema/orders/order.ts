import { builder } from '../builder.ts';
import { checkoutSteps } from '../domain/checkout.ts';
import { displayMoney, toDecimal } from '../domain/money.ts';
import type { PaymentState } from '../domain/payment-machine.ts';
import { isShown } from '../shown.ts';

const oldestFirst = { orderBy: { id: 'asc' } } as const;

/** An order, from cart to returned. Contract: Resources / Order. Decision: R12, R30. */
export const Order = builder.prismaObject('Order', {
  // Whoever reads an order is asked whether it is his, or he holds its token.
  select: { userId: true, token: true },
  fields: (t) => ({
    id: t.exposeID('id'),
    number: t.exposeString('number'),
    state: t.exposeString('state'),
    checkoutSteps: t.stringList({
      description: 'The steps that apply now; `payment` only while there is something to pay.',
      select: {
        total: true,
        payments: {
          // Ordered as the relation is, so that both are read at once.
          ...oldestFirst,
          select: { state: true, amount: true, paymentMethod: { select: { kind: true } } },
        },
      },
      resolve: ({ total, payments }, _args, { settings }) => [
        ...checkoutSteps({
          total: toDecimal(total),
          alwaysConfirm: settings.checkoutConfirm,
          payments: payments.map(({ state, amount, paymentMethod }) => ({
            state: state as PaymentState,
            amount: toDecimal(amount),
            methodKind: paymentMethod.kind,
          })),
        }),
      ],
    }),
    itemTotal: t.expose('itemTotal', { type: 'Money' }),
    adjustmentTotal: t.expose('adjustmentTotal', { type: 'Money' }),
    shipTotal: t.expose('shipTotal', { type: 'Money' }),
    taxTotal: t.expose('taxTotal', { type: 'Money' }),
    creditTotal: t.expose('creditTotal', { type: 'Money' }),
    total: t.expose('total', { type: 'Money' }),
    paymentTotal: t.expose('paymentTotal', { type: 'Money' }),
    displayItemTotal: t.string({
      description: 'The item total as text.',
      select: { itemTotal: true, currency: true },
      resolve: ({ itemTotal, currency }) => displayMoney(toDecimal(itemTotal), currency),
    }),
    displayAdjustmentTotal: t.string({
      description: 'The adjustment total as text.',
      select: { adjustmentTotal: true, currency: true },
      resolve: ({ adjustmentTotal, currency }) =>
        displayMoney(toDecimal(adjustmentTotal), currency),
    }),
    displayShipTotal: t.string({
      description: 'The shipping total as text.',
      select: { shipTotal: true, currency: true },
      resolve: ({ shipTotal, currency }) => displayMoney(toDecimal(shipTotal), currency),
    }),
    displayTaxTotal: t.string({
      description: 'The tax total as text.',
      select: { taxTotal: true, currency: true },
      resolve: ({ taxTotal, currency }) => displayMoney(toDecimal(taxTotal), currency),
    }),
    displayTotal: t.string({
      description: 'The total as text.',
      select: { total: true, currency: true },
      resolve: ({ total, currency }) => displayMoney(toDecimal(total), currency),
    }),
    totalQuantity: t.expose('totalQuantity', { type: 'WholeNumber' }),
    currency: t.exposeString('currency'),
    channel: t.exposeString('channel'),
    userId: t.exposeID('userId', { nullable: true }),
    email: t.exposeString('email', { nullable: true }),
    specialInstructions: t.exposeString('specialInstructions', { nullable: true }),
    shipmentState: t.exposeString('shipmentState', { nullable: true }),
    paymentState: t.exposeString('paymentState', { nullable: true }),
    token: t.string({
      nullable: true,
      description: 'Authorizes any action on this order; shown to those who may update it.',
      select: { token: true, userId: true },
      resolve: (order, _args, { viewer }) =>
        isShown('Order.token', viewer, order) ? order.token : null,
    }),
    billAddress: t.relation('billAddress', { nullable: true }),
    shipAddress: t.relation('shipAddress', { nullable: true }),
    lineItems: t.relation('lineItems', { query: oldestFirst }),
    shipments: t.relation('shipments', { query: oldestFirst }),
    adjustments: t.relation('adjustments', { query: oldestFirst }),
    payments: t.relation('payments', { query: oldestFirst }),
    lockVersion: t.exposeInt('lockVersion'),
    completedAt: t.expose('completedAt', { type: 'DateTime', nullable: true }),
    canceledAt: t.expose('canceledAt', { type: 'DateTime', nullable: true }),
    approvedAt: t.expose('approvedAt', { type: 'DateTime', nullable: true }),
    createdAt: t.expose('createdAt', { type: 'DateTime' }),
    updatedAt: t.expose('updatedAt', { type: 'DateTime' }),
  }),
});
