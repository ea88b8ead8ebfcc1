import { graphql } from '../graphql.ts';
import { ShipmentRecordParts } from '../presenters/shipment.ts';

export const Shipments = graphql(
  `
    query Shipments(
      $order: String
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
    query ShipmentByRef($ref: String!, $order: String) {
      shipment(ref: $ref, order: $order) {
        ...ShipmentRecordParts
      }
    }
  `,
  [ShipmentRecordParts],
);

export const CreateShipment = graphql(
  `
    mutation CreateShipment($order: String!, $input: ShipmentInput!, $merge: Boolean!) {
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
    mutation UpdateShipment($ref: String!, $order: String, $input: ShipmentInput!) {
      updateShipment(ref: $ref, order: $order, input: $input) {
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
    mutation UpdateOrderShipment($order: String!, $input: ShipmentInput!) {
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
      $ref: String!
      $order: String
      $event: String
      $input: ShipmentInput
      $verb: Boolean!
    ) {
      fireShipmentEvent(ref: $ref, order: $order, event: $event, input: $input, verb: $verb) {
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
