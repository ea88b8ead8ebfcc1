import { builder } from '../builder.ts';
import { checkoutSteps } from '../domain/checkout.ts';
import { displayMoney, toDecimal } from '../domain/money.ts';
import type { PaymentState } from '../domain/payment-machine.ts';
import type { OrderState as StateOfOrder } from '../domain/order-states.ts';
import { isShown } from '../shown.ts';
import { CheckoutStep, OrderPaymentState, OrderShipmentState, OrderState } from '../states.ts';

const oldestFirst = { orderBy: { id: 'asc' } } as const;

interface Priced<Name extends string> {
  readonly order: Readonly<Record<Name, { toString(): string }>> & { readonly currency: string };
}

/** The field that shows an amount of an order as text. */
const displayOf = <Name extends string>(name: Name, example: string) => ({
  description: `\`${name}\` as text with currency, such as ${example}.`,
  select: { [name]: true, currency: true } as Readonly<Record<Name | 'currency', true>>,
  resolve: (order: Priced<Name>['order']) => displayMoney(order[name], order.currency),
});

/** An order, from cart to returned. Contract: Resources / Order. Decision: R12, R30. */
export const Order = builder.prismaObject('Order', {
  // Each read of an order needs them to check for the owner or the token.
  select: { userId: true, token: true },
  fields: (t) => ({
    id: t.exposeID('id'),
    number: t.exposeString('number'),
    state: t.expose('state', { type: OrderState }),
    checkoutSteps: t.field({
      type: [CheckoutStep],
      description:
        'The checkout steps of this order. `payment` is included only if there is something to pay, `confirm` only if the order needs it or stands in it.',
      select: {
        state: true,
        total: true,
        payments: {
          // Sorted like the relation, so that both are read by one query.
          ...oldestFirst,
          select: { state: true, amount: true, paymentMethod: { select: { kind: true } } },
        },
      },
      resolve: ({ state: present, total, payments }, _args, { settings }) => [
        ...checkoutSteps(
          {
            total: toDecimal(total),
            alwaysConfirm: settings.checkoutConfirm,
            payments: payments.map(({ state, amount, paymentMethod }) => ({
              state: state as PaymentState,
              amount: toDecimal(amount),
              methodKind: paymentMethod.kind,
            })),
          },
          present as StateOfOrder,
        ),
      ],
    }),
    itemTotal: t.expose('itemTotal', { type: 'Money' }),
    adjustmentTotal: t.expose('adjustmentTotal', { type: 'Money' }),
    shipTotal: t.expose('shipTotal', { type: 'Money' }),
    taxTotal: t.expose('taxTotal', { type: 'Money' }),
    creditTotal: t.expose('creditTotal', { type: 'Money' }),
    total: t.expose('total', { type: 'Money' }),
    paymentTotal: t.expose('paymentTotal', { type: 'Money' }),
    displayItemTotal: t.string(displayOf('itemTotal', '$79.95')),
    displayAdjustmentTotal: t.string(displayOf('adjustmentTotal', '-$5.00')),
    displayShipTotal: t.string(displayOf('shipTotal', '$5.00')),
    displayTaxTotal: t.string(displayOf('taxTotal', '$3.20')),
    displayTotal: t.string(displayOf('total', '$79.95')),
    totalQuantity: t.int({
      description: 'Units in the order: the sum of all line item quantities.',
      select: { totalQuantity: true },
      resolve: ({ totalQuantity }) => Number(totalQuantity),
    }),
    currency: t.exposeString('currency'),
    channel: t.exposeString('channel'),
    userId: t.exposeID('userId', { nullable: true }),
    email: t.exposeString('email', { nullable: true }),
    specialInstructions: t.exposeString('specialInstructions', { nullable: true }),
    shipmentState: t.expose('shipmentState', { type: OrderShipmentState, nullable: true }),
    paymentState: t.expose('paymentState', { type: OrderPaymentState, nullable: true }),
    token: t.string({
      nullable: true,
      description:
        'Order token: allows any action on this order without an API key. Null if you may not update the order.',
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
