import { authorize } from '../abilities.ts';
import { builder } from '../builder.ts';
import { requireId } from '../refs.ts';
import { inWrite } from '../write.ts';
import { createLocation, updateLocation } from './location-actions.ts';
import { CreateStockLocationInput, UpdateStockLocationInput } from './location-input.ts';
import { StockLocation } from './stock-location.ts';

builder.mutationFields((t) => ({
  createStockLocation: t.prismaField({
    type: StockLocation,
    nullable: true,
    description:
      'Creates an active stock location without stock; `adjustStock` puts goods there. You need `variants.update`.',
    args: { input: t.arg({ type: CreateStockLocationInput, required: true }) },
    resolve: (query, _root, { input }, context) => {
      const selection = { ...query };
      authorize(context.viewer, 'variants.update');
      return inWrite(context, async (write) => {
        const id = await createLocation(write, input);
        return write.tx.stockLocation.findUniqueOrThrow({ ...selection, where: { id } });
      });
    },
  }),
  updateStockLocation: t.prismaField({
    type: StockLocation,
    nullable: true,
    description:
      'Updates a stock location. It can become inactive when nothing that was sold from it is still there; the default one cannot. You need `variants.update`.',
    args: {
      id: t.arg.id({ required: true }),
      input: t.arg({ type: UpdateStockLocationInput, required: true }),
    },
    resolve: (query, _root, { id: given, input }, context) => {
      const selection = { ...query };
      authorize(context.viewer, 'variants.update');
      return inWrite(context, async (write) => {
        const id = requireId(given);
        await updateLocation(write, id, input);
        return write.tx.stockLocation.findUniqueOrThrow({ ...selection, where: { id } });
      });
    },
  }),
}));
