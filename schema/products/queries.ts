import { Prisma } from '../../prisma/generated/client/client.ts';
import { authorize } from '../abilities.ts';
import { builder } from '../builder.ts';
import type { Db, Transaction, Viewer } from '../context.ts';
import { type ByPermalink, ProductBy, productWhere } from '../look-up.ts';
import { existing } from '../refs.ts';
import { attributeList } from '../search/attribute-list.ts';
import { id, many, money, one, part, text } from '../search/attributes.ts';
import { findPage, type Scope } from '../search/find-page.ts';
import { connectionOf, listArguments } from '../search/connection.ts';
import { searchable } from '../search/searchable.ts';
import { variantAttributes } from '../variants/variant-attributes.ts';
import { productAttributes } from './product-attributes.ts';
import { Product } from './product.ts';
import { type Visibility, visibilityOf, visibleProduct, visibleProductSql } from './visibility.ts';

const master = { table: 'variants', column: 'master_id' };

const optionType = { table: 'option_types', column: 'option_type_id' };

const optionTypeAttributes = attributeList(
  'ProductOptionType',
  {
    id: id('option_type_id'),
    name: text('name', { through: [optionType] }),
    presentation: text('presentation', { through: [optionType] }),
  },
  {},
  'OptionType',
);

const productSearch = searchable(
  attributeList(
    'Product',
    {
      ...productAttributes.attributes,
      sku: text('sku', { through: [master] }),
      price: money('price', { through: [master] }),
    },
    {
      master: one(variantAttributes, 'master_id', part),
      variants: many(variantAttributes, 'product_id', part, (alias) =>
        Prisma.raw(`${alias}.deleted_at IS NULL`),
      ),
      optionTypes: many(optionTypeAttributes, 'product_id', part),
      ...productAttributes.associations,
    },
  ),
);

/** Existing products come first, then the most recently deleted. Decision: C6. */
export const liveFirst = { deletedAt: { sort: 'desc', nulls: 'first' } } as const;

/** The id of the product that is named, if the caller may see it. Throws NotFound. */
export async function findProductId(
  { db, viewer }: { readonly db: Db | Transaction; readonly viewer: Viewer },
  by: ByPermalink,
  visibility: Visibility,
): Promise<bigint> {
  const product = await db.product.findFirst({
    where: { ...productWhere(viewer, by), ...visibleProduct(visibility) },
    orderBy: liveFirst,
    select: { id: true },
  });
  return existing(product).id;
}

const ProductConnection = connectionOf(Product, 'products');

builder.queryFields((t) => ({
  product: t.prismaField({
    type: Product,
    nullable: true,
    description:
      'Returns a product by its id or permalink. Customers see products that are on sale; you need `products.show_hidden` for the others.',
    args: { by: t.arg({ type: ProductBy, required: true }), showDeleted: t.arg.boolean() },
    resolve: async (query, _root, { by, showDeleted }, context) => {
      authorize(context.viewer, 'products.read');
      const visibility = visibilityOf(context, 'products', showDeleted);
      const product = await context.db.product.findFirst({
        ...query,
        where: { ...productWhere(context.viewer, by), ...visibleProduct(visibility) },
        orderBy: liveFirst,
      });
      return existing(product);
    },
  }),
  products: t.field({
    type: ProductConnection,
    description:
      'Returns the products that you may see: those on sale or, with `products.show_hidden`, all.',
    args: { ...listArguments(t.arg, productSearch), showDeleted: t.arg.boolean() },
    resolve: (_root, args, context) => {
      authorize(context.viewer, 'products.index');
      const visibility = visibilityOf(context, 'products', args.showDeleted);
      const scope: Scope = { rows: (level) => visibleProductSql(visibility, level.alias) };
      return findPage(productSearch, context, args, scope, [{ field: 'id' }]);
    },
  }),
}));
