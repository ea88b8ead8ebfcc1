import { builder } from '../builder.ts';
import { columns } from '../columns.ts';
import { displayMoney, toDecimal } from '../domain/money.ts';
import { isShown } from '../shown.ts';
import { shownCount, shownStock } from '../stock/shown-count.ts';
import { StockItem } from '../stock/stock-item-type.ts';
import { Image, imagesByPosition } from './image.ts';
import { optionSelection } from './option-selection.ts';
import { OptionValue, optionsTextOf, orderedOptions } from './option-value.ts';

export const Variant = builder.prismaObject('Variant', {
  select: {},
  fields: (t) => ({
    ...columns(t, 'id', 'productId', 'sku', 'price', 'isMaster', 'position', 'trackInventory'),
    ...columns(t, 'lockVersion', 'deletedAt', 'createdAt'),
    name: t.string({
      description: 'Name of the product.',
      select: { product: { select: { name: true } } },
      resolve: ({ product }) => product.name,
    }),
    displayPrice: t.string({
      description: '`price` as text with currency, such as $79.95.',
      select: { price: true },
      resolve: ({ price }, _args, { settings }) => displayMoney(price, settings.currency),
    }),
    costPrice: t.field({
      type: 'Money',
      nullable: true,
      description:
        'What the store pays per unit. Null unless you hold `variants.show_cost` or `variants.update`.',
      select: { costPrice: true },
      resolve: (variant, _args, { viewer }) =>
        variant.costPrice !== null && isShown('Variant.costPrice', viewer, variant)
          ? toDecimal(variant.costPrice)
          : null,
    }),
    weight: t.expose('weight', { type: 'Float', nullable: true }),
    height: t.expose('height', { type: 'Float', nullable: true }),
    width: t.expose('width', { type: 'Float', nullable: true }),
    depth: t.expose('depth', { type: 'Float', nullable: true }),
    backorderable: t.boolean({
      description: 'Whether the variant can be ordered when it is out of stock.',
      select: { stockItem: { select: { backorderable: true } } },
      resolve: ({ stockItem }) => stockItem?.backorderable ?? true,
    }),
    countOnHand: t.int({
      description:
        'Units on hand in all active stock locations. A negative count means backorders: units sold that are still to come.',
      select: { stockItem: shownStock },
      resolve: ({ stockItem }) => shownCount(stockItem),
    }),
    stockLevels: t.field({
      type: [StockItem],
      nullable: true,
      description:
        'Stock by location, the default first, then by id. Null unless you hold one of `shipments.index`, `shipments.create` and `variants.update`.',
      select: (_args, _context, nestedSelection) => ({
        stockItems: nestedSelection({
          orderBy: [{ stockLocation: { isDefault: 'desc' } }, { stockLocationId: 'asc' }],
        }),
      }),
      resolve: (variant, _args, { viewer }) =>
        isShown('Variant.stockLevels', viewer, variant) ? variant.stockItems : null,
    }),
    inStock: t.boolean({
      description:
        'Whether `countOnHand` is above 0 or stock is not counted. Whether it can be backordered does not matter here.',
      select: { trackInventory: true, stockItem: shownStock },
      resolve: ({ trackInventory, stockItem }) => !trackInventory || shownCount(stockItem) > 0,
    }),
    permalink: t.string({
      description: 'Permalink of the product, such as linen-apron.',
      select: { product: { select: { permalink: true } } },
      resolve: ({ product }) => product.permalink,
    }),
    description: t.string({
      description: 'Description of the product; empty if there is none.',
      select: { product: { select: { description: true } } },
      resolve: ({ product }) => product.description ?? '',
    }),
    optionsText: t.string({
      description: 'Options as text, such as Size: M, Colour: Natural.',
      select: optionSelection,
      resolve: optionsTextOf,
    }),
    optionValues: t.field({
      type: [OptionValue],
      description:
        "Options, in the order of the product's option types. Empty for a master variant.",
      select: optionSelection,
      resolve: (variant) => orderedOptions(variant),
    }),
    images: t.relation('images', {
      type: Image,
      query: imagesByPosition,
    }),
    updatedAt: t.field({
      type: 'DateTime',
      description: 'When the variant or what `countOnHand` shows was last updated.',
      select: { createdAt: true, stockItem: { select: { updatedAt: true } } },
      resolve: ({ createdAt, stockItem }) => stockItem?.updatedAt ?? createdAt,
    }),
    stockUpdatedAt: t.field({
      type: 'DateTime',
      description:
        'When stock of the variant was last counted, sold, returned or moved, in any stock location, or a location that has some was opened or closed.',
      select: { createdAt: true, stockItem: { select: { movedAt: true } } },
      resolve: ({ createdAt, stockItem }) => stockItem?.movedAt ?? createdAt,
    }),
  }),
});
