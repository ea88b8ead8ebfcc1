import {
  CreateShipment,
  FireShipmentEvent,
  MarkShipmentReady,
  ShipShipment,
  ShipmentByRef,
  Shipments,
  UpdateOrderShipment,
  UpdateShipment,
} from '../operations/shipments.ts';
import { presentShipmentRecord } from '../presenters/shipment.ts';
import { get, post, probe, put } from '../route.ts';
import type { Call, Route } from '../route.ts';
import { array, wrapped } from '../answer/signs.ts';
import { youngestFirst } from './sort-orders.ts';
import { byIdOrNumber } from '../variables/names.ts';

const shipment = wrapped('shipment', presentShipmentRecord);
const shipments = array('shipment', presentShipmentRecord);

/** Each fires the event of the same name. Decision: F32. */
const verbs = ['pend', 'cancel', 'resume'];

/** The shipment of a path; `order` is absent at the shipment's own address. */
const named = ({ params }: Call): Record<'by' | 'order', unknown> => ({
  by: byIdOrNumber(params.shipment),
  order: byIdOrNumber(params.order),
});

/**
 * Attributes sent with an event are used if the caller may update shipments, otherwise ignored. If they have
 * the wrong type, the event is refused.
 * Decision: F34, A33.
 */
const besideEvent = {
  writes: {
    resource: 'shipment',
    rights: probe({
      operation: UpdateShipment,
      variables: (call) => ({ ...named(call), input: {} }),
    }),
    unheard: 'ignored',
  },
  invalid: 422,
} as const;

const heard =
  'You need `shipments.fire` or the order token. With `shipments.update` the fields of `input`, such as `tracking`, are updated first; without it they are ignored.';
const repeated = 'If this was done already, it succeeds without a change.';
const refused = 'REFUSED if its state does not allow it';

/** GraphQL refuses attributes without the right to them, which these routes ignore. */
const says = {
  event: `Fires an event on a shipment: ready, pend, ship, cancel, resume. ${refused}; \`allowed\` lists what it allows. ${heard}`,
  ready: `Marks a shipment as ready to ship. ${refused}. ${repeated} ${heard}`,
  ship: `Records that a shipment has left; its units are shipped with it. ${refused}. ${repeated} ${heard}`,
} as const;

/** One shipment: the same routes at its own address and below its order. Decision: F32. */
const shipmentAt = (path: string): Route[] => [
  get(path, {
    operation: ShipmentByRef,
    variables: named,
    from: (data) => data.shipment,
    sign: shipment,
  }),
  put(path, {
    operation: UpdateShipment,
    variables: (call) => ({ ...named(call), input: call.attributes }),
    writes: { resource: 'shipment', rights: 'itself' },
    from: (data) => data.updateShipment.shipment,
    sign: shipment,
  }),
  put(`${path}/event`, {
    says: says.event,
    operation: FireShipmentEvent,
    variables: (call) => ({
      ...named(call),
      event: call.event,
      input: call.attributes,
    }),
    ...besideEvent,
    from: (data) => data.fireShipmentEvent.shipment,
    sign: shipment,
  }),
  put(`${path}/ready`, {
    says: says.ready,
    operation: MarkShipmentReady,
    variables: (call) => ({ ...named(call), input: call.attributes }),
    ...besideEvent,
    from: (data) => data.markShipmentReady.shipment,
    sign: shipment,
  }),
  put(`${path}/ship`, {
    says: says.ship,
    operation: ShipShipment,
    variables: (call) => ({ ...named(call), input: call.attributes }),
    ...besideEvent,
    from: (data) => data.shipShipment.shipment,
    sign: shipment,
  }),
  ...verbs.map((event) =>
    put(`${path}/${event}`, {
      says: says.event,
      operation: FireShipmentEvent,
      variables: (call) => ({ ...named(call), event, input: call.attributes }),
      ...besideEvent,
      from: (data) => data.fireShipmentEvent.shipment,
      sign: shipment,
    }),
  ),
];

/** Contract: Endpoints / Orders, Shipments. Decision: F32. */
export const shipmentRoutes = [
  get('/api/shipments', {
    operation: Shipments,
    variables: ({ search }) => search,
    from: (data) => data.shipments,
    sign: shipments,
    olderSort: youngestFirst,
  }),
  ...shipmentAt('/api/shipments/:shipment'),
  get('/api/orders/:order/shipments', {
    operation: Shipments,
    variables: ({ params, search }) => ({ ...search, order: byIdOrNumber(params.order) }),
    from: (data) => data.shipments,
    sign: shipments,
    olderSort: youngestFirst,
  }),
  post('/api/orders/:order/shipments', {
    operation: CreateShipment,
    variables: ({ params, attributes, form }) => ({
      order: byIdOrNumber(params.order),
      input: attributes,
      merge: form.mergesLines,
    }),
    writes: {
      resource: 'shipment',
      beside: ['variant_id', 'quantity', 'stock_location_id'],
      // Without attributes an empty shipment would be created; one with this number never is.
      rights: probe({
        operation: CreateShipment,
        variables: ({ params }) => ({
          order: byIdOrNumber(params.order),
          input: { number: '-' },
          merge: true,
        }),
      }),
    },
    from: (data) => data.createShipment.shipment,
    sign: shipment,
    location: ({ orderNumber, id }) =>
      `/api/orders/${encodeURIComponent(orderNumber)}/shipments/${id}`,
  }),
  put('/api/orders/:order/shipments', {
    operation: UpdateOrderShipment,
    variables: ({ params, attributes }) => ({
      order: byIdOrNumber(params.order),
      input: attributes,
    }),
    writes: {
      resource: 'shipment',
      // The shipment is named by its attributes, and may not exist.
      rights: probe({
        operation: UpdateOrderShipment,
        variables: ({ params, attributes: { id, number } }) => ({
          order: byIdOrNumber(params.order),
          input: { id, number },
        }),
      }),
    },
    from: (data) => data.updateOrderShipment.shipment,
    sign: shipment,
  }),
  ...shipmentAt('/api/orders/:order/shipments/:shipment'),
];
