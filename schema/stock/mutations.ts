import { Variant } from '../variants/variant.ts';
import { parseId, requireId } from '../refs.ts';
import { defineBulk } from '../bulk/define-bulk.ts';
import { adjustStock, AdjustStockInput } from './adjust.ts';
import { decideLevels, SetStockLevelInput } from './set-levels.ts';
import { StockItem } from './stock-item-type.ts';
import { defineMutation } from '../payload.ts';
import { byId } from '../record-arguments.ts';
import { createLocation, updateLocation } from './location-actions.ts';
import { CreateStockLocationInput, UpdateStockLocationInput } from './location-input.ts';
import { StockLocation } from './stock-location.ts';

defineMutation('adjustStock', {
  description:
    'Increases or decreases stock. New stock is allocated to backorders first. You need `variants.update`.',
  shows: { stockItem: StockItem },
  beside: { variant: Variant },
  args: (arg) => ({
    input: arg({
      type: AdjustStockInput,
      required: true,
      description: 'The variant, how many units to add or take off, and where.',
    }),
  }),
  needs: 'variants.update',
  write: async (write, { input }) => {
    const id = await adjustStock(write, input);
    return { stockItem: id, variant: parseId(input.variantId) ?? null };
  },
});

defineBulk('setStockLevels', {
  description:
    'Sets the counts of variants in stock locations, such as those of a stocktaking or of another system. New stock is allocated to backorders first. You need `variants.update`.',
  row: SetStockLevelInput,
  shows: { stockItem: StockItem },
  needs: 'variants.update',
  decide: decideLevels,
});

defineMutation('createStockLocation', {
  description:
    'Creates an active stock location without stock; `adjustStock` puts goods there. You need `variants.update`.',
  shows: { stockLocation: StockLocation },
  args: (arg) => ({ input: arg({ type: CreateStockLocationInput, required: true }) }),
  needs: 'variants.update',
  write: async (write, { input }) => ({ stockLocation: await createLocation(write, input) }),
});

defineMutation('updateStockLocation', {
  description:
    'Updates a stock location. It can become inactive when nothing that was sold from it is still there; the default one cannot. You need `variants.update`.',
  shows: { stockLocation: StockLocation },
  args: (arg) => ({
    ...byId(arg),
    input: arg({ type: UpdateStockLocationInput, required: true }),
  }),
  needs: 'variants.update',
  write: async (write, { id: given, input, ifVersion }) => {
    const id = requireId(given);
    await updateLocation(write, id, input, ifVersion);
    return { stockLocation: id };
  },
});
