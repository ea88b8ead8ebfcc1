import { requireKey } from '../abilities.ts';
import { builder } from '../builder.ts';
import { ShippingMethod } from './shipping-method.ts';

builder.queryFields((t) => ({
  shippingMethods: t.prismaField({
    type: [ShippingMethod],
    description: 'Returns the shipping methods that are offered. You need an API key.',
    resolve: (query, _root, _args, { db, viewer }) => {
      requireKey(viewer);
      return db.shippingMethod.findMany({
        ...query,
        where: { active: true },
        orderBy: { id: 'asc' },
      });
    },
  }),
}));
