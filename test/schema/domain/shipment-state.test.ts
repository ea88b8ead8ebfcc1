import { expect, test } from '@jest/globals';
import type { ShippedOrder } from '../../../schema/domain/shipment-state.ts';
import { computeShipmentState } from '../../../schema/domain/shipment-state.ts';

type Shipments = ShippedOrder['shipments'];

const stateOf = (shipments: Shipments, looseUnitStates: ShippedOrder['looseUnitStates'] = []) =>
  computeShipmentState({ completed: true, shipments, looseUnitStates });

const pending = { state: 'pending', unitStates: ['sold', 'sold'] } as const;
const backordered = { state: 'pending', unitStates: ['sold', 'backordered'] } as const;
const ready = { state: 'ready_to_ship', unitStates: ['sold'] } as const;
const shipped = { state: 'shipped', unitStates: ['shipped'] } as const;
const returned = { state: 'shipped', unitStates: ['returned'] } as const;
const begun = { state: 'pending', unitStates: ['shipped', 'sold'] } as const;
const canceled = { state: 'canceled', unitStates: ['on_hand'] } as const;
const empty = { state: 'pending', unitStates: [] } as const;
const emptyShipped = { state: 'shipped', unitStates: [] } as const;

const rows: [string, Shipments, string | null][] = [
  ['no shipments', [], null],
  ['all canceled', [canceled, canceled], 'canceled'],
  ['one pending', [pending], 'pending'],
  ['one without units', [empty], 'pending'],
  ['pending beside ready', [pending, ready], 'pending'],
  ['all ready', [ready, ready], 'ready'],
  ['ready beside canceled', [ready, canceled], 'ready'],
  ['ready beside an empty one', [ready, empty], 'ready'],
  ['an empty one beside a canceled one', [empty, canceled], 'pending'],
  ['a backordered unit', [ready, backordered], 'backorder'],
  ['a backordered unit beside a shipped shipment', [shipped, backordered], 'backorder'],
  ['all shipped', [shipped, returned], 'shipped'],
  ['shipped beside canceled', [shipped, canceled], 'partial'],
  ['shipped beside an empty one', [shipped, empty], 'shipped'],
  ['shipped without units', [emptyShipped], 'shipped'],
  ['shipped without units beside one that holds some', [emptyShipped, pending], 'pending'],
  ['shipped beside ready', [shipped, ready], 'partial'],
  ['a single unit that left', [begun], 'partial'],
];

test.each(rows)('T41: %s', (_title, shipments, state) => {
  expect(stateOf(shipments)).toBe(state);
});

test('T41: it is null until the order is completed', () => {
  expect(
    computeShipmentState({ completed: false, shipments: [pending], looseUnitStates: [] }),
  ).toBeNull();
});

test('T41: a backordered unit in no shipment counts', () => {
  expect(stateOf([ready], ['backordered'])).toBe('backorder');
});

test('T41: a unit in no shipment that left counts', () => {
  expect(stateOf([ready], ['shipped'])).toBe('partial');
  expect(stateOf([canceled], ['shipped'])).toBe('partial');
  expect(stateOf([canceled], ['returned'])).toBe('partial');
});

test.each([
  ['shipped', [shipped], 'partial'],
  ['ready', [ready], 'pending'],
  ['canceled', [canceled], 'pending'],
] as const)(
  'T41: an order is not %s while a unit waits in no shipment',
  (state, shipments, told) => {
    expect(stateOf(shipments, ['sold'])).toBe(told);
    expect(stateOf(shipments, ['on_hand'])).toBe(state);
  },
);
