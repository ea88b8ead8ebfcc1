import { describe, expect, test } from '@jest/globals';
import { allowedEvents, transition } from '../../../schema/domain/machine.ts';
import { wordsOf } from '../../../schema/domain/meanings.ts';
import { orderStates } from '../../../schema/domain/order-states.ts';
import type {
  ReadinessChange,
  ShipmentEvent,
  ShipmentFacts,
} from '../../../schema/domain/shipment-machine.ts';
import type { ShipmentState } from '../../../schema/domain/shipment-states.ts';
import {
  isRepeatedVerb,
  settleReadiness,
  shipmentEvents,
  shipmentMachine,
} from '../../../schema/domain/shipment-machine.ts';
import { shipmentStates } from '../../../schema/domain/shipment-states.ts';
import { shipmentFacts } from './facts.ts';

const fire = (state: ShipmentState, event: ShipmentEvent, change: Partial<ShipmentFacts> = {}) =>
  transition(shipmentMachine, state, event, shipmentFacts(change));

const refusedBy = (messages: Record<string, string[]>) => ({
  allowed: false,
  reason: 'guards',
  messages,
});

describe('every row of the table is a transition (T28)', () => {
  const rows: [ShipmentEvent, ShipmentState, ShipmentState, string[]][] = [
    ['ready', 'pending', 'ready_to_ship', []],
    ['pend', 'ready_to_ship', 'pending', []],
    ['ship', 'ready_to_ship', 'shipped', ['stampShippedAt', 'shipUnits']],
    ['cancel', 'pending', 'canceled', ['releaseStock']],
    ['cancel', 'ready_to_ship', 'canceled', ['releaseStock']],
    ['resume', 'canceled', 'pending', ['takeStock']],
  ];

  test.each(rows)('%s leads from %s to %s', (event, from, to, does) => {
    expect(fire(from, event)).toEqual({ allowed: true, to, does });
  });

  const known = new Set(rows.map(([event, from]) => `${event} ${from}`));
  const others = wordsOf(shipmentEvents).flatMap((event) =>
    wordsOf(shipmentStates)
      .filter((state) => !known.has(`${event} ${state}`))
      .map((state) => [event, state] as const),
  );

  test.each(others)('%s is impossible when %s', (event, state) => {
    expect(fire(state, event)).toEqual({ allowed: false, reason: 'no_row', messages: {} });
  });
});

describe('guards (T28)', () => {
  const closedOrEarly = wordsOf(orderStates).filter(
    (state) => !['complete', 'resumed', 'awaiting_return'].includes(state),
  );

  test.each(closedOrEarly)('a shipment of an order in %s does not become ready', (orderState) => {
    expect(fire('pending', 'ready', { orderState })).toEqual(
      refusedBy({ base: ['The order is not complete.'] }),
    );
  });

  test.each(['complete', 'resumed', 'awaiting_return'] as const)(
    'a shipment of an order in %s becomes ready',
    (orderState) => {
      expect(fire('pending', 'ready', { orderState }).allowed).toBe(true);
    },
  );

  test.each([
    ['ready', 'pending'],
    ['ship', 'ready_to_ship'],
  ] as const)('a backordered unit keeps %s from happening', (event, state) => {
    expect(fire(state, event, { unitStates: ['sold', 'backordered'] })).toEqual(
      refusedBy({ base: ['The shipment has backordered units.'] }),
    );
  });

  test.each([
    ['ready', 'pending', 'balance_due'],
    ['ready', 'pending', 'failed'],
    ['ship', 'ready_to_ship', 'balance_due'],
    ['ship', 'ready_to_ship', null],
  ] as const)('where payment is required, %s waits for it', (event, state, paymentState) => {
    expect(fire(state, event, { requirePaymentToShip: true, paymentState })).toEqual(
      refusedBy({ base: ['The order is not paid.'] }),
    );
  });

  test.each(['paid', 'credit_owed'] as const)('%s counts as paid', (paymentState) => {
    expect(fire('pending', 'ready', { requirePaymentToShip: true, paymentState }).allowed).toBe(
      true,
    );
  });

  test('a shipment without units may be made ready', () => {
    expect(fire('pending', 'ready', { unitStates: [] }).allowed).toBe(true);
  });

  test.each(['shipped', 'returned'] as const)('a %s unit keeps it from being canceled', (state) => {
    expect(fire('pending', 'cancel', { unitStates: ['sold', state] })).toEqual(
      refusedBy({ base: ['Part of the shipment has already shipped.'] }),
    );
  });

  test('a shipment of an order not completed cannot be canceled', () => {
    expect(fire('pending', 'cancel', { orderState: 'delivery' })).toEqual(
      refusedBy({ base: ['The order is not complete.'] }),
    );
  });

  test('a shipment is not resumed while stock is short', () => {
    expect(fire('canceled', 'resume', { stockShort: [{ name: 'B', optionsText: '' }] })).toEqual(
      refusedBy({ quantity: ['Selected quantity of "B" is not available.'] }),
    );
  });

  test('a shipment is not resumed where nothing delivers it', () => {
    expect(fire('canceled', 'resume', { delivers: false })).toEqual(
      refusedBy({ base: ['The shipping method of a shipment does not deliver there.'] }),
    );
  });

  test('a shipment of a canceled order is not resumed by itself', () => {
    expect(fire('canceled', 'resume', { orderState: 'canceled' })).toEqual(
      refusedBy({ base: ['The order is not complete.'] }),
    );
  });
});

test('T3: possible events are listed in declared order', () => {
  expect(allowedEvents(shipmentMachine, 'ready_to_ship', shipmentFacts())).toEqual([
    'pend',
    'ship',
    'cancel',
  ]);
});

test.each([
  ['ready', 'ready_to_ship', true],
  ['ship', 'shipped', true],
  ['ready', 'shipped', false],
  ['ship', 'ready_to_ship', false],
  ['cancel', 'canceled', false],
  ['pend', 'pending', false],
] as const)('T4: the verb %s on a %s shipment is a repeat: %s', (verb, state, repeated) => {
  expect(isRepeatedVerb(verb, state)).toBe(repeated);
});

describe('readiness after a write (T29)', () => {
  const settle = (state: ShipmentState, change: Partial<ReadinessChange>) =>
    settleReadiness(state, {
      orderState: 'complete',
      requirePaymentToShip: true,
      paymentState: 'paid',
      wasPaid: true,
      hadBackordered: false,
      unitStates: ['sold'],
      ...change,
    });

  test('turning paid makes a pending shipment ready', () => {
    expect(settle('pending', { wasPaid: false })).toBe('ready_to_ship');
  });

  test('turning paid leaves a shipment with a backordered unit pending', () => {
    const unitStates = ['sold', 'backordered'] as const;
    expect(settle('pending', { wasPaid: false, hadBackordered: true, unitStates })).toBe('pending');
  });

  test('filling the last backorder of a paid order makes it ready', () => {
    expect(settle('pending', { hadBackordered: true })).toBe('ready_to_ship');
  });

  test('a shipment pended by hand stays pended', () => {
    expect(settle('pending', {})).toBe('pending');
  });

  test('turning unpaid puts a ready shipment back', () => {
    expect(settle('ready_to_ship', { paymentState: 'balance_due' })).toBe('pending');
  });

  test('without the setting, payments change nothing', () => {
    expect(settle('pending', { requirePaymentToShip: false, wasPaid: false })).toBe('pending');
    expect(
      settle('ready_to_ship', { requirePaymentToShip: false, paymentState: 'balance_due' }),
    ).toBe('ready_to_ship');
  });

  test.each([true, false])('a backordered unit takes readiness back, setting %s', (setting) => {
    const change = { requirePaymentToShip: setting, unitStates: ['backordered'] } as const;
    expect(settle('ready_to_ship', change)).toBe('pending');
  });

  test('a closed order gets nothing ready', () => {
    expect(settle('pending', { orderState: 'returned', wasPaid: false })).toBe('pending');
  });

  test.each(['shipped', 'canceled'] as const)('a %s shipment stays as it is', (state) => {
    expect(settle(state, { wasPaid: false, unitStates: ['backordered'] })).toBe(state);
    expect(settle(state, { unitStates: ['shipped'] })).toBe(state);
  });

  describe.each(['pending', 'ready_to_ship'] as const)('a %s shipment (T54)', (state) => {
    test('is shipped when all its units have left, paid or not', () => {
      const change = { unitStates: ['shipped', 'returned'], paymentState: 'balance_due' } as const;
      expect(settle(state, change)).toBe('shipped');
      expect(settle(state, { ...change, requirePaymentToShip: false })).toBe('shipped');
    });

    test('is not while one waits, where there are none, or in a closed order', () => {
      expect(settle(state, { unitStates: ['shipped', 'sold'] })).toBe(state);
      expect(settle(state, { unitStates: [] })).toBe(state);
      expect(settle(state, { unitStates: ['returned'], orderState: 'returned' })).toBe(state);
    });
  });
});
