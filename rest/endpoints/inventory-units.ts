import { listArguments, listVariables, pageNumbers, userErrors } from '../graphql.ts';
import { presentInventoryUnit } from '../presenters/inventory-unit.ts';
import { type Call, get, put, type Route } from '../route.ts';
import { array, wrapped } from '../answer/signs.ts';
import { youngestFirst } from '../search/sort.ts';
import { byIdOrNumber, ofOrder } from '../variables/names.ts';

const unit = wrapped('inventory_unit', presentInventoryUnit);

const named = ({ params }: Call) => ({ id: params.inventory_unit });

/** All units, those of an order, or those of a shipment, depending on the path. */
const listAt = (path: string): Route =>
  get(path, {
    operation: presentInventoryUnit.graphql(`query InventoryUnits(
      $order: OrderBy, $shipment: ShipmentBy, ${listVariables('InventoryUnit')}
    ) {
      inventoryUnits(order: $order, shipment: $shipment, ${listArguments}) {
        nodes { ...InventoryUnitParts } ${pageNumbers}
      }
    }`),
    variables: (call) => ({
      ...call.search,
      ...ofOrder(call),
      shipment: byIdOrNumber(call.params.shipment),
    }),
    sign: array('inventory_unit', presentInventoryUnit),
    olderSort: youngestFirst,
  });

const writtenUnit = `{ inventoryUnit { ...InventoryUnitParts } ${userErrors} }` as const;

const FireInventoryUnitEvent = presentInventoryUnit.graphql(`mutation FireInventoryUnitEvent(
  $id: ID!, $event: InventoryUnitEvent!, $restock: Boolean, $ifVersion: Int
) {
  fireInventoryUnitEvent(
    id: $id, event: $event, restock: $restock, ifVersion: $ifVersion
  ) ${writtenUnit}
}`);

/** Each fires the event of the same name. */
const verbs = ['return', 'fill_backorder', 'ship'];

/** An event, beside which is sent whether a returned unit is put back on the shelf. */
const eventAt = (path: string, eventOf: (call: Call) => string | null): Route =>
  put(path, {
    operation: FireInventoryUnitEvent,
    variables: (call) => ({
      ...named(call),
      event: eventOf(call),
      restock: call.attributes.restock,
    }),
    writes: {
      resource: 'inventory_unit',
      beside: ['restock'],
      instead: { event: null },
    },
    invalid: 422,
    sign: unit,
  });

const unitAt = (path: string): Route[] => [
  get(path, {
    operation: presentInventoryUnit.graphql(
      'query InventoryUnitById($id: ID!) { inventoryUnit(id: $id) { ...InventoryUnitParts } }',
    ),
    variables: named,
    sign: unit,
  }),
  put(path, {
    operation: presentInventoryUnit.graphql(`mutation UpdateInventoryUnit(
      $id: ID!, $input: UpdateInventoryUnitInput!, $fire: InventoryUnitEvent, $ifVersion: Int
    ) {
      updateInventoryUnit(id: $id, input: $input, event: $fire, ifVersion: $ifVersion) ${writtenUnit}
    }`),
    variables: (call) => ({
      ...named(call),
      input: call.attributes,
      fire: call.attributes.fire,
    }),
    writes: { resource: 'inventory_unit', beside: ['fire', 'restock'] },
    sign: unit,
  }),
  eventAt(`${path}/event`, ({ event }) => event),
  ...verbs.map((event) => eventAt(`${path}/${event}`, () => event)),
];

/** Without a prefix as in the contract, and like all others below `/api`. Contract: Endpoints / Inventory units. */
export const inventoryUnitRoutes = ['', '/api'].flatMap((prefix) => [
  listAt(`${prefix}/inventory_units`),
  listAt(`${prefix}/orders/:order/inventory_units`),
  listAt(`${prefix}/shipments/:shipment/inventory_units`),
  ...unitAt(`${prefix}/inventory_units/:inventory_unit`),
]);
