import { createProduct, deleteProduct, updateProduct } from './actions.ts';
import { requireVersion, versionArgument } from '../if-version.ts';
import { ProductBy } from '../look-up.ts';
import { CreateProductInput, UpdateProductInput } from './product-input.ts';
import { Product } from './product.ts';
import { lockProduct } from './working-product.ts';
import { defineMutation } from '../payload.ts';

const shows = { product: Product };

defineMutation('createProduct', {
  description:
    'Creates a product with its master variant; the permalink is generated from the name if you send none. You need `products.create`.',
  shows,
  args: (arg) => ({ input: arg({ type: CreateProductInput, required: true }) }),
  needs: 'products.create',
  write: async (write, { input }) => {
    const id = await createProduct(write, input);
    return { product: id };
  },
});

defineMutation('updateProduct', {
  description:
    'Updates a product, its master variant, and the variants listed in `variants`. You need `products.update`.',
  shows,
  args: (arg) => ({
    by: arg({ type: ProductBy, required: true }),
    input: arg({ type: UpdateProductInput, required: true }),
    ifVersion: versionArgument(arg),
  }),
  needs: 'products.update',
  write: async (write, { by, input, ifVersion }) => {
    const product = await lockProduct(write, by, 'products');
    requireVersion(product, ifVersion);
    await updateProduct(write, product, input);
    return { product: product.id };
  },
});

defineMutation('deleteProduct', {
  description:
    'Deletes a product and its variants: they are kept but hidden, and their permalink and SKUs can be used again. You need `products.delete`.',
  shows,
  args: (arg) => ({
    by: arg({ type: ProductBy, required: true }),
    ifVersion: versionArgument(arg),
  }),
  needs: 'products.delete',
  write: async (write, { by, ifVersion }) => {
    const product = await lockProduct(write, by, 'products');
    requireVersion(product, ifVersion);
    await deleteProduct(write, product.id);
    return { product: product.id };
  },
});
