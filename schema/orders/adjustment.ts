import { builder } from '../builder.ts';
import { columns } from '../columns.ts';
import { displayMoney } from '../domain/money.ts';
import { AdjustmentKind } from '../states.ts';

/** The REST API's names for the origin of an adjustment, by its type. Decision: R24. */
const sourceTypes: Readonly<Record<string, string>> = { shipping: 'Shipment', tax: 'TaxRate' };

export const Adjustment = builder.prismaObject('Adjustment', {
  select: {},
  fields: (t) => ({
    ...columns(t, 'id', 'orderId', 'shipmentId', 'lineItemId', 'pieces', 'amount', 'discount'),
    ...columns(t, 'label', 'mandatory', 'eligible', 'createdAt', 'updatedAt'),
    kind: t.expose('kind', { type: AdjustmentKind }),
    sourceType: t.string({
      nullable: true,
      description: '`Shipment` for shipping, `TaxRate` for tax, null for all others.',
      select: { kind: true },
      resolve: ({ kind }) => sourceTypes[kind] ?? null,
    }),
    sourceId: t.id({
      nullable: true,
      description: 'Id of the shipment for shipping, otherwise null.',
      select: { kind: true, shipmentId: true },
      resolve: ({ kind, shipmentId }) => (kind === 'shipping' ? shipmentId : null),
    }),
    displayAmount: t.string({
      description: '`amount` as text with currency, such as $12.50.',
      select: { amount: true, order: { select: { currency: true } } },
      resolve: ({ amount, order }) => displayMoney(amount, order.currency),
    }),
  }),
});
