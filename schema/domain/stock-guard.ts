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
