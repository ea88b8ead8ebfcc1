import { event, type ExampleTable, sent } from './example.ts';

const tracking = '1Z999AA10123456784';

const at = (shipment: number, order: number) => ({
  shipment: `H${String(10_000_000_000 + shipment)}`,
  order: `R${String(100_000_000 + order)}`,
});

const pending = at(44, 47);
const ready = at(45, 48);
const shipped = at(46, 49);
const canceled = at(53, 55);

const examplesAt = (name: string): ExampleTable => ({
  [`update${name}`]: {
    path: ready,
    accepted: sent('A tracking number', { shipment: { tracking } }),
    refused: sent('A cost below zero', { shipment: { cost: '-1' } }),
  },
  [`fire${name}Event`]: {
    accepted: sent('A ready shipment is shipped', { e: 'ship', shipment: { tracking } }, ready),
    refused: sent('A shipped shipment', { e: 'ship' }, shipped),
  },
  [`ready${name}`]: event('A pending shipment', pending, 'A shipped shipment', shipped),
  [`pend${name}`]: event('A ready shipment', ready, 'A shipped shipment', shipped),
  [`ship${name}`]: {
    accepted: sent('A ready shipment, with its tracking number', { shipment: { tracking } }, ready),
    refused: { says: 'A canceled shipment', path: canceled },
  },
  [`cancel${name}`]: event('A pending shipment', pending, 'A shipped shipment', shipped),
  [`resume${name}`]: {
    accepted: { says: 'A shipment that was canceled', path: pending, after: `cancel${name}` },
    refused: { says: 'A shipped shipment', path: shipped },
  },
});

export const shipmentExamples: ExampleTable = {
  listShipments: {
    q: {
      'Shipments to ship': { state_eq: 'ready_to_ship', s: 'created_at asc' },
      'Shipments of an order': { order_number_eq: 'R100000047' },
    },
    search: { 'Shipments to ship': { state: 'ready_to_ship' } },
  },
  listOrderShipments: {
    q: { 'Not shipped yet': { shipped_at_null: '1' } },
    search: { 'Not shipped yet': { state: 'pending' } },
  },
  ...examplesAt('Shipment'),
  ...examplesAt('OrderShipment'),
  createOrderShipment: {
    accepted: sent('Some units of the order in a new shipment', {
      shipment: { inventory_unit_ids: [105, 106] },
    }),
    refused: sent('A variant that does not exist', { variant_id: 999999, quantity: 1 }),
  },
  updateNamedOrderShipment: {
    accepted: sent('A tracking number', { shipment: { number: 'H10000000044', tracking } }),
    refused: sent('A shipment that does not exist', { shipment: { number: 'H0', tracking } }),
  },
};
