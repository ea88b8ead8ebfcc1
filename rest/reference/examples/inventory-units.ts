import { type ExampleTable, sent } from './example.ts';

const lists: ExampleTable[string] = {
  q: { 'Backordered units': { state_eq: 'backordered' } },
  search: { 'Backordered units': { state: 'backordered' } },
};

/** The same operations with and without `/api`. */
const examplesUnder = (ending: string): ExampleTable => ({
  [`listInventoryUnits${ending}`]: lists,
  [`listOrderInventoryUnits${ending}`]: lists,
  [`listShipmentInventoryUnits${ending}`]: lists,
  [`updateInventoryUnit${ending}`]: {
    accepted: sent('The number of a return', { inventory_unit: { return_authorization_id: 7001 } }),
    refused: sent('An outdated lock version', {
      inventory_unit: { return_authorization_id: 7001, lock_version: 999 },
    }),
  },
  [`fireInventoryUnitEvent${ending}`]: {
    accepted: sent('A shipped unit', { e: 'return' }, { inventory_unit: 111 }),
    refused: sent('A unit that was not shipped', { e: 'return' }),
  },
  [`fillInventoryUnitBackorder${ending}`]: {
    accepted: { says: 'A backordered unit', path: { inventory_unit: 116 } },
    refused: { says: 'A unit that is not backordered' },
  },
  [`shipInventoryUnit${ending}`]: {
    accepted: { says: 'A unit of a ready shipment', path: { inventory_unit: 110 } },
    refused: { says: 'A shipped unit', path: { inventory_unit: 111 } },
  },
  [`returnInventoryUnit${ending}`]: {
    accepted: { says: 'A shipped unit', path: { inventory_unit: 111 } },
    refused: { says: 'A unit that was not shipped' },
  },
});

export const inventoryUnitExamples: ExampleTable = {
  ...examplesUnder(''),
  ...examplesUnder('UnderApi'),
};
