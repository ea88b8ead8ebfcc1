import type { Messages } from './messages.ts';
import { nameWithOptions } from './options-text.ts';

export interface NamedVariant {
  readonly name: string;
  readonly optionsText: string;
}

/** A wanted variant, with its stock item in the location. Counts are units. */
export interface WantedVariant extends NamedVariant {
  readonly variantId: bigint;
  readonly quantity: number;
  readonly deleted: boolean;
  readonly trackInventory: boolean;
  readonly backorderable: boolean;
  readonly countOnHand: number;
}

export function quantityNotAvailable({ name, optionsText }: NamedVariant): string {
  return `Selected quantity of "${nameWithOptions(name, optionsText)}" is not available.`;
}

/** Refuses what takes stock that there is too little of. */
export const stockIsAvailable = ({
  stockShort,
}: {
  readonly stockShort: readonly NamedVariant[];
}): Messages | null =>
  stockShort.length === 0 ? null : { quantity: stockShort.map(quantityNotAvailable) };

/** Whether so many units can be sold: the variant is not deleted, and it is untracked, backorderable or in stock. */
export function isAvailable(
  wanted: Omit<WantedVariant, keyof NamedVariant | 'variantId'>,
): boolean {
  return (
    !wanted.deleted &&
    (!wanted.trackInventory || wanted.backorderable || wanted.countOnHand >= wanted.quantity)
  );
}

/**
 * The variants with too little stock, each once, in the given order. Entries of one variant are summed, so two
 * line items of a variant cannot both claim the same units.
 */
export function findShortVariants(wanted: readonly WantedVariant[]): readonly WantedVariant[] {
  const sums = new Map<bigint, WantedVariant>();
  for (const entry of wanted) {
    const sum = sums.get(entry.variantId)?.quantity ?? 0;
    sums.set(entry.variantId, { ...entry, quantity: sum + entry.quantity });
  }
  return [...sums.values()].filter((entry) => !isAvailable(entry));
}

/** A line whose variant got another price before the order was completed; prices as text with currency. */
export interface PriceChange extends NamedVariant {
  readonly lineId: bigint;
  readonly from: string;
  readonly to: string;
}

/** The message under `price` for a line that has another price than the client saw. */
export function priceChanged({ lineId, name, optionsText, from, to }: PriceChange): string {
  const variant = nameWithOptions(name, optionsText);
  return `has changed from ${from} to ${to} for line item ${String(lineId)}, "${variant}"`;
}

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
