import { builder } from '../builder.ts';
import { columns } from '../columns.ts';

/** A zone that a shipping method delivers to. Decision: T22. */
const Zone = builder.prismaObject('Zone', {
  select: {},
  fields: (t) => ({ id: t.exposeID('id'), name: t.exposeString('name') }),
});

/** Goods that ship by the same methods. Decision: T21. */
const ShippingCategory = builder.prismaObject('ShippingCategory', {
  select: {},
  fields: (t) => columns(t, 'id', 'name', 'isDefault'),
});

/** A way to ship. Contract: Resources / ShippingMethod. */
export const ShippingMethod = builder.prismaObject('ShippingMethod', {
  select: {},
  fields: (t) => ({
    ...columns(t, 'id', 'name', 'active', 'baseCost', 'itemCost', 'createdAt', 'updatedAt'),
    zone: t.relation('zone', { type: Zone }),
    shippingCategory: t.relation('shippingCategory', { type: ShippingCategory }),
  }),
});
