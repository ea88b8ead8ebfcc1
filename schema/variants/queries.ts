import { authorize } from '../abilities.ts';
import { builder } from '../builder.ts';
import { productAttributes } from '../products/product-attributes.ts';
import { findProductId, liveFirst } from '../products/queries.ts';
import { visibilityOf, visibleVariant, visibleVariantSql } from '../products/visibility.ts';
import { ProductBy, VariantBy, variantWhere } from '../look-up.ts';
import { existing } from '../refs.ts';
import { extended } from '../search/attribute-list.ts';
import { one } from '../search/attributes.ts';
import { everyRow, findPage, having, type Scope } from '../search/find-page.ts';
import { connectionOf, listArguments } from '../search/connection.ts';
import { searchable } from '../search/searchable.ts';
import { leadsTo } from '../shown.ts';
import { product, variantAttributes } from './variant-attributes.ts';
import { Variant } from './variant.ts';

const variantSearch = searchable(
  extended(variantAttributes, {
    product: one(productAttributes, 'product_id', leadsTo.product, { always: true }),
  }),
);

const VariantConnection = connectionOf(Variant, 'variants');

builder.queryFields((t) => ({
  variant: t.prismaField({
    type: Variant,
    nullable: true,
    description:
      'Returns a variant; with `product`, only if it belongs to that product. Customers see variants of products that are on sale; you need `variants.show_hidden` for the others.',
    args: {
      by: t.arg({ type: VariantBy, required: true }),
      product: t.arg({
        type: ProductBy,
        description:
          'If given, the variant must belong to this product: its id or permalink, such as `linen-apron`.',
      }),
      showDeleted: t.arg.boolean(),
    },
    resolve: async (query, _root, args, context) => {
      authorize(context.viewer, 'variants.read');
      const visibility = visibilityOf(context, 'variants', args.showDeleted);
      const productId = args.product && (await findProductId(context, args.product, visibility));
      const variant = await context.db.variant.findFirst({
        ...query,
        where: {
          ...variantWhere(context.viewer, args.by),
          ...visibleVariant(visibility),
          ...(productId != null && { productId }),
        },
        // of variants with this SKU, the one that is not deleted
        orderBy: liveFirst,
      });
      return existing(variant);
    },
  }),
  variants: t.field({
    type: VariantConnection,
    nullable: true,
    description:
      'Returns the variants that you may see, including master variants: those of products on sale or, with `variants.show_hidden`, all.',
    args: {
      ...listArguments(t.arg, variantSearch),
      product: t.arg({
        type: ProductBy,
        description:
          'Returns only variants of this product: its id or permalink, such as `linen-apron`.',
      }),
      showDeleted: t.arg.boolean(),
    },
    resolve: async (_root, args, context) => {
      authorize(context.viewer, 'variants.index');
      const visibility = visibilityOf(context, 'variants', args.showDeleted);
      const productId = args.product && (await findProductId(context, args.product, visibility));
      const isOfProduct = productId == null ? everyRow : having('product_id', productId);
      const scope: Scope = {
        rows: (level) => [
          ...visibleVariantSql(visibility, level.alias, () => level.reach([product])),
          ...isOfProduct.rows(level),
        ],
      };
      const sort = productId == null ? [] : [{ field: 'position' }];
      return findPage(variantSearch, context, args, scope, [...sort, { field: 'id' }]);
    },
  }),
}));
