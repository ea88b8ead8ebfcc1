import { Variant } from '../variants/variant.ts';
import { parseId } from '../refs.ts';
import { defineBulk } from '../bulk/define-bulk.ts';
import { adjustStock, AdjustStockInput } from './adjust.ts';
import { decideLevels, SetStockLevelInput } from './set-levels.ts';
import { StockItem } from './stock-item-type.ts';
import { defineMutation } from '../payload.ts';

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
  write: async (write, { input }, context) => {
    const id = await adjustStock(write, context, input);
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
