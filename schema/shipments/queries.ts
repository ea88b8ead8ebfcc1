import { authorize, requireKey } from '../abilities.ts';
import { builder } from '../builder.ts';
import { OrderBy, ShipmentBy } from '../look-up.ts';
import { orderAbove } from '../record-arguments.ts';
import { inventoryUnitAttributes } from '../inventory-units/inventory-unit-attributes.ts';
import { findOrder, ofOrder } from '../orders/find-order.ts';
import { orderAttributes } from '../orders/order-attributes.ts';
import { extended } from '../search/attribute-list.ts';
import { many, one } from '../search/attributes.ts';
import { everyRow, findPage } from '../search/find-page.ts';
import { connectionOf, listArguments } from '../search/connection.ts';
import { searchable } from '../search/searchable.ts';
import { leadsTo } from '../shown.ts';
import { findShipment } from './find-shipment.ts';
import { existing } from '../refs.ts';
import { shipmentAttributes } from './shipment-attributes.ts';
import { Shipment } from './shipment.ts';
import { ShippingMethod } from './shipping-method.ts';

const shipmentSearch = searchable(
  extended(shipmentAttributes, {
    order: one(orderAttributes, 'order_id', leadsTo.order, { always: true }),
    inventoryUnits: many(inventoryUnitAttributes, 'shipment_id', leadsTo.inventoryUnits),
  }),
);

const ShipmentConnection = connectionOf(Shipment, 'shipments');

builder.queryFields((t) => ({
  shipment: t.prismaField({
    type: Shipment,
    nullable: true,
    description:
      'Returns a shipment by its id or number. You need `shipments.read` or the order token; if you send `order`, it is enough that the order is yours.',
    args: {
      by: t.arg({ type: ShipmentBy, required: true }),
      order: orderAbove(t.arg),
    },
    resolve: async (query, _root, { by, order }, context) => {
      const selection = { ...query };
      const { id } = await findShipment(context, by, order, 'shipments.read');
      return existing(await context.db.shipment.findUnique({ ...selection, where: { id } }));
    },
  }),
  shipments: t.field({
    type: ShipmentConnection,
    nullable: true,
    description:
      'Returns all shipments; with `order`, those of one order. You need `shipments.index`; for one order it is enough that it is yours or that you send its order token.',
    args: {
      ...listArguments(t.arg, shipmentSearch),
      order: t.arg({ type: OrderBy, description: 'Returns only shipments of this order.' }),
    },
    resolve: async (_root, args, context) => {
      if (args.order == null) authorize(context.viewer, 'shipments.index');
      const scope =
        args.order == null
          ? everyRow
          : ofOrder(await findOrder(context, args.order, 'shipments.index'));
      return findPage(shipmentSearch, context, args, scope, [{ field: 'id' }]);
    },
  }),
  shippingMethods: t.prismaField({
    type: [ShippingMethod],
    description: 'Returns the shipping methods that are offered. You need an API key.',
    resolve: (query, _root, _args, { db, viewer }) => {
      requireKey(viewer);
      return db.shippingMethod.findMany({
        ...query,
        where: { active: true },
        orderBy: { id: 'asc' },
      });
    },
  }),
}));
