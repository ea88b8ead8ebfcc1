import { builder } from '../builder.ts';
import { columns } from '../columns.ts';
import { StockLocation } from './stock-location.ts';
import { Prisma } from '../../prisma/generated/client/client.ts';
import type { Context } from '../context.ts';
import { readTogether } from '../search/together.ts';

/**
 * Units that are sold and lie at the location of a stock item until they are shipped. What one response asks for is
 * read by one statement, whatever the number of stock items.
 */
async function promisedUnits(context: Context, stockItemId: bigint): Promise<number> {
  const units = await readTogether(context, promisedUnits, stockItemId, (ids) =>
    readPromised(context, ids),
  );
  return units ?? 0;
}

async function readPromised(
  { db }: Context,
  stockItemIds: readonly bigint[],
): Promise<ReadonlyMap<bigint, number>> {
  const rows = await db.$queryRaw<{ id: bigint; units: number }[]>(Prisma.sql`
    SELECT i.id, count(*)::integer AS units
    FROM stock_items i
    JOIN inventory_units u ON u.variant_id = i.variant_id AND u.state = 'sold'
    LEFT JOIN shipments s ON s.id = u.shipment_id
    WHERE i.id = ANY(${stockItemIds.map(String)}::bigint[])
      AND i.stock_location_id = COALESCE(s.stock_location_id,
            (SELECT id FROM stock_locations WHERE is_default))
    GROUP BY i.id`);
  return new Map(rows.map(({ id, units }) => [id, units]));
}

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
