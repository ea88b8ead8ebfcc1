import { builder } from '../builder.ts';
import { wholeField } from '../number-fields.ts';

/** A relative change of a count. Decision: C9. */
export const AdjustStockInput = builder.inputType('AdjustStockInput', {
  description: 'A change of stock.',
  fields: (t) => ({
    variantId: t.id({ required: true, description: 'Id of the variant.' }),
    stockLocationId: t.id({
      description: 'Id of the stock location; the default one if you leave it out.',
    }),
    quantity: wholeField(t, {
      required: true,
      description: 'Units to add, or to take off if negative: 5 or -5. Not 0.',
    }),
    reason: t.string({
      description: 'Reason for the change, such as "Delivery". Stored with the stock movement.',
    }),
  }),
});

export type StockAdjustment = typeof AdjustStockInput.$inferInput;
