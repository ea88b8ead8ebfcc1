import { Prisma } from '../../prisma/generated/client/client.ts';
import type { Context } from '../context.ts';

/** Stock items of which the promised units are read together, with who waits for them. */
type Waiting = Map<bigint, (read: Promise<ReadonlyMap<bigint, number>>) => void>;

const asked = new WeakMap<Context, Waiting>();

/**
 * Units that are sold and lie at the location of a stock item until they are shipped. What one response asks for is
 * read by one statement, whatever the number of stock items.
 * Decision: T37, C34.
 */
export function promisedUnits(context: Context, stockItemId: bigint): Promise<number> {
  const known = asked.get(context);
  const waiting = known ?? (new Map() as Waiting);
  if (!known) {
    asked.set(context, waiting);
    queueMicrotask(() => {
      asked.delete(context);
      const read = readPromised(context, [...waiting.keys()]);
      for (const hand of waiting.values()) hand(read);
    });
  }
  return new Promise<ReadonlyMap<bigint, number>>((resolve) => {
    const before = waiting.get(stockItemId);
    waiting.set(stockItemId, (read) => {
      before?.(read);
      resolve(read);
    });
  }).then((promised) => promised.get(stockItemId) ?? 0);
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
