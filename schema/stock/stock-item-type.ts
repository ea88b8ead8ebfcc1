import { builder } from '../builder.ts';
import { columns } from '../columns.ts';
import { promisedUnits } from './promised.ts';
import { StockLocation } from './stock-location.ts';

/** Stock of one variant in one location. Decision: C34. */
export const StockItem = builder.prismaObject('StockItem', {
  select: {},
  description: 'Stock of one variant in one stock location.',
  fields: (t) => ({
    ...columns(t, 'id', 'variantId', 'countOnHand', 'backorderable', 'updatedAt'),
    stockLocation: t.relation('stockLocation', { type: StockLocation }),
    promised: t.int({
      description:
        'Units that are sold and set aside here for open orders, until they are shipped. `countOnHand` does not contain them.',
      select: { id: true },
      resolve: ({ id }, _args, context) => promisedUnits(context, id),
    }),
  }),
});
