import { builder } from '../builder.ts';
import { columns } from '../columns.ts';
import { displayMoney } from '../domain/money.ts';

/** The price of one shipping method for a shipment. Contract: Resources / ShippingRate. */
export const ShippingRate = builder.prismaObject('ShippingRate', {
  select: {},
  fields: (t) => ({
    ...columns(t, 'id', 'cost', 'selected'),
    name: t.string({
      description: 'Name of the shipping method.',
      select: { shippingMethod: { select: { name: true } } },
      resolve: ({ shippingMethod }) => shippingMethod.name,
    }),
    displayCost: t.string({
      description: '`cost` as text with currency, such as $5.00.',
      select: { cost: true },
      resolve: ({ cost }, _args, { settings }) => displayMoney(cost, settings.currency),
    }),
    shipment: t.relation('shipment'),
    shippingMethod: t.relation('shippingMethod'),
  }),
});
