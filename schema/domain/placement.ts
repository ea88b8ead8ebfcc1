/** A count of a variant at a location; `countOnHand` in units. */
export interface Shelf {
  readonly stockLocationId: bigint;
  readonly isDefault: boolean;
  /** Whether the location is in use; from others nothing is sold. */
  readonly active: boolean;
  readonly countOnHand: number;
}

export interface FreeUnits {
  readonly stockLocationId: bigint;
  units: number;
}

/** What active locations can give of one variant: the default first, then by id. */
export const freeUnits = (shelves: readonly Shelf[]): FreeUnits[] =>
  shelves
    .filter(({ active, countOnHand }) => active && countOnHand > 0)
    .toSorted(
      (a, b) =>
        Number(b.isDefault) - Number(a.isDefault) ||
        (a.stockLocationId < b.stockLocationId ? -1 : 1),
    )
    .map(({ stockLocationId, countOnHand }) => ({ stockLocationId, units: countOnHand }));

/** So many units from one location. */
interface Portion {
  readonly stockLocationId: bigint;
  readonly quantity: number;
}

/**
 * From where units of a variant are taken: from each location what it can give, the rest from the default one,
 * where it is backordered or found short. Takes them off `free`.
 */
export function takePortions(
  free: readonly FreeUnits[],
  quantity: number,
  defaultLocationId: bigint,
): readonly Portion[] {
  const taken = new Map<bigint, number>();
  let rest = quantity;
  const take = (stockLocationId: bigint, pieces: number): void => {
    if (pieces > 0) taken.set(stockLocationId, (taken.get(stockLocationId) ?? 0) + pieces);
    rest -= pieces;
  };
  for (const shelf of free) {
    const pieces = Math.min(rest, shelf.units);
    shelf.units -= pieces;
    take(shelf.stockLocationId, pieces);
  }
  take(defaultLocationId, rest);
  return [...taken].map(([stockLocationId, pieces]) => ({ stockLocationId, quantity: pieces }));
}
