import {
  findShortVariants,
  type FreeUnits,
  freeUnits,
  type NamedVariant,
  type Shelf,
  type WantedVariant,
} from '../domain/stock-guard.ts';
import { optionsTextOf } from '../variants/option-value.ts';
import type { Act, WorkingVariant } from './working-order.ts';

/** The name of a variant in messages. */
export const nameOf = (variant: WorkingVariant): NamedVariant => ({
  name: variant.product.name,
  optionsText: optionsTextOf(variant),
});

export const shelvesOf = ({ stockItems }: Pick<WorkingVariant, 'stockItems'>): Shelf[] =>
  stockItems.map(({ stockLocationId, stockLocation, countOnHand }) => ({
    stockLocationId,
    ...stockLocation,
    countOnHand,
  }));

const wanted = (
  variant: WorkingVariant,
  quantity: number,
  free: readonly FreeUnits[],
): WantedVariant => ({
  ...nameOf(variant),
  variantId: variant.id,
  quantity,
  deleted: variant.deletedAt !== null,
  trackInventory: variant.trackInventory,
  backorderable: isBackorderable(variant.stockItems),
  countOnHand: free.reduce((sum, { units }) => sum + units, 0),
});

/** The variants of which all active locations together cannot sell what is wanted. */
export const findShortOf = (
  lines: readonly { readonly variant: WorkingVariant; readonly quantity: number }[],
): readonly NamedVariant[] =>
  findShortVariants(
    lines.map(({ variant, quantity }) => wanted(variant, quantity, freeUnits(shelvesOf(variant)))),
  );

/** A wanted variant with what can be sold of it at one location alone. */
export function wantVariantAt(
  { inactiveLocations }: Act,
  variant: WorkingVariant,
  quantity: number,
  place: bigint,
): WantedVariant {
  const free = freeUnits(shelvesOf(variant));
  const there = free.filter(({ stockLocationId }) => stockLocationId === place);
  return {
    ...wanted(variant, quantity, there),
    ...(inactiveLocations.has(place) && { trackInventory: true, backorderable: false }),
  };
}

/** The flag is that of all stock items of a variant. Decision: B50. */
const isBackorderable = (items: WorkingVariant['stockItems']): boolean =>
  items.find(({ stockLocation }) => stockLocation.isDefault)?.backorderable ?? true;
