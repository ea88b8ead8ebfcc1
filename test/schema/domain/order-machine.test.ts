import { describe, expect, test } from '@jest/globals';
import { Decimal } from 'decimal.js';
import { allowedEvents, transition } from '../../../schema/domain/machine.ts';
import { wordsOf } from '../../../schema/domain/meanings.ts';
import type { OrderEvent, OrderFacts } from '../../../schema/domain/order-machine.ts';
import { orderEvents, orderMachine } from '../../../schema/domain/order-machine.ts';
import type { OrderState } from '../../../schema/domain/order-states.ts';
import {
  checkoutStates,
  hasProposal,
  isClosed,
  isInCheckout,
  isOpen,
  orderStates,
} from '../../../schema/domain/order-states.ts';
import { orderFacts, payment } from './facts.ts';

const fire = (state: OrderState, event: OrderEvent, change: Partial<OrderFacts> = {}) =>
  transition(orderMachine, state, event, orderFacts(change));

const refusedBy = (messages: Record<string, string[]>) => ({
  allowed: false,
  reason: 'guards',
  messages,
});

const noItems = 'There are no items for this order. Please add an item to the order to continue.';
const short = [
  { name: 'Linen Apron', optionsText: 'Size: M' },
  { name: 'Mug', optionsText: '' },
];
const shortMessages = [
  'Selected quantity of "Linen Apron (Size: M)" is not available.',
  'Selected quantity of "Mug" is not available.',
];
const finalize = [
  'ensureShipment',
  'addMissingUnits',
  'submitPayments',
  'takeStock',
  'stampCompletedAt',
];
const card = payment({ paymentMethod: { kind: 'card' } });

describe('every row of the table is a transition (T6-T20)', () => {
  const rows: [string, OrderEvent, OrderState, OrderState, string[], Partial<OrderFacts>][] = [
    ['T6', 'next', 'cart', 'address', [], {}],
    ['T7', 'next', 'address', 'delivery', ['buildProposal'], {}],
    ['T8', 'next', 'delivery', 'payment', [], {}],
    ['T9', 'next', 'delivery', 'complete', finalize, { total: new Decimal(0) }],
    ['T9', 'next', 'delivery', 'complete', finalize, { total: new Decimal(-1) }],
    ['T10', 'next', 'payment', 'confirm', [], { alwaysConfirm: true }],
    ['T10', 'next', 'payment', 'confirm', [], { payments: [card] }],
    ['T11', 'next', 'payment', 'complete', finalize, {}],
    ['T11', 'next', 'confirm', 'complete', finalize, { alwaysConfirm: true }],
    ['T15', 'complete', 'cart', 'complete', finalize, {}],
    ['T15', 'complete', 'address', 'complete', finalize, {}],
    ['T15', 'complete', 'delivery', 'complete', finalize, {}],
    ['T15', 'complete', 'payment', 'complete', finalize, {}],
    ['T15', 'complete', 'confirm', 'complete', finalize, {}],
    ...(['complete', 'resumed', 'awaiting_return'] as const).map(
      (from): [string, OrderEvent, OrderState, OrderState, string[], Partial<OrderFacts>] => [
        'T16',
        'cancel',
        from,
        'canceled',
        ['releaseStock', 'cancelShipments', 'voidOpenPayments', 'stampCanceledAt'],
        {},
      ],
    ),
    ['T17', 'resume', 'canceled', 'resumed', ['reopenShipments', 'takeStock'], {}],
    ['T18', 'authorize_return', 'complete', 'awaiting_return', [], {}],
    ['T18', 'authorize_return', 'resumed', 'awaiting_return', [], {}],
    [
      'T19',
      'return',
      'awaiting_return',
      'returned',
      ['returnShippedUnits', 'releaseUnshippedUnits', 'cancelUnshippedShipments'],
      {},
    ],
    [
      'T19',
      'return',
      'awaiting_return',
      'returned',
      ['returnDamagedUnits', 'releaseUnshippedUnits', 'cancelUnshippedShipments'],
      { restocks: false },
    ],
    ['T20', 'approve', 'complete', 'complete', ['stampApproval'], {}],
    ['T20', 'approve', 'resumed', 'resumed', ['stampApproval'], {}],
    ['T20', 'approve', 'awaiting_return', 'awaiting_return', ['stampApproval'], {}],
  ];

  test.each(rows)('%s: %s leads from %s to %s', (_row, event, from, to, does, change) => {
    expect(fire(from, event, change)).toEqual({ allowed: true, to, does });
  });

  const known = new Set(rows.map(([, event, from]) => `${event} ${from}`));
  const others = wordsOf(orderEvents).flatMap((event) =>
    wordsOf(orderStates)
      .filter((state) => !known.has(`${event} ${state}`))
      .map((state) => [event, state] as const),
  );

  test.each(others)('%s is impossible in %s', (event, state) => {
    expect(fire(state, event)).toEqual({ allowed: false, reason: 'no_row', messages: {} });
  });
});

describe('guards of next', () => {
  test('T6: a cart without items does not move', () => {
    expect(fire('cart', 'next', { pieces: 0 })).toEqual(refusedBy({ base: [noItems] }));
  });

  test('T7: without e-mail', () => {
    expect(fire('address', 'next', { email: ' ' })).toEqual(
      refusedBy({ email: ["can't be blank"] }),
    );
  });

  test('T7: with an e-mail that is none', () => {
    expect(fire('address', 'next', { email: 'ada' })).toEqual(refusedBy({ email: ['is invalid'] }));
  });

  test('T7: without addresses', () => {
    expect(fire('address', 'next', { hasBillAddress: false, hasShipAddress: false })).toEqual(
      refusedBy({ billAddress: ["can't be blank"], shipAddress: ["can't be blank"] }),
    );
  });

  test('T7, T13: with stock short, one message per variant', () => {
    expect(fire('address', 'next', { stockShortOfProposal: short })).toEqual(
      refusedBy({ quantity: shortMessages }),
    );
  });

  test('T7: without a rate for every package', () => {
    expect(fire('address', 'next', { everyPackageHasRate: false })).toEqual(
      refusedBy({
        base: ['We are unable to calculate shipping rates for the selected items.'],
      }),
    );
  });

  test('P75: with more than 50 shipments to propose', () => {
    const asked = { mayForce: false, proposedShipments: 51 };
    for (const [state, event] of [
      ['address', 'next'],
      ['cart', 'complete'],
    ] as const) {
      expect(fire(state, event, asked)).toEqual(
        refusedBy({ shipments: ['is too long (maximum is 50 entries)'] }),
      );
      expect(fire(state, event, { ...asked, proposedShipments: 50 }).allowed).toBe(true);
    }
  });

  test('A39: with more than 20,000 units', () => {
    expect(fire('address', 'next', { pieces: 20_001 })).toEqual(
      refusedBy({ base: ['The order has too many units.'] }),
    );
  });

  test('A39: 20,000 units are fine', () => {
    expect(fire('address', 'next', { pieces: 20_000 }).allowed).toBe(true);
  });

  test('T7: all errors are reported at once', () => {
    expect(
      fire('address', 'next', {
        pieces: 0,
        email: null,
        hasBillAddress: false,
        everyPackageHasRate: false,
      }),
    ).toEqual(
      refusedBy({
        base: [noItems],
        email: ["can't be blank"],
        billAddress: ["can't be blank"],
      }),
    );
  });

  test('T9: nothing to pay, but stock short', () => {
    expect(fire('delivery', 'next', { total: new Decimal(0), stockShort: short })).toEqual(
      refusedBy({ quantity: shortMessages }),
    );
  });

  test('T8: stock is not looked at on the way to payment', () => {
    expect(fire('delivery', 'next', { stockShort: short })).toMatchObject({ to: 'payment' });
  });

  test.each(['payment', 'confirm'] as const)('T12: no pending payments in %s', (state) => {
    expect(fire(state, 'next', { payments: [] })).toEqual(
      refusedBy({ base: ['No pending payments'] }),
    );
  });

  test('T12: payments below the total', () => {
    expect(
      fire('payment', 'next', { payments: [payment({ amount: new Decimal('44.99') })] }),
    ).toEqual(refusedBy({ base: ['Payments do not cover the order total.'] }));
  });

  test('T12: completed, processing and pending payments count together', () => {
    const payments = [
      payment({ state: 'completed', amount: new Decimal(20) }),
      payment({ state: 'processing', amount: new Decimal(10) }),
      payment({ state: 'pending', amount: new Decimal(15) }),
    ];
    expect(fire('payment', 'next', { payments, paymentTotal: new Decimal(20) }).allowed).toBe(true);
  });

  test.each(['failed', 'void', 'invalid'] as const)('T12: a %s payment covers nothing', (state) => {
    const payments = [
      payment({ amount: new Decimal(1) }),
      payment({ state, amount: new Decimal(44) }),
    ];
    expect(fire('payment', 'next', { payments })).toEqual(
      refusedBy({ base: ['Payments do not cover the order total.'] }),
    );
  });

  test('T12: an order that is paid already needs no pending payment', () => {
    expect(
      fire('payment', 'next', {
        paymentTotal: new Decimal(45),
        payments: [payment({ state: 'completed' })],
      }).allowed,
    ).toBe(true);
  });

  test('T10: a failed card payment needs no confirmation', () => {
    const payments = [{ ...card, state: 'failed' } as const, payment()];
    expect(fire('payment', 'next', { payments })).toMatchObject({ to: 'complete' });
  });

  test('T10, T12: the confirm row applies and its guard speaks', () => {
    expect(fire('payment', 'next', { alwaysConfirm: true, payments: [] })).toEqual(
      refusedBy({ base: ['No pending payments'] }),
    );
  });

  test('T11: stock short at the last step', () => {
    expect(fire('confirm', 'next', { stockShort: short })).toEqual(
      refusedBy({ quantity: shortMessages }),
    );
  });
});

describe('guards of the other events', () => {
  test('T15: complete looks at neither e-mail, addresses, rates nor payments', () => {
    expect(
      fire('cart', 'complete', {
        email: null,
        hasBillAddress: false,
        hasShipAddress: false,
        everyPackageHasRate: false,
        payments: [],
      }).allowed,
    ).toBe(true);
  });

  test('T15: complete needs items', () => {
    expect(fire('cart', 'complete', { pieces: 0 })).toEqual(refusedBy({ base: [noItems] }));
  });

  test('T15: complete needs stock', () => {
    expect(fire('cart', 'complete', { stockShort: short })).toEqual(
      refusedBy({ quantity: shortMessages }),
    );
  });

  test.each([
    ['T9', 'delivery', 'next', { total: new Decimal(0) }],
    ['T11', 'payment', 'next', {}],
    ['T11', 'confirm', 'next', {}],
    ['T15', 'cart', 'complete', {}],
  ] as const)('T46, %s: a changed price is named: %s, %s', (_row, state, event, change) => {
    const apron = { lineId: 12n, name: 'Linen Apron', optionsText: 'Size: M' };
    const mug = { lineId: 13n, name: 'Mug', optionsText: '' };
    const priceChanges = [
      { ...apron, from: '$19.90', to: '$99.00' },
      { ...mug, from: '$5.00', to: '$4.00' },
    ];
    expect(fire(state, event, { ...change, priceChanges })).toEqual(
      refusedBy({
        price: [
          'has changed from $19.90 to $99.00 for line item 12, "Linen Apron (Size: M)"',
          'has changed from $5.00 to $4.00 for line item 13, "Mug"',
        ],
      }),
    );
  });

  test('T46: a changed price does not hold the steps before', () => {
    const changed = { lineId: 12n, name: 'Mug', optionsText: '', from: '$5.00', to: '$4.00' };
    const priceChanges = [changed];
    expect(fire('cart', 'next', { priceChanges })).toMatchObject({ to: 'address' });
    expect(fire('address', 'next', { priceChanges })).toMatchObject({ to: 'delivery' });
    expect(fire('delivery', 'next', { priceChanges })).toMatchObject({ to: 'payment' });
  });

  const somethingShipped = {
    base: ['The order cannot be canceled because something has shipped.'],
  };

  test('T16: an order with a shipped shipment cannot be canceled', () => {
    expect(fire('complete', 'cancel', { shipmentStates: ['pending', 'shipped'] })).toEqual(
      refusedBy(somethingShipped),
    );
  });

  test.each(['shipped', 'returned'] as const)('T16: nor can an order with a %s unit', (state) => {
    expect(fire('complete', 'cancel', { unitStates: ['sold', state] })).toEqual(
      refusedBy(somethingShipped),
    );
  });

  test('T17: resume needs stock', () => {
    expect(fire('canceled', 'resume', { stockShort: short })).toEqual(
      refusedBy({ quantity: shortMessages }),
    );
  });

  test('T17: resume needs what delivers', () => {
    expect(fire('canceled', 'resume', { delivers: false })).toEqual(
      refusedBy({ base: ['The shipping method of a shipment does not deliver there.'] }),
    );
  });
});

describe('lists of possible events', () => {
  test('T60 step 10: after shipping, an order can be returned or approved', () => {
    expect(
      allowedEvents(
        orderMachine,
        'complete',
        orderFacts({ shipmentStates: ['shipped'], unitStates: ['shipped', 'shipped'] }),
      ),
    ).toEqual(['authorize_return', 'approve']);
  });

  test('T61 step 3: a canceled order can be resumed', () => {
    expect(allowedEvents(orderMachine, 'canceled', orderFacts())).toEqual(['resume']);
  });

  test('a returned order can do nothing', () => {
    expect(allowedEvents(orderMachine, 'returned', orderFacts())).toEqual([]);
  });
});

test('T5: states before completion, open ones and closed ones cover all', () => {
  expect(wordsOf(orderStates).filter(isInCheckout)).toEqual([...checkoutStates]);
  expect(wordsOf(orderStates).filter(isOpen)).toEqual(['complete', 'resumed', 'awaiting_return']);
  expect(wordsOf(orderStates).filter(isClosed)).toEqual(['returned', 'canceled']);
});

test('T45: shipments are proposed in delivery, payment and confirm', () => {
  expect(wordsOf(orderStates).filter(hasProposal)).toEqual(['delivery', 'payment', 'confirm']);
});
