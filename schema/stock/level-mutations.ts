import { authorize } from '../abilities.ts';
import { defineBulk } from '../bulk/define-bulk.ts';
import { SetStockLevelInput } from './level-input.ts';
import { decideLevels } from './set-levels.ts';
import { StockItem } from './stock-item-type.ts';

defineBulk('setStockLevels', {
  description:
    'Sets the counts of variants in stock locations, such as those of a stocktaking or of another system. New stock is allocated to backorders first. You need `variants.update`.',
  row: SetStockLevelInput,
  shows: { stockItem: StockItem },
  authorize: (viewer) => {
    authorize(viewer, 'variants.update');
  },
  decide: decideLevels,
});
