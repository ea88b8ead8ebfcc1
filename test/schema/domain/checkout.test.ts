import { expect, test } from '@jest/globals';
import { Decimal } from 'decimal.js';
import {
  checkoutSteps,
  setbackByContents,
  setbackByShipAddress,
} from '../../../schema/domain/checkout.ts';
import { orderFacts, payment } from './facts.ts';

test('an order with something to pay has the payment step', () => {
  expect(checkoutSteps(orderFacts(), 'address')).toEqual([
    'address',
    'delivery',
    'payment',
    'complete',
  ]);
});

test('an order with nothing to pay goes straight to complete, whatever the setting', () => {
  expect(
    checkoutSteps(orderFacts({ total: new Decimal(0), alwaysConfirm: true }), 'delivery'),
  ).toEqual(['address', 'delivery', 'complete']);
});

test.each([
  ['the setting', { alwaysConfirm: true }],
  ['a card payment', { payments: [payment({ methodKind: 'card', state: 'pending' })] }],
])('%s brings the confirm step', (_why, change) => {
  expect(checkoutSteps(orderFacts(change), 'payment')).toEqual([
    'address',
    'delivery',
    'payment',
    'confirm',
    'complete',
  ]);
});

test('after the sale 13: the step in which an order stands is one of its steps', () => {
  const captured = { payments: [payment({ methodKind: 'card', state: 'completed' })] };
  const paid = orderFacts({ ...captured, total: new Decimal(0) });
  const steps = ['address', 'delivery', 'payment', 'confirm', 'complete'];
  expect(checkoutSteps(orderFacts(captured), 'confirm')).toEqual(steps);
  expect(checkoutSteps(paid, 'confirm')).toEqual(steps);
});

test.each([
  ['cart', 1, 'cart', false],
  ['cart', 0, 'cart', false],
  ['address', 1, 'address', false],
  ['address', 0, 'cart', false],
  ['delivery', 1, 'address', true],
  ['delivery', 0, 'cart', true],
  ['payment', 2, 'address', true],
  ['confirm', 1, 'address', true],
  ['confirm', 0, 'cart', true],
  ['complete', 1, 'complete', false],
  ['complete', 0, 'complete', false],
  ['awaiting_return', 0, 'awaiting_return', false],
] as const)(
  'T45: contents changed in %s with %i lines left: %s, shipments dropped: %s',
  (state, linesLeft, to, dropShipments) => {
    expect(setbackByContents(state, linesLeft)).toEqual({ state: to, dropShipments });
  },
);

test.each([
  ['cart', 'cart', false],
  ['address', 'address', false],
  ['delivery', 'address', true],
  ['payment', 'address', true],
  ['confirm', 'address', true],
  ['complete', 'complete', false],
  ['canceled', 'canceled', false],
] as const)(
  'T27: ship address changed in %s: %s, shipments dropped: %s',
  (state, to, dropShipments) => {
    expect(setbackByShipAddress(state)).toEqual({ state: to, dropShipments });
  },
);
