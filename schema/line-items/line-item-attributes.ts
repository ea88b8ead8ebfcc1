import { Prisma } from '../../prisma/generated/client/client.ts';
import { attributeList, id, money, one, part, ref, time, whole } from '../search/attributes.ts';
import { variantAttributes } from '../variants/variant-attributes.ts';

const order = { table: 'orders', column: 'order_id', always: true };

export const lineItemAttributes = attributeList(
  'LineItem',
  'line_items',
  {
    id: id('id'),
    orderId: ref('order_id', { reference: { through: [order], column: 'number', fold: 'upper' } }),
    variantId: id('variant_id'),
    quantity: whole('quantity'),
    price: money('price'),
    total: money('price', {
      expression: (_level, alias) => Prisma.raw(`(${alias}.price * ${alias}.quantity)`),
    }),
    createdAt: time('created_at'),
    updatedAt: time('updated_at'),
  },
  { variant: one(variantAttributes, 'variant_id', part, { always: true }) },
);
