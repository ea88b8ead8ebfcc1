import { authorize } from '../abilities.ts';
import { builder } from '../builder.ts';
import { fillBackorders } from '../order-desk/fill.ts';
import { lockProduct } from '../products/working-product.ts';
import { inWrite } from '../write.ts';
import { createVariant, deleteVariant, updateVariant } from './actions.ts';
import { VariantInput } from './variant-input.ts';
import { Variant } from './variant.ts';

const productDescription = 'Id or permalink of the product, such as `linen-apron`.';

builder.mutationFields((t) => ({
  createVariant: t.prismaField({
    type: Variant,
    nullable: true,
    description:
      'Creates a variant of a product, with stock in the default stock location. You need `variants.create`.',
    args: {
      product: t.arg.string({ required: true, description: productDescription }),
      input: t.arg({ type: VariantInput, required: true }),
    },
    resolve: (query, _root, { product: ref, input }, context) => {
      const selection = { ...query };
      authorize(context.viewer, 'variants.create');
      return inWrite(context, async (write) => {
        const product = await lockProduct(write, context, ref, 'variants');
        const id = await createVariant(write, product, input);
        return write.tx.variant.findUniqueOrThrow({ ...selection, where: { id } });
      });
    },
  }),
  updateVariant: t.prismaField({
    type: Variant,
    nullable: true,
    description:
      'Updates a variant. If `countOnHand` rises, the new stock is allocated to backorders first. You need `variants.update`.',
    args: {
      product: t.arg.string({ required: true, description: productDescription }),
      id: t.arg.id({ required: true }),
      input: t.arg({ type: VariantInput, required: true }),
    },
    resolve: (query, _root, args, context) => {
      const selection = { ...query };
      authorize(context.viewer, 'variants.update');
      return inWrite(context, async (write) => {
        const product = await lockProduct(write, context, args.product, 'variants');
        const id = await updateVariant(write, product, args.id, args.input);
        await fillBackorders(write);
        return write.tx.variant.findUniqueOrThrow({ ...selection, where: { id } });
      });
    },
  }),
  deleteVariant: t.prismaField({
    type: Variant,
    nullable: true,
    description:
      'Deletes a variant: it is kept but hidden, and stays in the orders that contain it. A master variant cannot be deleted. You need `variants.delete`.',
    args: {
      product: t.arg.string({ required: true, description: productDescription }),
      id: t.arg.id({ required: true }),
    },
    resolve: (query, _root, args, context) => {
      const selection = { ...query };
      authorize(context.viewer, 'variants.delete');
      return inWrite(context, async (write) => {
        const product = await lockProduct(write, context, args.product, 'variants');
        const id = await deleteVariant(write, product, args.id);
        return write.tx.variant.findUniqueOrThrow({ ...selection, where: { id } });
      });
    },
  }),
}));
