import type { Prisma } from '../../prisma/generated/client/client.ts';
import { builder } from '../builder.ts';
import { columns } from '../columns.ts';
import { displayMoney } from '../domain/money.ts';
import { InventoryUnit } from '../inventory-units/inventory-unit.ts';
import { Address } from '../places/place.ts';
import { isShown } from '../shown.ts';
import { ShipmentState } from '../states.ts';
import { ManifestEntry, manifestSelection, readManifest } from './manifest-entry.ts';
import { ShippingMethod } from './shipping-method.ts';
import { ShippingRate } from './shipping-rate.ts';

const byCost = {
  orderBy: [{ cost: 'asc' }, { id: 'asc' }],
} satisfies Prisma.Shipment$ratesArgs;

export const Shipment = builder.prismaObject('Shipment', {
  select: {},
  fields: (t) => ({
    ...columns(t, 'id', 'number', 'orderId', 'cost', 'tax', 'tracking', 'shippedAt'),
    ...columns(t, 'stockLocationId', 'lockVersion', 'createdAt', 'updatedAt'),
    orderNumber: t.string({
      description: 'Number of the order, such as R100000041.',
      select: { order: { select: { number: true } } },
      resolve: ({ order }) => order.number,
    }),
    state: t.expose('state', { type: ShipmentState }),
    displayCost: t.string({
      description: '`cost` as text with currency, such as $5.00.',
      select: { cost: true },
      resolve: ({ cost }, _args, { settings }) => displayMoney(cost, settings.currency),
    }),
    stockLocationName: t.string({
      description: 'Name of the stock location that the goods ship from.',
      select: { stockLocation: { select: { name: true } } },
      resolve: ({ stockLocation }) => stockLocation.name,
    }),
    shippingMethod: t.relation('shippingMethod', { type: ShippingMethod, nullable: true }),
    address: t.field({
      type: Address,
      nullable: true,
      description: "The shipment's own address or, if it has none, the order's ship address.",
      select: (_args, _context, nestedSelection) => ({
        address: nestedSelection(true),
        order: { select: { shipAddress: nestedSelection(true) } },
      }),
      resolve: ({ address, order }) => address ?? order.shipAddress,
    }),
    shippingRates: t.relation('rates', { type: ShippingRate, query: byCost }),
    selectedShippingRate: t.field({
      type: ShippingRate,
      nullable: true,
      description: 'The chosen shipping rate; null if none is chosen.',
      select: (_args, _context, nestedSelection) => ({
        rates: nestedSelection({ ...byCost, select: { selected: true } }),
      }),
      resolve: ({ rates }) => rates.find(({ selected }) => selected) ?? null,
    }),
    manifest: t.field({
      type: [ManifestEntry],
      description: 'Contents: one entry for each variant, in the order of the line items.',
      select: (_args, _context, nestedSelection) =>
        // A column of the variant is read even if the query selects none.
        manifestSelection(
          nestedSelection({ select: { id: true } }, ['variant']) as unknown as true,
        ),
      resolve: (shipment) => readManifest(shipment),
    }),
    inventoryUnits: t.field({
      type: [InventoryUnit],
      nullable: true,
      description: 'Inventory units in the shipment. Null if you may not list them.',
      select: (_args, _context, nestedSelection) => ({
        inventoryUnits: nestedSelection({ orderBy: { id: 'asc' } }),
        order: { select: { userId: true, token: true } },
      }),
      resolve: ({ inventoryUnits, order }, _args, { viewer }) =>
        isShown('Shipment.inventoryUnits', viewer, order) ? inventoryUnits : null,
    }),
  }),
});
