import { describe, expect, test } from '@jest/globals';
import { Decimal } from 'decimal.js';
import { transition } from '../../../schema/domain/machine.ts';
import type {
  PaymentEvent,
  PaymentFacts,
  PaymentState,
} from '../../../schema/domain/payment-machine.ts';
import {
  creditLeft,
  paymentEvents,
  paymentMachine,
  paymentStates,
  paymentUpdateObjection,
} from '../../../schema/domain/payment-machine.ts';

const facts: PaymentFacts = {
  amount: new Decimal(55),
  credited: new Decimal(0),
  creditAmount: null,
};

const fire = (state: PaymentState, event: PaymentEvent, change: Partial<PaymentFacts> = {}) =>
  transition(paymentMachine, state, event, { ...facts, ...change });

describe('every row of the table is a transition (T39)', () => {
  const rows: [PaymentEvent, PaymentState, PaymentState, string[]][] = [
    ['authorize', 'checkout', 'pending', []],
    ['purchase', 'checkout', 'completed', []],
    ['capture', 'checkout', 'completed', []],
    ['capture', 'pending', 'completed', []],
    ['void', 'checkout', 'void', []],
    ['void', 'pending', 'void', []],
    ['void', 'completed', 'void', []],
    ['credit', 'completed', 'completed', ['recordCredit']],
    ['fail', 'checkout', 'failed', []],
    ['fail', 'processing', 'failed', []],
    ['fail', 'pending', 'failed', []],
    ['invalidate', 'checkout', 'invalid', []],
  ];

  test.each(rows)('%s leads from %s to %s', (event, from, to, does) => {
    expect(fire(from, event)).toEqual({ allowed: true, to, does });
  });

  const known = new Set(rows.map(([event, from]) => `${event} ${from}`));
  const others = paymentEvents.flatMap((event) =>
    paymentStates
      .filter((state) => !known.has(`${event} ${state}`))
      .map((state) => [event, state] as const),
  );

  test.each(others)('%s is impossible when %s', (event, state) => {
    expect(fire(state, event)).toEqual({ allowed: false, reason: 'no_row', messages: {} });
  });
});

test('a payment of which something was credited cannot be voided, without words', () => {
  expect(fire('completed', 'void', { credited: new Decimal(1) })).toEqual({
    allowed: false,
    reason: 'guards',
    messages: {},
  });
});

test('what is left to credit is the amount without what was given back', () => {
  expect(creditLeft({ amount: new Decimal(55), credited: new Decimal('4.5') })).toEqual(
    new Decimal('50.5'),
  );
});

test('a credit up to what is left is possible', () => {
  expect(
    fire('completed', 'credit', { credited: new Decimal(5), creditAmount: new Decimal(50) })
      .allowed,
  ).toBe(true);
});

test.each([
  ['5', '50.01', '50.0'],
  ['54.5', '1', '0.5'],
  ['55', null, '0.0'],
  ['56', null, '0.0'],
])('with %s credited, a credit of %s is told the limit %s', (credited, asked, limit) => {
  expect(
    fire('completed', 'credit', {
      credited: new Decimal(credited),
      creditAmount: asked === null ? null : new Decimal(asked),
    }),
  ).toEqual({
    allowed: false,
    reason: 'guards',
    messages: {
      amount: [
        `This payment can only be credited up to ${limit}. Please specify an amount less than or equal to this number.`,
      ],
    },
  });
});

test.each(['0', '-1'])('a credit of %s is refused', (asked) => {
  expect(fire('completed', 'credit', { creditAmount: new Decimal(asked) })).toEqual({
    allowed: false,
    reason: 'guards',
    messages: { amount: ['must be greater than 0'] },
  });
});

test.each(['checkout', 'pending'] as const)('a payment in %s can be written', (state) => {
  expect(paymentUpdateObjection(state)).toBeNull();
});

test.each(['processing', 'completed', 'failed', 'void', 'invalid'] as const)(
  'a payment in %s cannot be written',
  (state) => {
    expect(paymentUpdateObjection(state)).toEqual({
      base: [`This payment cannot be updated because it is ${state}.`],
    });
  },
);
