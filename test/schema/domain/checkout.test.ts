import { expect, test } from '@jest/globals';
import { Decimal } from 'decimal.js';
import { checkoutSteps, setbackOf } from '../../../schema/domain/checkout.ts';
import { orderFacts, payment } from './facts.ts';

const byCard = { paymentMethod: { kind: 'card' } };

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
  ['a card payment', { payments: [payment({ ...byCard, state: 'pending' })] }],
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
  const captured = { payments: [payment({ ...byCard, state: 'completed' })] };
  const paid = orderFacts({ ...captured, total: new Decimal(0) });
  const steps = ['address', 'delivery', 'payment', 'confirm', 'complete'];
  expect(checkoutSteps(orderFacts(captured), 'confirm')).toEqual(steps);
  expect(checkoutSteps(paid, 'confirm')).toEqual(steps);
});

test.each([
  ['cart', false, 'cart'],
  ['cart', true, 'cart'],
  ['address', false, 'address'],
  ['address', true, 'cart'],
  ['delivery', false, 'address'],
  ['delivery', true, 'cart'],
  ['payment', false, 'address'],
  ['confirm', false, 'address'],
  ['confirm', true, 'cart'],
  ['complete', false, 'complete'],
  ['complete', true, 'complete'],
  ['awaiting_return', true, 'awaiting_return'],
  ['canceled', false, 'canceled'],
] as const)('T27, T45: %s is changed (emptied: %s): %s', (state, isEmptied, to) => {
  expect(setbackOf(state, isEmptied)).toBe(to);
});
