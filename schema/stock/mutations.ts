import { authorize } from '../abilities.ts';
import { builder } from '../builder.ts';
import { fillBackorders } from '../order-desk/fill.ts';
import { inWrite } from '../write.ts';
import { adjustStock } from './adjust.ts';
import { AdjustStockInput } from './adjust-input.ts';
import { StockItem } from './stock-item-type.ts';

builder.mutationFields((t) => ({
  adjustStock: t.prismaField({
    type: StockItem,
    nullable: true,
    description:
      'Increases or decreases stock. New stock is allocated to backorders first. You need `variants.update`.',
    args: { input: t.arg({ type: AdjustStockInput, required: true }) },
    resolve: (query, _root, { input }, context) => {
      const selection = { ...query };
      authorize(context.viewer, 'variants.update');
      return inWrite(context, async (write) => {
        const id = await adjustStock(write, input);
        await fillBackorders(write);
        return write.tx.stockItem.findUniqueOrThrow({ ...selection, where: { id } });
      });
    },
  }),
}));
