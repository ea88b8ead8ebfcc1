import { freeUnits, type Shelf } from '../domain/placement.ts';
import type { NamedVariant, WantedVariant } from '../domain/stock-guard.ts';
import { optionsTextOf } from '../variants/option-value.ts';
import type { WorkingVariant } from './working-order.ts';

/** The name of a variant in messages. */
export const nameOf = (variant: WorkingVariant): NamedVariant => ({
  name: variant.product.name,
  optionsText: optionsTextOf(variant),
});

/** The counts of a variant by location. */
export const shelvesOf = ({ stockItems }: Pick<WorkingVariant, 'stockItems'>): Shelf[] =>
  stockItems.map(({ stockLocationId, stockLocation, countOnHand }) => ({
    stockLocationId,
    ...stockLocation,
    countOnHand,
  }));

/**
 * A wanted variant with what can be sold of it: at all active locations together, or at one alone.
 * Decision: T13.
 */
export function wantVariant(
  variant: WorkingVariant,
  quantity: number,
  place?: bigint,
): WantedVariant {
  const { stockItems } = variant;
  const known = stockItems.find(({ stockLocationId }) => stockLocationId === place);
  const free = freeUnits(shelvesOf(variant)).filter(
    ({ stockLocationId }) => place === undefined || stockLocationId === place,
  );
  return {
    ...nameOf(variant),
    variantId: variant.id,
    quantity,
    deleted: variant.deletedAt !== null,
    trackInventory: variant.trackInventory,
    backorderable: isBackorderable(stockItems) && known?.stockLocation.active !== false,
    countOnHand: free.reduce((sum, { units }) => sum + units, 0),
  };
}

/** The flag is that of all stock items of a variant. Decision: B50. */
const isBackorderable = (items: WorkingVariant['stockItems']): boolean =>
  items.find(({ stockLocation }) => stockLocation.isDefault)?.backorderable ?? true;
