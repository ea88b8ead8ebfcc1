import type { NamedVariant, WantedVariant } from '../domain/stock-guard.ts';
import { optionsTextOf } from '../variants/option-value.ts';
import type { WorkingVariant } from './working-order.ts';

/** The name of a variant in messages. */
export const nameOf = (variant: WorkingVariant): NamedVariant => ({
  name: variant.product.name,
  optionsText: optionsTextOf(variant),
});

/** The id of a stock location; undefined means the default one. */
export type Place = bigint | undefined;

/** A variant wanted at a location, with its stock item there. Decision: T13. */
export function wantVariant(
  variant: WorkingVariant,
  quantity: number,
  place?: Place,
): WantedVariant {
  const item = variant.stockItems.find(({ stockLocationId, stockLocation }) =>
    place === undefined ? stockLocation.isDefault : stockLocationId === place,
  );
  return {
    ...nameOf(variant),
    variantId: variant.id,
    quantity,
    deleted: variant.deletedAt !== null,
    trackInventory: variant.trackInventory,
    backorderable: item?.backorderable ?? true,
    countOnHand: item?.countOnHand ?? 0,
  };
}
