import { builder } from '../builder.ts';
import { inventoryUnitAttributes } from '../inventory-units/inventory-unit-attributes.ts';
import { findOrder, ofOrder } from '../orders/find-order.ts';
import { orderAttributes } from '../orders/order-attributes.ts';
import { holding, OrderBy } from '../look-up.ts';
import { orderAbove } from '../record-arguments.ts';
import { existing, soughtId } from '../refs.ts';
import { extended } from '../search/attribute-list.ts';
import { many, one } from '../search/attributes.ts';
import { findPage } from '../search/find-page.ts';
import { connectionOf, listArguments } from '../search/connection.ts';
import { searchable } from '../search/searchable.ts';
import { leadsTo } from '../shown.ts';
import { lineItemAttributes } from './line-item-attributes.ts';
import { LineItem } from './line-item.ts';

const lineItemSearch = searchable(
  extended(lineItemAttributes, {
    order: one(orderAttributes, 'order_id', leadsTo.order, { always: true }),
    inventoryUnits: many(inventoryUnitAttributes, 'line_item_id', leadsTo.inventoryUnits),
  }),
);

const LineItemConnection = connectionOf(LineItem, 'line items');

builder.queryFields((t) => ({
  lineItem: t.prismaField({
    type: LineItem,
    nullable: true,
    description:
      'Returns a line item of an order. You need `line_items.read`, unless the order is yours or you send its order token.',
    args: {
      id: t.arg.id({ required: true }),
      order: orderAbove(t.arg),
    },
    resolve: async (query, _root, args, context) => {
      const selection = { ...query };
      const by = args.order ?? holding('lineItems', args.id);
      const order = await findOrder(context, by, 'line_items.read');
      const where = { id: soughtId(args.id), orderId: order.id };
      return existing(await context.db.lineItem.findFirst({ ...selection, where }));
    },
  }),
  lineItems: t.field({
    type: LineItemConnection,
    nullable: true,
    description:
      'Returns the line items of an order. You need `line_items.index`, unless the order is yours or you send its order token.',
    args: {
      order: t.arg({ type: OrderBy, required: true }),
      ...listArguments(t.arg, lineItemSearch),
    },
    resolve: async (_root, args, context) => {
      const order = await findOrder(context, args.order, 'line_items.index');
      return findPage(lineItemSearch, context, args, ofOrder(order), [{ field: 'id' }]);
    },
  }),
}));
