import { builder } from '../builder.ts';

/** A zone that a shipping method delivers to. Decision: T22. */
const Zone = builder.prismaObject('Zone', {
  select: {},
  fields: (t) => ({ id: t.exposeID('id'), name: t.exposeString('name') }),
});

/** Goods that ship by the same methods. Decision: T21. */
const ShippingCategory = builder.prismaObject('ShippingCategory', {
  select: {},
  fields: (t) => ({
    id: t.exposeID('id'),
    name: t.exposeString('name'),
    isDefault: t.exposeBoolean('isDefault'),
  }),
});

/** A way to ship. Contract: Resources / ShippingMethod. */
export const ShippingMethod = builder.prismaObject('ShippingMethod', {
  select: {},
  fields: (t) => ({
    id: t.exposeID('id'),
    name: t.exposeString('name'),
    active: t.exposeBoolean('active'),
    zone: t.relation('zone', { type: Zone }),
    shippingCategory: t.relation('shippingCategory', { type: ShippingCategory }),
    baseCost: t.expose('baseCost', { type: 'Money' }),
    itemCost: t.expose('itemCost', { type: 'Money' }),
    createdAt: t.expose('createdAt', { type: 'DateTime' }),
    updatedAt: t.expose('updatedAt', { type: 'DateTime' }),
  }),
});
