import { graphql, listArguments, listVariables, pageNumbers, userErrors } from '../graphql.ts';
import { presentProduct } from '../presenters/product.ts';
import { type Call, del, get, post, put } from '../route.ts';
import { one, page } from '../answer/signs.ts';
import { byIdOrPermalink } from '../variables/names.ts';
import { readFlagWord } from '../words/texts.ts';

const product = one('product', presentProduct);

export const namedProduct = ({ params }: Call) => ({ by: byIdOrPermalink(params.product) });

/** Whether deleted records are requested; anything but a word for yes means no. */
export const showDeleted = ({ query: { show_deleted: sent } }: Call): boolean =>
  typeof sent === 'string' && readFlagWord(sent) === true;

/** A permalink may move to another product; digits are ids. */
const lastingPath = ({ id }: { readonly id: string }): string => `/api/products/${id}`;

/** Contract: Endpoints / Products. */
export const productRoutes = [
  get('/api/products', {
    operation:
      presentProduct.graphql(`query Products(${listVariables('Product')}, $showDeleted: Boolean) {
      products(${listArguments}, showDeleted: $showDeleted) { nodes { ...ProductParts } ${pageNumbers} }
    }`),
    variables: (call) => ({ ...call.search, showDeleted: showDeleted(call) }),
    sign: page({ singular: 'product', plural: 'products' }, presentProduct),
  }),
  get('/api/products/:product', {
    operation: presentProduct.graphql(`query ProductByRef($by: ProductBy!, $showDeleted: Boolean) {
      product(by: $by, showDeleted: $showDeleted) { ...ProductParts }
    }`),
    variables: (call) => ({ ...namedProduct(call), showDeleted: showDeleted(call) }),
    sign: product,
  }),
  post('/api/products', {
    operation: presentProduct.graphql(`mutation CreateProduct($input: CreateProductInput!) {
      createProduct(input: $input) { product { ...ProductParts } ${userErrors} }
    }`),
    variables: ({ attributes }) => ({ input: attributes }),
    writes: { resource: 'product' },
    sign: product,
    location: ({ permalink }) => `/api/products/${encodeURIComponent(permalink)}`,
    lastingPath,
  }),
  put('/api/products/:product', {
    operation:
      presentProduct.graphql(`mutation UpdateProduct($by: ProductBy!, $input: UpdateProductInput!, $ifVersion: Int) {
      updateProduct(by: $by, input: $input, ifVersion: $ifVersion) { product { ...ProductParts } ${userErrors} }
    }`),
    variables: (call) => ({ ...namedProduct(call), input: call.attributes }),
    writes: { resource: 'product' },
    sign: product,
    lastingPath,
  }),
  del('/api/products/:product', {
    operation: graphql(
      `mutation DeleteProduct($by: ProductBy!) { deleteProduct(by: $by) { ${userErrors} } }`,
    ),
    variables: namedProduct,
  }),
];
