import { stockAt } from '../domain/stock.ts';
import type { NamedVariant, WantedVariant } from '../domain/stock-guard.ts';
import { optionsTextOf } from '../variants/option-value.ts';
import type { WorkingVariant } from './working-order.ts';

/** The name of a variant in messages. */
export const nameOf = (variant: WorkingVariant): NamedVariant => ({
  name: variant.product.name,
  optionsText: optionsTextOf(variant),
});

/** A variant wanted at a location, by default the default one, with its stock item there. Decision: T13. */
export function wantVariant(
  variant: WorkingVariant,
  quantity: number,
  place?: bigint,
): WantedVariant {
  const { stockItems } = variant;
  const standard = stockItems.find(({ stockLocation }) => stockLocation.isDefault)?.stockLocationId;
  return {
    ...nameOf(variant),
    variantId: variant.id,
    quantity,
    deleted: variant.deletedAt !== null,
    trackInventory: variant.trackInventory,
    ...stockAt(stockItems, place ?? standard, standard),
  };
}
