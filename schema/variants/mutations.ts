import { Product } from '../products/product.ts';
import { authorize } from '../abilities.ts';
import { fillBackorders } from '../order-desk/fill.ts';
import { lockProduct } from '../products/working-product.ts';
import { inWrite } from '../write.ts';
import { createVariant, deleteVariant, updateVariant } from './actions.ts';
import { VariantInput } from './variant-input.ts';
import { Variant } from './variant.ts';
import { defineMutation } from '../payload.ts';

const productDescription = 'Id or permalink of the product, such as `linen-apron`.';

const records = { shows: { variant: Variant }, beside: { product: Product } };

defineMutation('createVariant', {
  description:
    'Creates a variant of a product, with stock in the default stock location. You need `variants.create`.',
  ...records,
  args: (arg) => ({
    product: arg.string({ required: true, description: productDescription }),
    input: arg({ type: VariantInput, required: true }),
  }),
  write: ({ product: ref, input }, context, show) => {
    authorize(context.viewer, 'variants.create');
    return inWrite(context, async (write) => {
      const product = await lockProduct(write, context, ref, 'variants');
      const id = await createVariant(write, product, input);
      return show(write.tx, { variant: id, product: product.id });
    });
  },
});

defineMutation('updateVariant', {
  description:
    'Updates a variant. If `countOnHand` rises, the new stock is allocated to backorders first. You need `variants.update`.',
  ...records,
  args: (arg) => ({
    product: arg.string({ required: true, description: productDescription }),
    id: arg.id({ required: true }),
    input: arg({ type: VariantInput, required: true }),
  }),
  write: (args, context, show) => {
    authorize(context.viewer, 'variants.update');
    return inWrite(context, async (write) => {
      const product = await lockProduct(write, context, args.product, 'variants');
      const id = await updateVariant(write, product, args.id, args.input);
      await fillBackorders(write);
      return show(write.tx, { variant: id, product: product.id });
    });
  },
});

defineMutation('deleteVariant', {
  description:
    'Deletes a variant: it is kept but hidden, and stays in the orders that contain it. A master variant cannot be deleted. You need `variants.delete`.',
  ...records,
  args: (arg) => ({
    product: arg.string({ required: true, description: productDescription }),
    id: arg.id({ required: true }),
  }),
  write: (args, context, show) => {
    authorize(context.viewer, 'variants.delete');
    return inWrite(context, async (write) => {
      const product = await lockProduct(write, context, args.product, 'variants');
      const id = await deleteVariant(write, product, args.id);
      return show(write.tx, { variant: id, product: product.id });
    });
  },
});
