import { describe, expect, test } from '@jest/globals';
import { inventoryUnitMachine } from '../../../schema/domain/inventory-unit-machine.ts';
import { orderMachine } from '../../../schema/domain/order-machine.ts';
import {
  checkoutRefusalFields,
  eventWord,
  fireEvent,
  moveRefused,
  refuseNow,
} from '../../../schema/domain/refusal.ts';
import { shipmentMachine } from '../../../schema/domain/shipment-machine.ts';
import { orderFacts, shipmentFacts, unitFacts } from './facts.ts';

const anything = (): boolean => true;

describe('firing by name (A31)', () => {
  test('a possible event is carried out', () => {
    expect(
      fireEvent(orderMachine, 'complete', eventWord(' approve '), orderFacts(), anything),
    ).toEqual({
      allowed: true,
      event: 'approve',
      to: 'complete',
      does: ['stampApproval'],
    });
  });

  test.each([undefined, null, '', '  ', ['cancel'], 5, {}])('%j is no name', (name) => {
    expect(
      fireEvent(shipmentMachine, 'pending', eventWord(name), shipmentFacts(), anything),
    ).toEqual({
      allowed: false,
      refusal: {
        reason: 'blank',
        event: null,
        state: 'pending',
        allowed: ['ready', 'cancel'],
        error: 'No event name supplied',
        fields: { state: ['cannot transition without an event name'] },
      },
    });
  });

  test.each(['explode', 'Cancel', 'constructor', 'c'.repeat(101)])('%s is unknown', (name) => {
    expect(fireEvent(orderMachine, 'complete', name, orderFacts(), anything)).toEqual({
      allowed: false,
      refusal: {
        reason: 'unknown',
        event: null,
        state: 'complete',
        allowed: ['cancel', 'authorize_return', 'approve'],
        error: 'Invalid event name, valid names are cancel,authorize_return,approve',
        fields: { state: ['cannot transition via an unknown event'] },
      },
    });
  });

  test('a known event that is not possible now names those that are', () => {
    expect(fireEvent(inventoryUnitMachine, 'shipped', 'ship', unitFacts(), anything)).toEqual({
      allowed: false,
      refusal: {
        reason: 'not_now',
        event: 'ship',
        state: 'shipped',
        allowed: ['return'],
        error: 'Valid event name but not allowed for this object, valid names are return',
        fields: { state: ['cannot transition via "ship"'] },
      },
    });
  });

  test('where nothing is possible the text says so', () => {
    expect(
      fireEvent(inventoryUnitMachine, 'returned', 'ship', unitFacts(), anything),
    ).toMatchObject({
      refusal: {
        allowed: [],
        error: 'Valid event name but not allowed for this object, no event is possible now',
      },
    });
  });

  test.each(['next', 'explode'])('%s names only events that the caller may fire', (name) => {
    const cancels = (event: string): boolean => event === 'cancel';
    expect(fireEvent(orderMachine, 'complete', name, orderFacts(), cancels)).toMatchObject({
      refusal: { allowed: ['cancel'], error: expect.stringMatching(/, valid names are cancel$/) },
    });
    expect(fireEvent(orderMachine, 'complete', name, orderFacts(), () => false)).toMatchObject({
      refusal: { allowed: [], error: expect.stringMatching(/, no event is possible now$/) },
    });
  });

  test('T62 step 2: the guard speaks after the state', () => {
    const firing = fireEvent(
      shipmentMachine,
      'pending',
      'ready',
      shipmentFacts({ unitStates: ['sold', 'backordered', 'backordered'] }),
      anything,
    );
    expect(firing.allowed ? null : Object.entries(firing.refusal.fields)).toEqual([
      ['state', ['cannot transition via "ready"']],
      ['base', ['The shipment has backordered units.']],
    ]);
  });
});

describe('T46: an event that only new prices refuse', () => {
  const change = { lineId: 7n, name: 'Lamp', optionsText: '', from: '$1.00', to: '$2.00' };
  const firing = (facts: Parameters<typeof orderFacts>[0]) =>
    fireEvent(
      orderMachine,
      'cart',
      'complete',
      orderFacts({ ...facts, priceChanges: [change] }),
      anything,
      orderFacts(facts),
    );

  test('is listed as possible, and the refusal asks to send it again', () => {
    expect(firing({})).toEqual({
      allowed: false,
      refusal: {
        reason: 'not_now',
        event: 'complete',
        state: 'cart',
        allowed: ['next', 'complete'],
        error: 'Valid event name but not allowed for this object, valid names are next,complete',
        fields: {
          state: ['cannot transition via "complete"'],
          price: ['has changed from $1.00 to $2.00 for line item 7, "Lamp"'],
          base: ['Send the event again to complete the order at its present prices.'],
        },
      },
    });
  });

  test('is the only one that is possible for who may fire nothing else', () => {
    const facts = orderFacts({ priceChanges: [change] });
    const moves = (event: string): boolean => event === 'next';
    expect(fireEvent(orderMachine, 'confirm', 'next', facts, moves, orderFacts())).toMatchObject({
      refusal: { allowed: ['next'], error: expect.stringMatching(/, valid names are next$/) },
    });
  });

  test('is not, where something else refuses it as well', () => {
    const { refusal } = firing({ stockShort: [{ name: 'Lamp', optionsText: '' }] }) as {
      refusal: { allowed: unknown; fields: object };
    };
    expect(refusal.allowed).toEqual(['next']);
    expect(Object.keys(refusal.fields)).toEqual(['state', 'price', 'quantity']);
  });
});

test('T13: an event refused while acting is not listed as possible', () => {
  const messages = { quantity: ['Selected quantity of "B" is not available.'] };
  expect(refuseNow(orderMachine, 'canceled', 'resume', orderFacts(), anything, messages)).toEqual({
    reason: 'not_now',
    event: 'resume',
    state: 'canceled',
    allowed: [],
    error: 'Valid event name but not allowed for this object, no event is possible now',
    fields: { state: ['cannot transition via "resume"'], ...messages },
  });
});

describe('checkout that cannot move on (A32)', () => {
  test('the sentence', () => {
    expect(moveRefused).toBe(
      'The order could not be transitioned. Please fix the errors and try again.',
    );
  });

  test('the guards speak', () => {
    expect(checkoutRefusalFields({ email: ["can't be blank"] })).toEqual({
      email: ["can't be blank"],
    });
  });

  test('without guards the state does', () => {
    expect(checkoutRefusalFields({})).toEqual({ state: ['cannot transition via "next"'] });
  });
});
