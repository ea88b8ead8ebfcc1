import { builder } from '../builder.ts';
import { VariantBy } from '../look-up.ts';
import { wholeField } from '../number-fields.ts';

/** The count of one variant at one location. Decision: V20, V21. */
export const SetStockLevelInput = builder.inputType('SetStockLevelInput', {
  description: 'The count of one variant in one stock location.',
  fields: (t) => ({
    variant: t.field({ type: VariantBy, required: true, description: 'The variant.' }),
    stockLocationId: t.id({
      description: 'Id of the stock location; the default one if you leave it out.',
    }),
    onHand: wholeField(t, {
      required: true,
      description:
        'Units on hand there from now on. Below 0, for units sold that are still to come, only if the variant is `backorderable`.',
    }),
    changeFrom: wholeField(t, {
      description:
        'The count that you expect to replace. If it is another one now, for example after a sale, the row is refused with CONFLICT and the present count.',
    }),
  }),
});

export type StockLevel = typeof SetStockLevelInput.$inferInput;
