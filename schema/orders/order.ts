import { builder } from '../builder.ts';
import { columns } from '../columns.ts';
import { checkoutSteps } from '../domain/checkout.ts';
import { displayMoney, toDecimal } from '../domain/money.ts';
import { rowMemory } from '../domain/remembering.ts';
import type { OrderPaymentFacts } from '../domain/order-machine.ts';
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

const knownSteps = rowMemory<ReturnType<typeof checkoutSteps>>();

export const Order = builder.prismaObject('Order', {
  // Each read of an order needs them to check for the owner or the token.
  select: { userId: true, token: true },
  fields: (t) => ({
    ...columns(t, 'id', 'number', 'itemTotal', 'adjustmentTotal', 'shipTotal', 'taxTotal'),
    ...columns(t, 'creditTotal', 'total', 'paymentTotal', 'currency', 'channel', 'userId', 'email'),
    ...columns(t, 'specialInstructions', 'lockVersion', 'completedAt', 'canceledAt', 'approvedAt'),
    ...columns(t, 'createdAt', 'updatedAt'),
    state: t.expose('state', { type: OrderState }),
    checkoutSteps: t.field({
      type: [CheckoutStep],
      description:
        'The checkout steps of this order. `payment` is included only if there is something to pay so far (shipping is known from delivery on), `confirm` only if the order needs it or stands in it.',
      extensions: { weighsAs: 'payments' },
      select: {
        state: true,
        total: true,
        payments: {
          // Sorted like the relation, so that both are read by one query.
          ...oldestFirst,
          select: { state: true, amount: true, paymentMethod: { select: { kind: true } } },
        },
      },
      resolve: (order, _args, { settings }) => [
        ...knownSteps(order, () =>
          checkoutSteps(
            {
              total: toDecimal(order.total),
              alwaysConfirm: settings.checkoutConfirm,
              payments: order.payments as readonly OrderPaymentFacts[],
            },
            order.state as StateOfOrder,
          ),
        ),
      ],
    }),
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
    shipmentState: t.expose('shipmentState', { type: OrderShipmentState, nullable: true }),
    paymentState: t.expose('paymentState', { type: OrderPaymentState, nullable: true }),
    token: t.string({
      nullable: true,
      description:
        'Order token: allows any action on this order without an API key. Null unless the order is yours, you send the token, or your roles allow all that it opens.',
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
  }),
});
