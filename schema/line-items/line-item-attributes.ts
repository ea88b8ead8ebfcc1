import { Prisma } from '../../prisma/generated/client/client.ts';
import { orderId } from '../orders/order-attributes.ts';
import { attributeList, own } from '../search/attribute-list.ts';
import { money, one, part } from '../search/attributes.ts';
import { variantAttributes } from '../variants/variant-attributes.ts';

export const lineItemAttributes = attributeList(
  'LineItem',
  {
    ...own('LineItem', 'id', 'variantId', 'quantity', 'price', 'createdAt', 'updatedAt'),
    orderId,
    total: money('price', {
      expression: (_level, alias) => Prisma.raw(`(${alias}.price * ${alias}.quantity)`),
    }),
  },
  { variant: one(variantAttributes, 'variant_id', part, { always: true }) },
);
