import { builder } from '../builder.ts';
import { columns } from '../columns.ts';

const Zone = builder.prismaObject('Zone', {
  select: {},
  fields: (t) => ({ id: t.exposeID('id'), name: t.exposeString('name') }),
});

const ShippingCategory = builder.prismaObject('ShippingCategory', {
  select: {},
  fields: (t) => columns(t, 'id', 'name', 'isDefault'),
});

export const ShippingMethod = builder.prismaObject('ShippingMethod', {
  select: {},
  fields: (t) => ({
    ...columns(t, 'id', 'name', 'active', 'baseCost', 'itemCost', 'createdAt', 'updatedAt'),
    zone: t.relation('zone', { type: Zone }),
    shippingCategory: t.relation('shippingCategory', { type: ShippingCategory }),
  }),
});
