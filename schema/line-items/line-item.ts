import { builder } from '../builder.ts';
import { columns } from '../columns.ts';
import { displayMoney } from '../domain/money.ts';
import { nameWithOptions } from '../domain/options-text.ts';
import { rowMemory } from '../domain/remembering.ts';
import { lineTotal } from '../domain/totals.ts';
import { optionSelection } from '../variants/option-selection.ts';
import { optionsTextOf } from '../variants/option-value.ts';

const amounts = { price: true, quantity: true, order: { select: { currency: true } } } as const;

const displayedTotals = rowMemory<string>();

export const LineItem = builder.prismaObject('LineItem', {
  select: {},
  fields: (t) => ({
    ...columns(t, 'id', 'orderId', 'quantity', 'price', 'priceIsOwn', 'tax', 'createdAt'),
    ...columns(t, 'updatedAt'),
    orderNumber: t.string({
      description: 'Number of the order, such as R100000041.',
      select: { order: { select: { number: true } } },
      resolve: ({ order }) => order.number,
    }),
    variant: t.relation('variant'),
    singleDisplayAmount: t.string({
      description: '`price` as text with currency, such as $79.95.',
      select: amounts,
      resolve: ({ price, order }) => displayMoney(price, order.currency),
    }),
    total: t.field({
      type: 'Money',
      description: '`price` times `quantity`.',
      select: amounts,
      resolve: (line) => lineTotal(line),
    }),
    displayTotal: t.string({
      description: '`total` as text with currency, such as $79.95.',
      select: amounts,
      resolve: (line) =>
        displayedTotals(line, () => displayMoney(lineTotal(line), line.order.currency)),
    }),
    taxRate: t.string({
      description: 'Rate of the tax, a fraction such as 0.19.',
      select: { taxRate: true },
      resolve: ({ taxRate }) => taxRate.toFixed(),
    }),
    description: t.string({
      description: "Product name with the variant's options, such as Linen Apron (Size: M).",
      select: {
        variant: {
          select: {
            ...optionSelection,
            product: { select: { name: true, ...optionSelection.product.select } },
          },
        },
      },
      resolve: ({ variant }) => nameWithOptions(variant.product.name, optionsTextOf(variant)),
    }),
  }),
});
