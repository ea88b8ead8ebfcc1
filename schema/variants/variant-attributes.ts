import { Prisma } from '../../prisma/generated/client/client.ts';
import { externalRefsOf } from '../external-refs/external-ref-attributes.ts';
import { productAttributes } from '../products/product-attributes.ts';
import { isShown, leadsTo } from '../shown.ts';
import { attributeList, own } from '../search/attribute-list.ts';
import {
  flag,
  id,
  longText,
  many,
  money,
  number,
  one,
  part,
  ref,
  text,
  time,
  whole,
} from '../search/attributes.ts';
import type { Level } from '../search/level.ts';

/** The product of a variant. */
export const product = { table: 'products', column: 'product_id', always: true };
const optionValue = { table: 'option_values', column: 'option_value_id' };
const stockItem = { table: 'stock_items', column: 'stock_item_id', always: true };

/** Units on hand at all active locations; BIGINT, so that no stored sum fails a search of other variants. */
function countSql(level: Level, alias: string): string {
  const at = level.reach([stockItem], alias);
  return `(${at}.count_on_hand::bigint + ${at}.count_elsewhere)`;
}

const optionTypeAttributes = attributeList(
  'OptionType',
  own('OptionType', 'id', 'name', 'presentation'),
  {},
  'VariantOptionType',
);

const optionValueAttributes = attributeList(
  'VariantOptionValue',
  {
    id: id('option_value_id'),
    name: text('name', { through: [optionValue] }),
    presentation: text('presentation', { through: [optionValue] }),
  },
  { optionType: one(optionTypeAttributes, 'option_type_id', part, { always: true }) },
  'OptionValue',
);

export const variantAttributes = attributeList(
  'Variant',
  {
    ...own('Variant', 'id', 'sku', 'price', 'isMaster', 'position', 'trackInventory'),
    ...own('Variant', 'deletedAt', 'createdAt'),
    productId: ref('product_id', {
      reference: { through: [product], column: 'permalink', fold: 'lower' },
    }),
    name: text('name', { through: [product] }),
    permalink: text('permalink', { through: [product] }),
    description: longText('description', {
      // as variants show it
      expression: (level, alias) =>
        Prisma.raw(`COALESCE(${level.reach([product], alias)}.description, '')`),
    }),
    costPrice: money('cost_price', {
      nullable: true,
      shownTo: (viewer) => isShown('Variant.costPrice', viewer, null),
    }),
    weight: number('weight', { nullable: true }),
    height: number('height', { nullable: true }),
    width: number('width', { nullable: true }),
    depth: number('depth', { nullable: true }),
    backorderable: flag('backorderable', { through: [stockItem] }),
    countOnHand: whole('count_on_hand', {
      through: [stockItem],
      expression: (level, alias) => Prisma.raw(countSql(level, alias)),
    }),
    inStock: flag('track_inventory', {
      expression: (level, alias) =>
        Prisma.raw(`(NOT ${alias}.track_inventory OR ${countSql(level, alias)} > 0)`),
    }),
    updatedAt: time('updated_at', { through: [stockItem] }),
    stockUpdatedAt: time('moved_at', { through: [stockItem] }),
  },
  {
    product: one(productAttributes, 'product_id', leadsTo.anyProduct, { always: true }),
    optionValues: many(optionValueAttributes, 'variant_id', part),
    externalRefs: externalRefsOf('Variant'),
  },
);
