import type { Decimal } from 'decimal.js';
import type { Prisma } from '../../prisma/generated/client/client.ts';
import { builder } from '../builder.ts';
import { columns } from '../columns.ts';
import { displayMoney, toDecimal } from '../domain/money.ts';
import { boundCount, shownCount, shownStock } from '../stock/shown-count.ts';
import { Image, imagesByPosition } from '../variants/image.ts';
import { optionTypeSelection } from '../variants/option-selection.ts';
import { OptionType } from '../variants/option-type.ts';
import { Variant } from '../variants/variant.ts';
import { variantFigures } from './variant-figures.ts';

// The same arguments wherever a product's variants are read, so that they are read once.
const liveVariants = {
  where: { isMaster: false, deletedAt: null },
  orderBy: [{ position: 'asc' }, { id: 'asc' }],
} satisfies Prisma.Product$variantsArgs;

const readsVariants = { extensions: { weighsAs: 'figures' } } as const;

interface PriceRangeShape {
  readonly lowest: Decimal;
  readonly highest: Decimal;
}

const PriceRange = builder.objectRef<PriceRangeShape>('PriceRange').implement({
  description: 'The lowest and the highest price of a product.',
  fields: (t) => ({
    lowest: t.expose('lowest', { type: 'Money', description: 'Lowest price, such as "19.9".' }),
    highest: t.expose('highest', { type: 'Money', description: 'Highest price, such as "26.5".' }),
  }),
});

export const Product = builder.prismaObject('Product', {
  select: {},
  fields: (t) => ({
    ...columns(t, 'id', 'name', 'description', 'permalink', 'availableOn', 'metaDescription'),
    ...columns(t, 'metaKeywords', 'lockVersion', 'deletedAt', 'createdAt', 'updatedAt'),
    price: t.field({
      type: 'Money',
      description: 'Price of the master variant, such as "79.95".',
      select: { master: { select: { price: true } } },
      resolve: ({ master }) => toDecimal(master?.price ?? '0'),
    }),
    displayPrice: t.string({
      description: '`price` as text with currency, such as $79.95.',
      select: { master: { select: { price: true } } },
      resolve: ({ master }, _args, { settings }) =>
        displayMoney(master?.price ?? '0', settings.currency),
    }),
    priceRange: t.field({
      ...readsVariants,
      type: PriceRange,
      description:
        'The prices of all variants, from the lowest to the highest (that of the master variant if there are no others). Deleted variants do not count.',
      select: { id: true, master: { select: { price: true } } },
      resolve: async (product, _args, context) => {
        const own = product.master?.price ?? '0';
        const { lowest = own, highest = own } = (await variantFigures(context, product)) ?? {};
        return { lowest: toDecimal(lowest), highest: toDecimal(highest) };
      },
    }),
    countOnHand: t.int({
      ...readsVariants,
      description:
        'Units on hand of all variants together (of the master variant if there are no others). Deleted variants do not count. It changes without `updatedAt` of the product: poll the variants.',
      select: { id: true, master: { select: { stockItem: shownStock } } },
      resolve: async (product, _args, context) => {
        const figures = await variantFigures(context, product);
        return figures ? boundCount(figures.unitsOnHand) : shownCount(product.master?.stockItem);
      },
    }),
    hasVariants: t.boolean({
      ...readsVariants,
      description:
        'Whether there are variants besides the master variant. Deleted variants do not count.',
      select: { id: true },
      resolve: async (product, _args, context) =>
        (await variantFigures(context, product)) !== undefined,
    }),
    master: t.relation('master', { type: Variant, nullable: true }),
    variants: t.relation('variants', {
      type: Variant,
      description: 'Variants that are not deleted, without the master variant.',
      query: liveVariants,
    }),
    images: t.field({
      type: [Image],
      description: 'Images of the master variant, then those of the others, by position.',
      select: (_args, _context, nestedSelection) => {
        const images = { images: nestedSelection(imagesByPosition) };
        return { master: { select: images }, variants: { ...liveVariants, select: images } };
      },
      resolve: ({ master, variants }) =>
        [...(master ? [master] : []), ...variants].flatMap((variant) => variant.images),
    }),
    optionTypes: t.field({
      type: [OptionType],
      description: 'What its variants differ in, such as Size, by position.',
      select: {
        optionTypes: {
          select: { position: true, optionType: optionTypeSelection },
        },
      },
      // Sorted here: variants read them without an order.
      resolve: ({ optionTypes }) =>
        optionTypes
          .toSorted((a, b) => a.position - b.position || Number(a.optionType.id - b.optionType.id))
          .map(({ optionType }) => optionType),
    }),
    shippingCategory: t.relation('shippingCategory'),
  }),
});
