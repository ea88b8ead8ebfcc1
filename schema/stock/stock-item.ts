import { Prisma } from '../../prisma/generated/client/client.ts';
import { groupsOf } from '../domain/groups.ts';
import { countBounds, type IntegerBounds, noCounts, partsOf } from '../domain/measures.ts';
import { isBlank } from '../domain/text.ts';
import { temporaryId } from '../new-rows.ts';
import type { LockedStockItem } from '../domain/stock.ts';
import { parseId } from '../refs.ts';
import type { Write } from '../write.ts';

/** A location as stock in it is written. */
export interface StockPlace {
  readonly id: bigint;
  readonly isDefault: boolean;
  readonly active: boolean;
}

/**
 * The stock item of a variant at a location among the locked ones of that variant; a new one with count 0, backorderable
 * as in the default location, if there is none.
 */
export function itemAt(
  ofVariant: readonly LockedStockItem[],
  variantId: bigint,
  { id: stockLocationId, isDefault, active }: StockPlace,
): LockedStockItem {
  const standard = ofVariant.find((item) => item.isDefault);
  return (
    ofVariant.find((item) => item.stockLocationId === stockLocationId) ?? {
      id: temporaryId(),
      variantId,
      stockLocationId,
      countOnHand: 0,
      backorderable: standard?.backorderable ?? true,
      isTracked: standard?.isTracked ?? true,
      isDeleted: standard?.isDeleted ?? false,
      isDefault,
      active,
      isNew: true,
    }
  );
}

/**
 * What the count of a stock item may become, with the other locked ones of its variant. What lies at an inactive
 * location is in no sum, until that becomes active. Decision: T34.
 */
export function boundsAt(
  ofVariant: readonly LockedStockItem[],
  { id, active, backorderable, countOnHand }: LockedStockItem,
): IntegerBounds {
  const others = ofVariant.filter((other) => other.id !== id && other.active);
  const parts = active ? partsOf(others.map((other) => other.countOnHand)) : noCounts;
  return countBounds(backorderable, parts, countOnHand);
}

export const itemsByVariant = (items: readonly LockedStockItem[]) =>
  groupsOf(items, ({ variantId }) => variantId);

interface NamesPlace {
  readonly stockLocationId?: string | null | undefined;
}

/** The locations that rows name by id, and the default one, which is meant by those that name none. */
export async function readPlaces(
  { tx }: Write,
  rows: readonly NamesPlace[],
): Promise<(row: NamesPlace) => StockPlace | undefined> {
  const ids = rows.flatMap(({ stockLocationId }) => parseId(stockLocationId) ?? []);
  const places = await tx.stockLocation.findMany({
    where: { OR: [{ isDefault: true }, { id: { in: [...new Set(ids)] } }] },
    select: { id: true, isDefault: true, active: true },
  });
  const standard = places.find(({ isDefault }) => isDefault);
  return ({ stockLocationId }) => {
    if (isBlank(stockLocationId)) return standard;
    const id = parseId(stockLocationId);
    return places.find((place) => place.id === id);
  };
}

/**
 * Locks the stock of these variants, by variant: the lock of the item in the default location, which every variant has,
 * is that of its items everywhere. A write that takes and returns stock locks all variants that it may need at once,
 * before the first count changes.
 * Throws NeedsRecords at once, so that nothing is sent along with a lock that it does not ask for. Decision: T53.
 */
export function lockStock(write: Write, variantIds: readonly bigint[]): Promise<void> {
  if (variantIds.length === 0) return Promise.resolve();
  write.claim('stock', variantIds);
  const locked = write.tx.$queryRaw(Prisma.sql`
    SELECT i.id FROM stock_items i
    WHERE i.variant_id = ANY(${idsText(variantIds)}::bigint[])
      AND i.stock_location_id = (SELECT id FROM stock_locations WHERE is_default)
    ORDER BY i.variant_id FOR NO KEY UPDATE OF i`);
  return locked.then(() => {
    write.hasLocked();
  });
}

const idsText = (ids: readonly bigint[]): string[] => [...new Set(ids)].map(String);

interface Priced {
  readonly price: Prisma.Decimal;
}

/**
 * Locks the stock of these variants and reads all its items, by variant and location. They are read once the lock is
 * given: a statement that waited for it would not see items that were made meanwhile.
 */
export async function lockStockItems(
  write: Write,
  variantIds: readonly bigint[],
): Promise<(LockedStockItem & Priced)[]> {
  if (variantIds.length === 0) return [];
  const locked = lockStock(write, variantIds);
  const read = write.tx.$queryRaw<(LockedStockItem & Priced)[]>(Prisma.sql`
    SELECT i.id, i.variant_id AS "variantId", i.stock_location_id AS "stockLocationId",
           i.count_on_hand AS "countOnHand", i.backorderable, l.is_default AS "isDefault", l.active,
           v.track_inventory AS "isTracked", v.deleted_at IS NOT NULL AS "isDeleted",
           v.price
    FROM stock_items i
    JOIN stock_locations l ON l.id = i.stock_location_id
    JOIN variants v ON v.id = i.variant_id
    WHERE i.variant_id = ANY(${idsText(variantIds)}::bigint[])
    ORDER BY i.variant_id, i.stock_location_id`);
  const [items] = await Promise.all([read, locked]);
  return items;
}
