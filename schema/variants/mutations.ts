import type { Arguments } from '../builder.ts';
import { Product } from '../products/product.ts';
import { isVisibleProduct, visibilityIn } from '../products/visibility.ts';
import { lockProduct, type WorkingProduct } from '../products/working-product.ts';
import type { Write } from '../write.ts';
import { createVariant, deleteVariant, updateVariant } from './actions.ts';
import { lockVariant } from './named-variants.ts';
import { ProductBy, VariantBy } from '../look-up.ts';
import { CreateVariantInput, UpdateVariantInput } from './variant-input.ts';
import { Variant } from './variant.ts';
import { defineMutation } from '../payload.ts';
import { byName } from '../record-arguments.ts';

const records = { shows: { variant: Variant }, beside: { product: Product } };

/** What is told of the product, which is not deleted: nothing to who sees only its variants. Decision: A26. */
const toldOf = (write: Write, product: WorkingProduct): bigint | null =>
  isVisibleProduct({ ...product, deletedAt: null }, visibilityIn(write, 'products'))
    ? product.id
    : null;

const namesVariant = (arg: Arguments) => ({
  ...byName(arg, VariantBy),
  product: arg({
    type: ProductBy,
    description: 'If given, the variant must belong to this product.',
  }),
});

defineMutation('createVariant', {
  description:
    'Creates a variant of a product, with stock in the default stock location. You need `variants.create`.',
  ...records,
  args: (arg) => ({
    product: arg({ type: ProductBy, required: true }),
    input: arg({ type: CreateVariantInput, required: true }),
  }),
  needs: 'variants.create',
  write: async (write, { product: by, input }) => {
    const product = await lockProduct(write, by, 'variants');
    const id = await createVariant(write, product, input);
    return { variant: id, product: toldOf(write, product) };
  },
});

defineMutation('updateVariant', {
  description:
    'Updates a variant. If `countOnHand` rises, the new stock is allocated to backorders first. You need `variants.update`.',
  ...records,
  args: (arg) => ({
    ...namesVariant(arg),
    input: arg({ type: UpdateVariantInput, required: true }),
  }),
  needs: 'variants.update',
  write: async (write, { input, ...named }) => {
    const { product, variant } = await lockVariant(write, named);
    await updateVariant(write, product, variant, input);
    return { variant: variant.id, product: toldOf(write, product) };
  },
});

defineMutation('deleteVariant', {
  description:
    'Deletes a variant: it is kept but hidden, and stays in the orders that contain it. A master variant cannot be deleted. You need `variants.delete`.',
  ...records,
  args: namesVariant,
  needs: 'variants.delete',
  write: async (write, named) => {
    const { product, variant } = await lockVariant(write, named);
    await deleteVariant(write, product, variant);
    return { variant: variant.id, product: toldOf(write, product) };
  },
});
