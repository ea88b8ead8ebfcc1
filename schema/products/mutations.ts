import { createProduct, deleteProduct, updateProduct } from './actions.ts';
import { requireVersion } from '../if-version.ts';
import { ProductBy } from '../look-up.ts';
import { CreateProductInput, UpdateProductInput } from './product-input.ts';
import { Product } from './product.ts';
import { lockProduct } from './working-product.ts';
import { defineMutation } from '../payload.ts';
import { byName } from '../record-arguments.ts';

const shows = { product: Product };

defineMutation('createProduct', {
  description:
    'Creates a product with its master variant; the permalink is generated from the name if you send none. You need `products.create`.',
  shows,
  args: (arg) => ({ input: arg({ type: CreateProductInput, required: true }) }),
  needs: 'products.create',
  write: async (write, { input }) => ({ product: await createProduct(write, input) }),
});

defineMutation('updateProduct', {
  description:
    'Updates a product, its master variant, and the variants listed in `variants`. You need `products.update`.',
  shows,
  args: (arg) => ({
    ...byName(arg, ProductBy),
    input: arg({ type: UpdateProductInput, required: true }),
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
  args: (arg) => byName(arg, ProductBy),
  needs: 'products.delete',
  write: async (write, { by, ifVersion }) => {
    const product = await lockProduct(write, by, 'products');
    requireVersion(product, ifVersion);
    await deleteProduct(write, product.id);
    return { product: product.id };
  },
});
