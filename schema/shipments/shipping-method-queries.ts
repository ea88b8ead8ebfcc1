import { requireKey } from '../abilities.ts';
import { builder } from '../builder.ts';
import { ShippingMethod } from './shipping-method.ts';

builder.queryFields((t) => ({
  shippingMethods: t.prismaField({
    type: [ShippingMethod],
    description: 'The ways of shipping that are offered, for every caller with a key.',
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
