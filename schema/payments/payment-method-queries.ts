import { requireKey } from '../abilities.ts';
import { builder } from '../builder.ts';
import { PaymentMethod } from './payment.ts';

builder.queryFields((t) => ({
  paymentMethods: t.prismaField({
    type: [PaymentMethod],
    description: 'The ways to pay that new payments may use, for every caller with a key.',
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
