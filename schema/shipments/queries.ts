import { authorize } from '../abilities.ts';
import { builder } from '../builder.ts';
import { NotFound } from '../errors.ts';
import { inventoryUnitAttributes } from '../inventory-units/inventory-unit-attributes.ts';
import { findOrderId, ofOrder } from '../orders/find-order.ts';
import { orderAttributes } from '../orders/order-attributes.ts';
import { addressAttributes } from '../places/place-attributes.ts';
import { attributeList, many, one } from '../search/attributes.ts';
import { findPage, type Page } from '../search/page.ts';
import { pageArguments, pageFigures } from '../search/page-fields.ts';
import { searchable } from '../search/searchable.ts';
import { findShipmentId } from './find-shipment.ts';
import { shipmentAttributes } from './shipment-attributes.ts';
import { Shipment } from './shipment.ts';

/**
 * What a list of shipments is searched and sorted by. A shipment without an address of its own goes
 * to the ship address of its order, and is found by that.
 * Decision: S20, R13.
 */
const shipmentSearch = searchable(
  attributeList('Shipment', 'shipments', shipmentAttributes.attributes, {
    ...shipmentAttributes.associations,
    order: one(orderAttributes, 'order_id'),
    address: one(addressAttributes, 'address_id', {
      through: [{ table: 'orders', column: 'order_id' }],
      column: 'ship_address_id',
    }),
    inventoryUnits: many(inventoryUnitAttributes, 'shipment_id'),
  }),
  ['order.number', 'order.email', 'order.createdAt', 'order.completedAt', 'shippingMethod.name'],
);

const ShipmentPage = builder.objectRef<Page>('ShipmentPage').implement({
  description: 'One page of shipments.',
  fields: (t) => ({
    nodes: t.prismaField({
      type: [Shipment],
      description: 'The records of this page, in order.',
      resolve: (query, page, _args, { db }) => {
        const selection = { ...query };
        return page.load((where) => db.shipment.findMany({ ...selection, where }));
      },
    }),
    ...pageFigures(t),
  }),
});

const orderDescription = 'Id or number of the order, where it is reached through its order.';

builder.queryFields((t) => ({
  shipment: t.prismaField({
    type: Shipment,
    description: 'One shipment by its id or number; with `order`, only if it is of that order.',
    args: {
      ref: t.arg.string({ required: true }),
      order: t.arg.string({ description: orderDescription }),
    },
    resolve: async (query, _root, { ref, order }, context) => {
      const selection = { ...query };
      const id = await findShipmentId(context, ref, order, 'shipments.read');
      const shipment = await context.db.shipment.findUnique({ ...selection, where: { id } });
      if (!shipment) throw new NotFound();
      return shipment;
    },
  }),
  shipments: t.field({
    type: ShipmentPage,
    description: 'All shipments of the store; with `order`, those of that order.',
    args: {
      ...pageArguments(t.arg, shipmentSearch),
      order: t.arg.string({ description: orderDescription }),
    },
    resolve: async (_root, args, context) => {
      if (args.order == null) authorize(context.viewer, 'shipments.index');
      const scope =
        args.order == null
          ? () => []
          : ofOrder(await findOrderId(context, args.order, 'shipments.index'));
      return findPage(shipmentSearch, context, args, scope, [{ field: 'id' }]);
    },
  }),
}));
