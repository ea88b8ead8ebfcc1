import { authorize } from '../abilities.ts';
import { builder } from '../builder.ts';
import { fillBackorders } from '../order-desk/fill.ts';
import { inWrite } from '../write.ts';
import { createProduct, deleteProduct, updateProduct } from './actions.ts';
import { ProductInput } from './product-input.ts';
import { Product } from './product.ts';
import { lockProduct } from './working-product.ts';

const refDescription = 'Id or permalink of the product, such as `linen-apron`.';

builder.mutationFields((t) => ({
  createProduct: t.prismaField({
    type: Product,
    nullable: true,
    description:
      'Creates a product with its master variant; the permalink is generated from the name if you send none. You need `products.create`.',
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
    description:
      'Updates a product, its master variant, and the variants listed in `variants`. You need `products.update`.',
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
        await fillBackorders(write);
        return write.tx.product.findUniqueOrThrow({ ...selection, where: { id: product.id } });
      });
    },
  }),
  deleteProduct: t.prismaField({
    type: Product,
    nullable: true,
    description:
      'Deletes a product and its variants: they are kept but hidden, and their permalink and SKUs can be used again. You need `products.delete`.',
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
