import { requireKey } from '../abilities.ts';
import { builder } from '../builder.ts';
import { Unauthorized } from '../errors.ts';
import { seesStock } from '../shown.ts';
import { StockLocation } from './stock-location.ts';

builder.queryFields((t) => ({
  stockLocations: t.prismaField({
    type: [StockLocation],
    description:
      'Returns the stock locations that goods ship from. You need one of `shipments.index`, `shipments.create` and `variants.update`.',
    resolve: (query, _root, _args, { db, viewer }) => {
      requireKey(viewer);
      if (!seesStock(viewer, undefined)) throw new Unauthorized();
      return db.stockLocation.findMany({ ...query, orderBy: { id: 'asc' } });
    },
  }),
}));
