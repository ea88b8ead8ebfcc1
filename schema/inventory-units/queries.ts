import { authorize, authorizeTop, requireKeyOrToken } from '../abilities.ts';
import { builder } from '../builder.ts';
import type { Context } from '../context.ts';
import { type ByNumber, type ByOrder, OrderBy, ShipmentBy } from '../look-up.ts';
import { findOrder, ofOrder } from '../orders/find-order.ts';
import { orderAttributes } from '../orders/order-attributes.ts';
import { existing, soughtId } from '../refs.ts';
import { extended } from '../search/attribute-list.ts';
import { one } from '../search/attributes.ts';
import { everyRow, findPage, having, type Scope } from '../search/find-page.ts';
import { connectionOf, listArguments } from '../search/connection.ts';
import { searchable } from '../search/searchable.ts';
import { leadsTo } from '../shown.ts';
import { findShipment } from '../shipments/find-shipment.ts';
import { shipmentAttributes } from '../shipments/shipment-attributes.ts';
import { inventoryUnitAttributes } from './inventory-unit-attributes.ts';
import { InventoryUnit } from './inventory-unit.ts';

const inventoryUnitSearch = searchable(
  extended(inventoryUnitAttributes, {
    order: one(orderAttributes, 'order_id', leadsTo.order, { always: true }),
    shipment: one(shipmentAttributes, 'shipment_id', leadsTo.shipment),
  }),
);

const InventoryUnitConnection = connectionOf(InventoryUnit, 'inventory units');

interface Parents {
  readonly order?: ByOrder | null | undefined;
  readonly shipment?: ByNumber | null | undefined;
}

/** The units that the caller sees: those of a shipment, of an order, or all. */
async function scopeOf(context: Context, { order, shipment }: Parents): Promise<Scope> {
  if (shipment != null) {
    const found = await findShipment(context, shipment, order, 'inventory_units.index');
    return { ...having('shipment_id', found.id), order: found.order };
  }
  if (order != null) {
    return ofOrder(await findOrder(context, order, 'inventory_units.index'));
  }
  authorize(context.viewer, 'inventory_units.index');
  return everyRow;
}

builder.queryFields((t) => ({
  inventoryUnit: t.prismaField({
    type: InventoryUnit,
    nullable: true,
    description:
      'Returns an inventory unit by id. You need `inventory_units.read` or the order token of its order.',
    args: { id: t.arg.id({ required: true }) },
    resolve: async (query, _root, args, { db, viewer }) => {
      const selection = { ...query };
      requireKeyOrToken(viewer);
      const found = await db.inventoryUnit.findUnique({
        where: { id: soughtId(args.id) },
        select: { id: true, order: { select: { userId: true, token: true } } },
      });
      const { id } = authorizeTop(viewer, 'inventory_units.read', found, ({ order }) => order);
      return existing(await db.inventoryUnit.findUnique({ ...selection, where: { id } }));
    },
  }),
  inventoryUnits: t.field({
    type: InventoryUnitConnection,
    nullable: true,
    description:
      'Returns all inventory units; with `order` or `shipment`, those of one order or shipment. You need `inventory_units.index`; for one order it is enough that it is yours or that you send its order token.',
    args: {
      ...listArguments(t.arg, inventoryUnitSearch),
      order: t.arg({ type: OrderBy, description: 'Returns only units of this order.' }),
      shipment: t.arg({ type: ShipmentBy, description: 'Returns only units in this shipment.' }),
    },
    resolve: async (_root, args, context) => {
      const scope = await scopeOf(context, args);
      return findPage(inventoryUnitSearch, context, args, scope, [{ field: 'id' }]);
    },
  }),
}));
