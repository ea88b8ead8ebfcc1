import { versionArgument } from '../if-version.ts';
import { requireId } from '../refs.ts';
import { createLocation, updateLocation } from './location-actions.ts';
import { CreateStockLocationInput, UpdateStockLocationInput } from './location-input.ts';
import { StockLocation } from './stock-location.ts';
import { defineMutation } from '../payload.ts';

defineMutation('createStockLocation', {
  description:
    'Creates an active stock location without stock; `adjustStock` puts goods there. You need `variants.update`.',
  shows: { stockLocation: StockLocation },
  args: (arg) => ({ input: arg({ type: CreateStockLocationInput, required: true }) }),
  needs: 'variants.update',
  write: async (write, { input }) => {
    const id = await createLocation(write, input);
    return { stockLocation: id };
  },
});

defineMutation('updateStockLocation', {
  description:
    'Updates a stock location. It can become inactive when nothing that was sold from it is still there; the default one cannot. You need `variants.update`.',
  shows: { stockLocation: StockLocation },
  args: (arg) => ({
    id: arg.id({ required: true }),
    input: arg({ type: UpdateStockLocationInput, required: true }),
    ifVersion: versionArgument(arg),
  }),
  needs: 'variants.update',
  write: async (write, { id: given, input, ifVersion }) => {
    const id = requireId(given);
    await updateLocation(write, id, input, ifVersion);
    return { stockLocation: id };
  },
});
