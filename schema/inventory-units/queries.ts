import { Prisma } from '../../prisma/generated/client/client.ts';
import { authorize, authorizeTop, requireKeyOrToken } from '../abilities.ts';
import { builder } from '../builder.ts';
import type { Context } from '../context.ts';
import { NotFound } from '../errors.ts';
import { findOrderId, ofOrder } from '../orders/find-order.ts';
import { orderAttributes } from '../orders/order-attributes.ts';
import { parseId } from '../refs.ts';
import { attributeList, one } from '../search/attributes.ts';
import { findPage, type Page, type Scope } from '../search/page.ts';
import { pageArguments, pageFigures } from '../search/page-fields.ts';
import { searchable } from '../search/searchable.ts';
import { findShipmentId } from '../shipments/find-shipment.ts';
import { shipmentAttributes } from '../shipments/shipment-attributes.ts';
import { inventoryUnitAttributes } from './inventory-unit-attributes.ts';
import { InventoryUnit } from './inventory-unit.ts';

/** What a list of inventory units is searched and sorted by. Decision: S20. */
const inventoryUnitSearch = searchable(
  attributeList('InventoryUnit', 'inventory_units', inventoryUnitAttributes.attributes, {
    ...inventoryUnitAttributes.associations,
    order: one(orderAttributes, 'order_id'),
    shipment: one(shipmentAttributes, 'shipment_id'),
  }),
  ['order.number', 'shipment.number', 'shipment.state', 'variant.sku', 'variant.product.name'],
);

const InventoryUnitPage = builder.objectRef<Page>('InventoryUnitPage').implement({
  description: 'One page of inventory units.',
  fields: (t) => ({
    nodes: t.prismaField({
      type: [InventoryUnit],
      description: 'The records of this page, in order.',
      resolve: (query, page, _args, { db }) => {
        const selection = { ...query };
        return page.load((where) => db.inventoryUnit.findMany({ ...selection, where }));
      },
    }),
    ...pageFigures(t),
  }),
});

interface Parents {
  readonly order?: string | null | undefined;
  readonly shipment?: string | null | undefined;
}

/** Which units the caller is shown: those of a shipment, of an order, or all. Decision: A18 (rows 4, 9, 10). */
async function scopeOf(context: Context, { order, shipment }: Parents): Promise<Scope> {
  if (shipment != null) {
    const id = await findShipmentId(context, shipment, order, 'inventory_units.index');
    return (level) => [Prisma.sql`${Prisma.raw(level.alias)}.shipment_id = ${id}`];
  }
  if (order != null) {
    return ofOrder(await findOrderId(context, order, 'inventory_units.index'));
  }
  authorize(context.viewer, 'inventory_units.index');
  return () => [];
}

builder.queryFields((t) => ({
  inventoryUnit: t.prismaField({
    type: InventoryUnit,
    description: 'One inventory unit by its id.',
    args: { id: t.arg.id({ required: true }) },
    resolve: async (query, _root, args, { db, viewer }) => {
      const selection = { ...query };
      requireKeyOrToken(viewer);
      const given = parseId(args.id);
      const found =
        given === undefined
          ? null
          : await db.inventoryUnit.findUnique({
              where: { id: given },
              select: { id: true, order: { select: { userId: true, token: true } } },
            });
      const { id } = authorizeTop(viewer, 'inventory_units.read', found, ({ order }) => order);
      const unit = await db.inventoryUnit.findUnique({ ...selection, where: { id } });
      if (!unit) throw new NotFound();
      return unit;
    },
  }),
  inventoryUnits: t.field({
    type: InventoryUnitPage,
    description: 'All inventory units of the store; with `order` or `shipment`, those of it.',
    args: {
      ...pageArguments(t.arg, inventoryUnitSearch),
      order: t.arg.string({ description: 'Id or number of the order.' }),
      shipment: t.arg.string({ description: 'Id or number of the shipment.' }),
    },
    resolve: async (_root, args, context) => {
      const scope = await scopeOf(context, args);
      return findPage(inventoryUnitSearch, context, args, scope, [{ field: 'id' }]);
    },
  }),
}));
