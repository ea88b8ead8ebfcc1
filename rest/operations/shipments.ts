import { graphql } from '../graphql.ts';
import { ShipmentRecordParts } from '../presenters/shipment.ts';

export const Shipments = graphql(
  `
    query Shipments(
      $order: OrderBy
      $filter: ShipmentFilter
      $sort: [ShipmentSort!]
      $page: Int
      $perPage: Int
    ) {
      shipments(order: $order, filter: $filter, sort: $sort, page: $page, perPage: $perPage) {
        nodes {
          ...ShipmentRecordParts
        }
        count
        totalCount
        pages
        currentPage
        perPage
      }
    }
  `,
  [ShipmentRecordParts],
);

export const ShipmentByRef = graphql(
  `
    query ShipmentByRef($by: ShipmentBy!, $order: OrderBy) {
      shipment(by: $by, order: $order) {
        ...ShipmentRecordParts
      }
    }
  `,
  [ShipmentRecordParts],
);

export const CreateShipment = graphql(
  `
    mutation CreateShipment($order: OrderBy!, $input: CreateShipmentInput!, $merge: Boolean!) {
      createShipment(order: $order, input: $input, merge: $merge) {
        shipment {
          orderNumber
          ...ShipmentRecordParts
        }
        userErrors {
          code
          field
          message
        }
      }
    }
  `,
  [ShipmentRecordParts],
);

export const UpdateShipment = graphql(
  `
    mutation UpdateShipment(
      $by: ShipmentBy!
      $order: OrderBy
      $input: UpdateShipmentInput!
      $ifVersion: Int
    ) {
      updateShipment(by: $by, order: $order, input: $input, ifVersion: $ifVersion) {
        shipment {
          ...ShipmentRecordParts
        }
        userErrors {
          code
          field
          message
        }
      }
    }
  `,
  [ShipmentRecordParts],
);

export const UpdateOrderShipment = graphql(
  `
    mutation UpdateOrderShipment($order: OrderBy!, $input: OrderShipmentInput!) {
      updateOrderShipment(order: $order, input: $input) {
        shipment {
          ...ShipmentRecordParts
        }
        userErrors {
          code
          field
          message
        }
      }
    }
  `,
  [ShipmentRecordParts],
);

export const FireShipmentEvent = graphql(
  `
    mutation FireShipmentEvent(
      $by: ShipmentBy!
      $order: OrderBy
      $event: ShipmentEvent!
      $input: UpdateShipmentInput
      $ifVersion: Int
    ) {
      fireShipmentEvent(
        by: $by
        order: $order
        event: $event
        input: $input
        ifVersion: $ifVersion
      ) {
        shipment {
          ...ShipmentRecordParts
        }
        userErrors {
          code
          field
          message
        }
      }
    }
  `,
  [ShipmentRecordParts],
);

export const MarkShipmentReady = graphql(
  `
    mutation MarkShipmentReady(
      $by: ShipmentBy!
      $order: OrderBy
      $input: UpdateShipmentInput
      $ifVersion: Int
    ) {
      markShipmentReady(by: $by, order: $order, input: $input, ifVersion: $ifVersion) {
        shipment {
          ...ShipmentRecordParts
        }
        userErrors {
          code
          field
          message
        }
      }
    }
  `,
  [ShipmentRecordParts],
);

export const ShipShipment = graphql(
  `
    mutation ShipShipment(
      $by: ShipmentBy!
      $order: OrderBy
      $input: UpdateShipmentInput
      $ifVersion: Int
    ) {
      shipShipment(by: $by, order: $order, input: $input, ifVersion: $ifVersion) {
        shipment {
          ...ShipmentRecordParts
        }
        userErrors {
          code
          field
          message
        }
      }
    }
  `,
  [ShipmentRecordParts],
);
