import { userErrors } from '../graphql.ts';
import { presentShipmentRecord } from '../presenters/shipment.ts';
import { type Call, get, put, type Route } from '../route.ts';
import { wrapped } from '../answer/signs.ts';
import { byIdOrNumber } from '../variables/names.ts';

export const shipment = wrapped('shipment', presentShipmentRecord);

/** The shipment of a path; `order` is absent at the shipment's own address. */
const named = ({ params }: Call) => ({
  by: byIdOrNumber(params.shipment),
  order: byIdOrNumber(params.order),
});

const withAttributes = (call: Call) => ({ ...named(call), input: call.attributes });

export const writtenShipment = `{ shipment { ...ShipmentRecordParts } ${userErrors} }` as const;

/**
 * Attributes sent with an event are used if the caller may update shipments, and refuse the event if they have the
 * wrong type; otherwise they are ignored.
 */
const besideEvent = {
  writes: {
    resource: 'shipment',
    instead: { input: { cost: '-' } },
    mayIgnore: 'cost',
  },
  invalid: 422,
  sign: shipment,
} as const;

// GraphQL refuses attributes without the right to them, which these routes ignore: they are described otherwise.
const heard =
  'You need `shipments.fire` or the order token. With `shipments.update` the fields of `input`, such as `tracking`, are updated first; without it they are ignored.';
const repeated = 'If this was done already, it succeeds without a change.';
const refused = 'EVENT_REFUSED if its state does not allow it';

/** The event that is sent, or that of the path. */
const eventAt = (path: string, eventOf: (call: Call) => string | null): Route =>
  put(path, {
    says: `Fires an event on a shipment: ready, pend, ship, cancel, resume. ${refused}; \`allowed\` lists what it allows. ${heard}`,
    operation: presentShipmentRecord.graphql(`mutation FireShipmentEvent(
      $by: ShipmentBy!, $order: OrderBy, $event: ShipmentEvent!, $input: UpdateShipmentInput,
      $ifVersion: Int
    ) {
      fireShipmentEvent(
        by: $by, order: $order, event: $event, input: $input, ifVersion: $ifVersion
      ) ${writtenShipment}
    }`),
    variables: (call) => ({ ...named(call), event: eventOf(call), input: call.attributes }),
    ...besideEvent,
  });

/** Each fires the event of the same name. */
const verbs = ['pend', 'cancel', 'resume'];

/** One shipment: the same routes at its own address and below its order. */
export const shipmentAt = (path: string): Route[] => [
  get(path, {
    operation:
      presentShipmentRecord.graphql(`query ShipmentByRef($by: ShipmentBy!, $order: OrderBy) {
      shipment(by: $by, order: $order) { ...ShipmentRecordParts }
    }`),
    variables: named,
    sign: shipment,
  }),
  put(path, {
    operation: presentShipmentRecord.graphql(`mutation UpdateShipment(
      $by: ShipmentBy!, $order: OrderBy, $input: UpdateShipmentInput!, $ifVersion: Int
    ) {
      updateShipment(by: $by, order: $order, input: $input, ifVersion: $ifVersion) ${writtenShipment}
    }`),
    variables: withAttributes,
    writes: { resource: 'shipment' },
    sign: shipment,
  }),
  eventAt(`${path}/event`, ({ event }) => event),
  put(`${path}/ready`, {
    says: `Marks a shipment as ready to ship. ${refused}. ${repeated} ${heard}`,
    operation: presentShipmentRecord.graphql(`mutation MarkShipmentReady(
      $by: ShipmentBy!, $order: OrderBy, $input: UpdateShipmentInput, $ifVersion: Int
    ) {
      markShipmentReady(by: $by, order: $order, input: $input, ifVersion: $ifVersion) ${writtenShipment}
    }`),
    variables: withAttributes,
    ...besideEvent,
  }),
  put(`${path}/ship`, {
    says: `Records that a shipment has left; its units are shipped with it. ${refused}. ${repeated} ${heard}`,
    operation: presentShipmentRecord.graphql(`mutation ShipShipment(
      $by: ShipmentBy!, $order: OrderBy, $input: UpdateShipmentInput, $ifVersion: Int
    ) {
      shipShipment(by: $by, order: $order, input: $input, ifVersion: $ifVersion) ${writtenShipment}
    }`),
    variables: withAttributes,
    ...besideEvent,
  }),
  ...verbs.map((event) => eventAt(`${path}/${event}`, () => event)),
];
