import { graphql, listArguments, listVariables, pageNumbers, userErrors } from '../graphql.ts';
import { presentVariant } from '../presenters/variant.ts';
import { type Call, del, get, post, put, type Route } from '../route.ts';
import { bare, one, page } from '../answer/signs.ts';
import { youngestFirst } from '../search/sort.ts';
import { byIdOrPermalink } from '../variables/names.ts';
import { namedProduct, showDeleted } from './products.ts';

const variant = one('variant', presentVariant);

const below = (call: Call) => ({ product: namedProduct(call).by });

const named = (call: Call) => ({ ...below(call), by: { id: call.params.id } });

/** The product of a query, if it names one. */
const asked = ({ query }: Call) => ({ product: byIdOrPermalink(query.product_id) });

/** The attributes of a new variant; the lists are the contract's. */
const newVariant = {
  attributes: [
    ...['id', 'name', 'count_on_hand', 'sku', 'price', 'weight', 'height', 'width', 'depth'],
    ...['is_master', 'cost_price', 'permalink'],
  ],
  required_attributes: [],
};

const listAt = (path: string, productOf: typeof asked): Route =>
  get(path, {
    operation:
      presentVariant.graphql(`query Variants($product: ProductBy, ${listVariables('Variant')}, $showDeleted: Boolean) {
      variants(product: $product, ${listArguments}, showDeleted: $showDeleted) {
        nodes { ...VariantParts } ${pageNumbers}
      }
    }`),
    variables: (call) => ({ ...call.search, ...productOf(call), showDeleted: showDeleted(call) }),
    sign: page({ singular: 'variant', plural: 'variants' }, presentVariant),
    olderSort: youngestFirst,
  });

const variantAt = (path: string, productOf: typeof asked): Route =>
  get(path, {
    operation:
      presentVariant.graphql(`query VariantById($by: VariantBy!, $product: ProductBy, $showDeleted: Boolean) {
      variant(by: $by, product: $product, showDeleted: $showDeleted) {
        ...VariantParts updatedAt lockVersion
      }
    }`),
    variables: (call) => ({
      ...productOf(call),
      by: { id: call.params.id },
      showDeleted: showDeleted(call),
    }),
    sign: variant,
  });

const writtenVariant =
  `{ variant { ...VariantParts updatedAt lockVersion } ${userErrors} }` as const;

/** Without the product, whose permalink may change. */
const lastingPath = ({ id }: { readonly id: string }): string => `/api/variants/${id}`;

/** Contract: Endpoints / Variants. */
export const variantRoutes = [
  listAt('/api/variants', asked),
  listAt('/api/products/:product/variants', below),
  get('/api/products/:product/variants/new', {
    // Fails if the caller may not see the product; returns nothing of it.
    operation: graphql('query ProductExists($by: ProductBy!) { product(by: $by) { id } }'),
    variables: namedProduct,
    sign: bare(newVariant),
    says: 'The attributes that a new variant of the product can have.',
  }),
  variantAt('/api/products/:product/variants/:id', below),
  variantAt('/api/variants/:id', asked),
  post('/api/products/:product/variants', {
    operation:
      presentVariant.graphql(`mutation CreateVariant($product: ProductBy!, $input: CreateVariantInput!) {
      createVariant(product: $product, input: $input) ${writtenVariant}
    }`),
    variables: (call) => ({ ...below(call), input: call.attributes }),
    writes: { resource: 'variant', instead: { input: { price: '-' } } },
    sign: variant,
    location: ({ permalink, id }) =>
      `/api/products/${encodeURIComponent(permalink)}/variants/${id}`,
    lastingPath,
    invalid: 422,
  }),
  put('/api/products/:product/variants/:id', {
    operation: presentVariant.graphql(`mutation UpdateVariant(
      $product: ProductBy!, $by: VariantBy!, $input: UpdateVariantInput!, $ifVersion: Int
    ) {
      updateVariant(product: $product, by: $by, input: $input, ifVersion: $ifVersion) ${writtenVariant}
    }`),
    variables: (call) => ({ ...named(call), input: call.attributes }),
    writes: { resource: 'variant' },
    sign: variant,
    lastingPath,
    status: 201,
    invalid: 422,
  }),
  del('/api/products/:product/variants/:id', {
    operation: graphql(
      `mutation DeleteVariant($product: ProductBy!, $by: VariantBy!) {
        deleteVariant(product: $product, by: $by) { ${userErrors} }
      }`,
    ),
    variables: named,
  }),
];
