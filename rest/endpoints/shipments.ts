import { listArguments, listVariables, pageNumbers, userErrors } from '../graphql.ts';
import { presentShipmentRecord } from '../presenters/shipment.ts';
import { get, post, put, type Route } from '../route.ts';
import { array } from '../answer/signs.ts';
import { youngestFirst } from '../search/sort.ts';
import { ofOrder } from '../variables/names.ts';
import { shipment, shipmentAt, writtenShipment } from './one-shipment.ts';

/** All shipments, or those of an order, depending on the path. */
const listAt = (path: string): Route =>
  get(path, {
    operation:
      presentShipmentRecord.graphql(`query Shipments($order: OrderBy, ${listVariables('Shipment')}) {
      shipments(order: $order, ${listArguments}) { nodes { ...ShipmentRecordParts } ${pageNumbers} }
    }`),
    variables: (call) => ({ ...call.search, ...ofOrder(call) }),
    sign: array('shipment', presentShipmentRecord),
    olderSort: youngestFirst,
  });

/** Contract: Endpoints / Orders, Shipments. */
export const shipmentRoutes = [
  listAt('/api/shipments'),
  ...shipmentAt('/api/shipments/:shipment'),
  listAt('/api/orders/:order/shipments'),
  post('/api/orders/:order/shipments', {
    operation:
      presentShipmentRecord.graphql(`mutation CreateShipment($order: OrderBy!, $input: CreateShipmentInput!, $merge: Boolean!) {
      createShipment(order: $order, input: $input, merge: $merge) {
        shipment { orderNumber ...ShipmentRecordParts } ${userErrors}
      }
    }`),
    variables: (call) => ({
      ...ofOrder(call),
      input: call.attributes,
      merge: call.form.mergesLines,
    }),
    writes: {
      resource: 'shipment',
      beside: ['variant_id', 'quantity', 'stock_location_id'],
      // Without attributes an empty shipment would be created.
      instead: { input: { number: '-' } },
    },
    sign: shipment,
    location: ({ orderNumber, id }) =>
      `/api/orders/${encodeURIComponent(orderNumber)}/shipments/${id}`,
  }),
  put('/api/orders/:order/shipments', {
    operation:
      presentShipmentRecord.graphql(`mutation UpdateOrderShipment($order: OrderBy!, $input: OrderShipmentInput!) {
      updateOrderShipment(order: $order, input: $input) ${writtenShipment}
    }`),
    variables: (call) => ({ ...ofOrder(call), input: call.attributes }),
    writes: { resource: 'shipment' },
    sign: shipment,
  }),
  ...shipmentAt('/api/orders/:order/shipments/:shipment'),
];
