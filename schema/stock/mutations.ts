import { Variant } from '../variants/variant.ts';
import { parseId } from '../refs.ts';
import { fillBackorders } from '../order-desk/fill.ts';
import { inWrite } from '../write.ts';
import { adjustStock } from './adjust.ts';
import { AdjustStockInput } from './adjust-input.ts';
import { StockItem } from './stock-item-type.ts';
import { defineMutation } from '../payload.ts';

defineMutation('adjustStock', {
  description:
    'Increases or decreases stock. New stock is allocated to backorders first. You need `variants.update`.',
  shows: { stockItem: StockItem },
  beside: { variant: Variant },
  args: (arg) => ({ input: arg({ type: AdjustStockInput, required: true }) }),
  needs: 'variants.update',
  write: ({ input }, context, show) =>
    inWrite(context, async (write) => {
      const id = await adjustStock(write, context, input);
      await fillBackorders(write);
      return show(write.tx, { stockItem: id, variant: parseId(input.variantId) ?? null });
    }),
});
