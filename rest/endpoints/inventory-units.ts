import {
  FireInventoryUnitEvent,
  InventoryUnitById,
  InventoryUnits,
  UpdateInventoryUnit,
} from '../operations/inventory-units.ts';
import { presentInventoryUnit } from '../presenters/inventory-unit.ts';
import { get, probe, put } from '../route.ts';
import type { Route } from '../route.ts';
import { array, wrapped } from '../answer/signs.ts';
import { youngestFirst } from './sort-orders.ts';
import { byIdOrNumber } from '../variables/names.ts';

const unit = wrapped('inventory_unit', presentInventoryUnit);
const units = array('inventory_unit', presentInventoryUnit);

/** Each fires the event of the same name. Decision: F36. */
const verbs = ['fill_backorder', 'ship'];

/** Beside an event: whether a returned unit is put back on the shelf. Decision: F36, T36. */
const returning = {
  resource: 'inventory_unit',
  beside: ['restock'],
  rights: probe({
    operation: FireInventoryUnitEvent,
    // Without an event nothing is fired.
    variables: ({ params }) => ({ id: params.inventory_unit, event: null, restock: true }),
  }),
};

/** All units, those of an order, or those of a shipment, depending on the path. */
const listAt = (path: string): Route =>
  get(path, {
    operation: InventoryUnits,
    variables: ({ params, search }) => ({
      ...search,
      order: byIdOrNumber(params.order),
      shipment: byIdOrNumber(params.shipment),
    }),
    from: (data) => data.inventoryUnits,
    sign: units,
    olderSort: youngestFirst,
  });

const unitsUnder = (prefix: string): Route[] => [
  listAt(`${prefix}/inventory_units`),
  listAt(`${prefix}/orders/:order/inventory_units`),
  listAt(`${prefix}/shipments/:shipment/inventory_units`),
  get(`${prefix}/inventory_units/:inventory_unit`, {
    operation: InventoryUnitById,
    variables: ({ params }) => ({ id: params.inventory_unit }),
    from: (data) => data.inventoryUnit,
    sign: unit,
  }),
  put(`${prefix}/inventory_units/:inventory_unit`, {
    operation: UpdateInventoryUnit,
    variables: ({ params, attributes }) => ({
      id: params.inventory_unit,
      input: attributes,
      fire: attributes.fire,
    }),
    writes: { resource: 'inventory_unit', beside: ['fire', 'restock'], rights: 'itself' },
    from: (data) => data.updateInventoryUnit.inventoryUnit,
    sign: unit,
  }),
  put(`${prefix}/inventory_units/:inventory_unit/event`, {
    operation: FireInventoryUnitEvent,
    variables: ({ params, event, attributes }) => ({
      id: params.inventory_unit,
      event,
      restock: attributes.restock,
    }),
    writes: returning,
    invalid: 422,
    from: (data) => data.fireInventoryUnitEvent.inventoryUnit,
    sign: unit,
  }),
  put(`${prefix}/inventory_units/:inventory_unit/return`, {
    operation: FireInventoryUnitEvent,
    variables: ({ params, attributes }) => ({
      id: params.inventory_unit,
      event: 'return',
      restock: attributes.restock,
    }),
    writes: returning,
    invalid: 422,
    from: (data) => data.fireInventoryUnitEvent.inventoryUnit,
    sign: unit,
  }),
  ...verbs.map((event) =>
    put(`${prefix}/inventory_units/:inventory_unit/${event}`, {
      operation: FireInventoryUnitEvent,
      variables: ({ params }) => ({ id: params.inventory_unit, event, restock: true }),
      from: (data) => data.fireInventoryUnitEvent.inventoryUnit,
      sign: unit,
    }),
  ),
];

/**
 * Without a prefix as in the contract, and like every other path under `/api`. Contract: Endpoints / Inventory
 * units.
 * Decision: F36.
 */
export const inventoryUnitRoutes = ['', '/api'].flatMap(unitsUnder);
