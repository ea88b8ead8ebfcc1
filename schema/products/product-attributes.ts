import { externalRefsOf } from '../external-refs/external-ref-attributes.ts';
import { attributeList, id, longText, text, time } from '../search/attributes.ts';

export const productAttributes = attributeList(
  'Product',
  'products',
  {
    id: id('id'),
    name: text('name'),
    permalink: text('permalink'),
    description: longText('description', { nullable: true }),
    availableOn: time('available_on', { nullable: true }),
    deletedAt: time('deleted_at', { nullable: true }),
    metaDescription: text('meta_description', { nullable: true }),
    metaKeywords: text('meta_keywords', { nullable: true }),
    shippingCategoryId: id('shipping_category_id'),
    createdAt: time('created_at'),
    updatedAt: time('updated_at'),
  },
  { externalRefs: externalRefsOf('Product') },
);
