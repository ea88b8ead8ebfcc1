import { builder } from '../builder.ts';
import { defineBulk } from '../bulk/define-bulk.ts';
import { VariantBy } from '../look-up.ts';
import { decideVariants } from './update-rows.ts';
import { plainFields } from './variant-input.ts';
import { Variant } from './variant.ts';

/** Attributes of one variant among many: those of a variant without options and counts. */
const UpdateVariantsInput = builder.inputType('UpdateVariantsInput', {
  description: 'Changes to one variant. Fields that you leave out stay as they are.',
  fields: (t) => ({
    variant: t.field({ type: VariantBy, required: true, description: 'The variant.' }),
    ifVersion: t.int({
      description:
        'The `lockVersion` that you read. If the variant was changed since, the row is refused with CONFLICT.',
    }),
    ...plainFields(t),
  }),
});

const SetPriceInput = builder.inputType('SetPriceInput', {
  description: 'The prices of one variant.',
  fields: (t) => ({
    variant: t.field({ type: VariantBy, required: true, description: 'The variant.' }),
    price: t.field({
      type: 'Money',
      required: true,
      description: 'Price per unit from now on, such as "79.95".',
    }),
    costPrice: t.field({
      type: 'Money',
      description: 'What the store pays per unit; null removes it. Stays if you leave it out.',
    }),
    changeFrom: t.field({
      type: 'Money',
      description:
        'The price that you expect to replace. If it is another one now, the row is refused with CONFLICT and the present price.',
    }),
  }),
});

defineBulk('updateVariants', {
  description:
    'Updates variants, whatever products they belong to; see `setStockLevels` for counts. You need `variants.update`.',
  row: UpdateVariantsInput,
  shows: { variant: Variant },
  needs: 'variants.update',
  decide: decideVariants,
});

defineBulk('setPrices', {
  description: 'Sets prices of variants. You need `variants.update`.',
  row: SetPriceInput,
  shows: { variant: Variant },
  needs: 'variants.update',
  decide: decideVariants,
});
