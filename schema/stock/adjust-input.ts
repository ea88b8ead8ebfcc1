import { builder } from '../builder.ts';

/** A relative change of a count. Decision: C9. */
export const AdjustStockInput = builder.inputType('AdjustStockInput', {
  description: 'Pieces of a variant that came or are gone.',
  fields: (t) => ({
    variantId: t.id({ required: true, description: 'The variant counted.' }),
    stockLocationId: t.id({ description: 'The default stock location when it is not sent.' }),
    quantity: t.field({
      type: 'WholeNumber',
      required: true,
      description: 'Pieces that came, or below zero that are gone; not 0.',
    }),
    reason: t.string({ description: 'Kept in the ledger.' }),
  }),
});

export type StockAdjustment = typeof AdjustStockInput.$inferInput;
