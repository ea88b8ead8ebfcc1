import {
  CreateProduct,
  DeleteProduct,
  ProductByRef,
  Products,
  UpdateProduct,
} from '../operations/products.ts';
import { presentProduct } from '../presenters/product.ts';
import { del, get, post, put } from '../route.ts';
import { one, page } from '../answer/signs.ts';
import { showDeleted } from './show-deleted.ts';
import { byIdOrPermalink } from '../variables/names.ts';

const product = one('product', presentProduct);

/** Contract: Endpoints / Products. Decision: F37. */
export const productRoutes = [
  get('/api/products', {
    operation: Products,
    variables: ({ search, query }) => ({ ...search, showDeleted: showDeleted(query) }),
    from: (data) => data.products,
    sign: page({ singular: 'product', plural: 'products' }, presentProduct),
  }),
  get('/api/products/:product', {
    operation: ProductByRef,
    variables: ({ params, query }) => ({
      by: byIdOrPermalink(params.product),
      showDeleted: showDeleted(query),
    }),
    from: (data) => data.product,
    sign: product,
  }),
  post('/api/products', {
    operation: CreateProduct,
    variables: ({ attributes }) => ({ input: attributes }),
    writes: { resource: 'product', rights: 'itself' },
    from: (data) => data.createProduct.product,
    sign: product,
    location: ({ permalink }) => `/api/products/${encodeURIComponent(permalink)}`,
  }),
  put('/api/products/:product', {
    operation: UpdateProduct,
    variables: ({ params, attributes }) => ({
      by: byIdOrPermalink(params.product),
      input: attributes,
    }),
    writes: { resource: 'product', rights: 'itself' },
    from: (data) => data.updateProduct.product,
    sign: product,
  }),
  del('/api/products/:product', {
    operation: DeleteProduct,
    variables: ({ params }) => ({ by: byIdOrPermalink(params.product) }),
  }),
];
