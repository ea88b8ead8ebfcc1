import { describe, expect, test } from '@jest/globals';
import type {
  InventoryUnitEvent,
  InventoryUnitFacts,
  InventoryUnitState,
} from '../../../schema/domain/inventory-unit-machine.ts';
import {
  eventLeadingTo,
  inventoryUnitEvents,
  inventoryUnitMachine,
  inventoryUnitStates,
} from '../../../schema/domain/inventory-unit-machine.ts';
import { transition } from '../../../schema/domain/machine.ts';
import { wordsOf } from '../../../schema/domain/meanings.ts';
import { unitFacts } from './facts.ts';

const fire = (
  state: InventoryUnitState,
  event: InventoryUnitEvent,
  change: Partial<InventoryUnitFacts> = {},
) => transition(inventoryUnitMachine, state, event, unitFacts(change));

const refusedBy = (messages: Record<string, string[]>) => ({
  allowed: false,
  reason: 'guards',
  messages,
});

describe('every row of the table is a transition (T36)', () => {
  const rows: [InventoryUnitEvent, InventoryUnitState, InventoryUnitState, string[]][] = [
    ['fill_backorder', 'backordered', 'sold', ['receiveOnePiece']],
    ['ship', 'sold', 'shipped', []],
    ['return', 'shipped', 'returned', ['giveBackStock']],
  ];

  test.each(rows)('%s leads from %s to %s', (event, from, to, does) => {
    expect(fire(from, event)).toEqual({ allowed: true, to, does });
  });

  const known = new Set(rows.map(([event, from]) => `${event} ${from}`));
  const others = wordsOf(inventoryUnitEvents).flatMap((event) =>
    wordsOf(inventoryUnitStates)
      .filter((state) => !known.has(`${event} ${state}`))
      .map((state) => [event, state] as const),
  );

  test.each(others)('%s is impossible when %s', (event, state) => {
    expect(fire(state, event)).toEqual({ allowed: false, reason: 'no_row', messages: {} });
  });
});

test.each([
  ['fill_backorder', 'backordered'],
  ['ship', 'sold'],
] as const)('%s needs an open order', (event, state) => {
  expect(fire(state, event, { orderState: 'canceled' })).toEqual(
    refusedBy({ base: ['The order is not complete.'] }),
  );
});

test('where payment is required, a unit of an unpaid order does not leave', () => {
  expect(fire('sold', 'ship', { requirePaymentToShip: true })).toEqual(
    refusedBy({ base: ['The order is not paid.'] }),
  );
});

test('a unit of a canceled shipment does not leave, without words', () => {
  expect(fire('sold', 'ship', { shipmentState: 'canceled' })).toEqual(refusedBy({}));
});

test('a unit in no shipment may leave', () => {
  expect(fire('sold', 'ship', { shipmentState: null }).allowed).toBe(true);
});

test('a shipped unit comes back whatever the order is', () => {
  expect(fire('shipped', 'return', { orderState: 'returned' }).allowed).toBe(true);
});

test.each([
  ['sold', 'shipped', 'ship'],
  ['backordered', 'sold', 'fill_backorder'],
  ['shipped', 'returned', 'return'],
  ['sold', 'sold', null],
  ['backordered', 'shipped', undefined],
  ['sold', 'on_hand', undefined],
  ['sold', 'lost', undefined],
] as const)('T38: from %s the written state %s means %s', (present, written, event) => {
  expect(eventLeadingTo(present, written)).toBe(event);
});
