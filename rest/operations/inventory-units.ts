import { graphql } from '../graphql.ts';
import { InventoryUnitParts } from '../presenters/inventory-unit.ts';

export const InventoryUnits = graphql(
  `
    query InventoryUnits(
      $order: OrderBy
      $shipment: ShipmentBy
      $filter: InventoryUnitFilter
      $sort: [InventoryUnitSort!]
      $page: Int
      $perPage: Int
    ) {
      inventoryUnits(
        order: $order
        shipment: $shipment
        filter: $filter
        sort: $sort
        page: $page
        perPage: $perPage
      ) {
        nodes {
          ...InventoryUnitParts
        }
        count
        totalCount
        pages
        currentPage
        perPage
      }
    }
  `,
  [InventoryUnitParts],
);

export const InventoryUnitById = graphql(
  `
    query InventoryUnitById($id: ID!) {
      inventoryUnit(id: $id) {
        ...InventoryUnitParts
      }
    }
  `,
  [InventoryUnitParts],
);

export const UpdateInventoryUnit = graphql(
  `
    mutation UpdateInventoryUnit(
      $id: ID!
      $input: UpdateInventoryUnitInput!
      $fire: InventoryUnitEvent
      $ifVersion: Int
    ) {
      updateInventoryUnit(id: $id, input: $input, event: $fire, ifVersion: $ifVersion) {
        inventoryUnit {
          ...InventoryUnitParts
        }
        userErrors {
          code
          field
          message
        }
      }
    }
  `,
  [InventoryUnitParts],
);

export const FireInventoryUnitEvent = graphql(
  `
    mutation FireInventoryUnitEvent($id: ID!, $event: InventoryUnitEvent!, $restock: Boolean) {
      fireInventoryUnitEvent(id: $id, event: $event, restock: $restock) {
        inventoryUnit {
          ...InventoryUnitParts
        }
        userErrors {
          code
          field
          message
        }
      }
    }
  `,
  [InventoryUnitParts],
);
