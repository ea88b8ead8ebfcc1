import { authorize } from '../abilities.ts';
import { builder } from '../builder.ts';
import { recalculateTouched } from '../orders/recalculate.ts';
import { inWrite } from '../write.ts';
import { createProduct, deleteProduct, updateProduct } from './actions.ts';
import { ProductInput } from './product-input.ts';
import { Product } from './product.ts';
import { lockProduct } from './working-product.ts';

const refDescription = 'Id or permalink of the product.';

builder.mutationFields((t) => ({
  createProduct: t.prismaField({
    type: Product,
    nullable: true,
    description: 'Makes a product with its master variant and a permalink from its name.',
    args: { input: t.arg({ type: ProductInput, required: true }) },
    resolve: (query, _root, { input }, context) => {
      const selection = { ...query };
      authorize(context.viewer, 'products.create');
      return inWrite(context, async (write) => {
        const id = await createProduct(write, input);
        return write.tx.product.findUniqueOrThrow({ ...selection, where: { id } });
      });
    },
  }),
  updateProduct: t.prismaField({
    type: Product,
    nullable: true,
    description: 'Changes a product, its master variant and the variants that are named.',
    args: {
      ref: t.arg.string({ required: true, description: refDescription }),
      input: t.arg({ type: ProductInput, required: true }),
    },
    resolve: (query, _root, { ref, input }, context) => {
      const selection = { ...query };
      authorize(context.viewer, 'products.update');
      return inWrite(context, async (write) => {
        const product = await lockProduct(write, context, ref, 'products');
        await updateProduct(write, product, input);
        await recalculateTouched(write);
        return write.tx.product.findUniqueOrThrow({ ...selection, where: { id: product.id } });
      });
    },
  }),
  deleteProduct: t.prismaField({
    type: Product,
    nullable: true,
    description:
      'Marks a product and its variants as deleted; their permalink and skus become free.',
    args: { ref: t.arg.string({ required: true, description: refDescription }) },
    resolve: (query, _root, { ref }, context) => {
      const selection = { ...query };
      authorize(context.viewer, 'products.delete');
      return inWrite(context, async (write) => {
        const { id } = await lockProduct(write, context, ref, 'products');
        await deleteProduct(write, id);
        return write.tx.product.findUniqueOrThrow({ ...selection, where: { id } });
      });
    },
  }),
}));
