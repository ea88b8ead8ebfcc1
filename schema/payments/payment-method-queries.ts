import { requireKey } from '../abilities.ts';
import { builder } from '../builder.ts';
import { PaymentMethod } from './payment.ts';

builder.queryFields((t) => ({
  paymentMethods: t.prismaField({
    type: [PaymentMethod],
    description: 'Returns the payment methods that new payments can use. You need an API key.',
    resolve: (query, _root, _args, { db, viewer }) => {
      requireKey(viewer);
      return db.paymentMethod.findMany({
        ...query,
        where: { active: true },
        orderBy: [{ position: 'asc' }, { id: 'asc' }],
      });
    },
  }),
}));
