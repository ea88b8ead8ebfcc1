import { ProductExists, UpdateProduct } from '../operations/products.ts';
import {
  CreateVariant,
  DeleteVariant,
  UpdateVariant,
  VariantById,
  Variants,
} from '../operations/variants.ts';
import { presentVariant } from '../presenters/variant.ts';
import { del, get, post, probe, put } from '../route.ts';
import { bare, one, page } from '../answer/signs.ts';
import { showDeleted } from './show-deleted.ts';
import { youngestFirst } from './sort-orders.ts';
import { byIdOrPermalink } from '../variables/names.ts';

const variant = one('variant', presentVariant);
const variants = page({ singular: 'variant', plural: 'variants' }, presentVariant);

/** The attributes of a new variant; the lists are the contract's. Decision: C13. */
const newVariant = {
  attributes: [
    ...['id', 'name', 'count_on_hand', 'sku', 'price', 'weight', 'height', 'width', 'depth'],
    ...['is_master', 'cost_price', 'permalink'],
  ],
  required_attributes: [],
};

/** Contract: Endpoints / Variants. Decision: F37. */
export const variantRoutes = [
  get('/api/variants', {
    operation: Variants,
    variables: ({ search, query }) => ({
      ...search,
      product: byIdOrPermalink(query.product_id),
      showDeleted: showDeleted(query),
    }),
    from: (data) => data.variants,
    sign: variants,
    olderSort: youngestFirst,
  }),
  get('/api/products/:product/variants', {
    operation: Variants,
    variables: ({ params, search, query }) => ({
      ...search,
      product: byIdOrPermalink(params.product),
      showDeleted: showDeleted(query),
    }),
    from: (data) => data.variants,
    sign: variants,
    olderSort: youngestFirst,
  }),
  get('/api/products/:product/variants/new', {
    operation: ProductExists,
    variables: ({ params }) => ({ by: byIdOrPermalink(params.product) }),
    from: (data) => data.product,
    sign: bare(() => newVariant),
    says: 'The attributes that a new variant of the product can have.',
  }),
  get('/api/products/:product/variants/:id', {
    operation: VariantById,
    variables: ({ params, query }) => ({
      product: byIdOrPermalink(params.product),
      by: { id: params.id },
      showDeleted: showDeleted(query),
    }),
    from: (data) => data.variant,
    sign: variant,
  }),
  get('/api/variants/:id', {
    operation: VariantById,
    variables: ({ params, query }) => ({
      by: { id: params.id },
      product: byIdOrPermalink(query.product_id),
      showDeleted: showDeleted(query),
    }),
    from: (data) => data.variant,
    sign: variant,
  }),
  post('/api/products/:product/variants', {
    operation: CreateVariant,
    variables: ({ params, attributes }) => ({
      product: byIdOrPermalink(params.product),
      input: attributes,
    }),
    writes: {
      resource: 'variant',
      rights: probe({
        operation: UpdateProduct,
        variables: ({ params }) => ({ by: byIdOrPermalink(params.product), input: {} }),
      }),
    },
    from: (data) => data.createVariant.variant,
    sign: variant,
    location: ({ permalink, id }) =>
      `/api/products/${encodeURIComponent(permalink)}/variants/${id}`,
    invalid: 422,
  }),
  put('/api/products/:product/variants/:id', {
    operation: UpdateVariant,
    variables: ({ params, attributes }) => ({
      product: byIdOrPermalink(params.product),
      by: { id: params.id },
      input: attributes,
    }),
    writes: { resource: 'variant', rights: 'itself' },
    from: (data) => data.updateVariant.variant,
    sign: variant,
    status: 201,
    invalid: 422,
  }),
  del('/api/products/:product/variants/:id', {
    operation: DeleteVariant,
    variables: ({ params }) => ({
      product: byIdOrPermalink(params.product),
      by: { id: params.id },
    }),
  }),
];
