import { builder } from '../builder.ts';
import { NotFound } from '../errors.ts';
import { inventoryUnitAttributes } from '../inventory-units/inventory-unit-attributes.ts';
import { findOrder, ofOrder } from '../orders/find-order.ts';
import { orderAttributes } from '../orders/order-attributes.ts';
import { parseId } from '../refs.ts';
import { attributeList, many, one } from '../search/attributes.ts';
import { findPage, type Page } from '../search/page.ts';
import { pageArguments, pageFigures } from '../search/page-fields.ts';
import { searchable } from '../search/searchable.ts';
import { leadsTo } from '../shown.ts';
import { lineItemAttributes } from './line-item-attributes.ts';
import { LineItem } from './line-item.ts';

/** What lists of line items can be searched and sorted by. Decision: S20. */
const lineItemSearch = searchable(
  attributeList('LineItem', 'line_items', lineItemAttributes.attributes, {
    ...lineItemAttributes.associations,
    order: one(orderAttributes, 'order_id', leadsTo.order),
    inventoryUnits: many(inventoryUnitAttributes, 'line_item_id', leadsTo.inventoryUnits),
  }),
  ['variant.sku', 'variant.product.name'],
);

const LineItemPage = builder.objectRef<Page>('LineItemPage').implement({
  description: 'A page of line items.',
  fields: (t) => ({
    nodes: t.prismaField({
      type: [LineItem],
      description: 'The records of this page, in sort order.',
      resolve: (query, page, _args, { db }) => {
        const selection = { ...query };
        return page.load((where) => db.lineItem.findMany({ ...selection, where }));
      },
    }),
    ...pageFigures(t),
  }),
});

builder.queryFields((t) => ({
  lineItem: t.prismaField({
    type: LineItem,
    description:
      'Returns a line item of an order. You need `line_items.read`, unless the order is yours or you send its order token.',
    args: { order: t.arg.string({ required: true }), id: t.arg.id({ required: true }) },
    resolve: async (query, _root, args, context) => {
      const selection = { ...query };
      const { id: orderId } = await findOrder(context, args.order, 'line_items.read');
      const id = parseId(args.id);
      if (id === undefined) throw new NotFound();
      const line = await context.db.lineItem.findFirst({ ...selection, where: { id, orderId } });
      if (!line) throw new NotFound();
      return line;
    },
  }),
  lineItems: t.field({
    type: LineItemPage,
    description:
      'Returns the line items of an order. You need `line_items.index`, unless the order is yours or you send its order token.',
    args: { order: t.arg.string({ required: true }), ...pageArguments(t.arg, lineItemSearch) },
    resolve: async (_root, args, context) => {
      const order = await findOrder(context, args.order, 'line_items.index');
      return findPage(lineItemSearch, context, args, ofOrder(order), [{ field: 'id' }]);
    },
  }),
}));
