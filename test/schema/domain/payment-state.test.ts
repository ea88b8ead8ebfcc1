import { describe, expect, test } from '@jest/globals';
import { Decimal } from 'decimal.js';
import type { OrderState } from '../../../schema/domain/order-states.ts';
import type { PaymentState } from '../../../schema/domain/payment-machine.ts';
import {
  computePaymentState,
  defaultPaymentAmount,
  isPaid,
} from '../../../schema/domain/payment-state.ts';

const stateOf = (
  state: OrderState,
  total: string,
  paymentTotal: string,
  paymentStates: readonly PaymentState[] = [],
) =>
  computePaymentState({
    completed: true,
    state,
    total: new Decimal(total),
    paymentTotal: new Decimal(paymentTotal),
    paymentStates,
  });

describe('payment_state (T40)', () => {
  test('is null until the order is completed', () => {
    expect(
      computePaymentState({
        completed: false,
        state: 'payment',
        total: new Decimal(1),
        paymentTotal: new Decimal(1),
        paymentStates: ['completed'],
      }),
    ).toBeNull();
  });

  test.each([
    ['complete', '55', '0', ['pending'], 'balance_due'],
    ['complete', '55', '54.99', ['completed'], 'balance_due'],
    ['complete', '55', '55', ['completed'], 'paid'],
    ['complete', '0', '0', [], 'paid'],
    ['complete', '50', '55', ['completed'], 'credit_owed'],
    ['complete', '-5', '0', [], 'credit_owed'],
    ['complete', '55', '0', ['failed', 'invalid'], 'failed'],
    ['complete', '55', '0', ['failed', 'pending'], 'balance_due'],
    ['complete', '55', '0', ['failed', 'void'], 'balance_due'],
    ['complete', '0', '0', ['failed'], 'failed'],
    ['canceled', '55', '0', ['void'], 'void'],
    ['canceled', '55', '0', ['failed'], 'failed'],
    ['canceled', '55', '55', ['completed'], 'credit_owed'],
    ['canceled', '55', '-5', ['completed'], 'balance_due'],
    ['returned', '5', '55', ['completed'], 'credit_owed'],
    ['returned', '5', '5', ['completed', 'completed'], 'paid'],
    ['returned', '5', '0', [], 'balance_due'],
    ['resumed', '55', '55', ['completed'], 'paid'],
    ['awaiting_return', '55', '55', ['completed'], 'paid'],
  ] as const)('order %s, total %s, paid %s, payments %j: %s', (state, total, paid, states, is) => {
    expect(stateOf(state, total, paid, states)).toBe(is);
  });
});

test('paid and credit_owed are the states in which goods may leave', () => {
  expect(
    (['failed', 'void', 'balance_due', 'credit_owed', 'paid', null] as const).filter(isPaid),
  ).toEqual(['credit_owed', 'paid']);
});

test.each([
  ['55', '0', '55'],
  ['55', '15.5', '39.5'],
  ['55', '60', '0'],
])('T39: with a total of %s and %s paid, a payment is over %s', (total, paid, amount) => {
  expect(defaultPaymentAmount(new Decimal(total), new Decimal(paid)).toString()).toBe(amount);
});
