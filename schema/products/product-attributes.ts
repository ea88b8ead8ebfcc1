import { externalRefsOf } from '../external-refs/external-ref-attributes.ts';
import { attributeList, own } from '../search/attribute-list.ts';
import { longText } from '../search/attributes.ts';

export const productAttributes = attributeList(
  'Product',
  {
    ...own('Product', 'id', 'name', 'permalink', 'metaDescription', 'metaKeywords'),
    ...own('Product', 'shippingCategoryId', 'availableOn', 'deletedAt', 'createdAt', 'updatedAt'),
    description: longText('description', { nullable: true }),
  },
  { externalRefs: externalRefsOf('Product') },
);
