import { describe, expect, test } from '@jest/globals';
import { Decimal } from 'decimal.js';
import { transition } from '../../../schema/domain/machine.ts';
import { wordsOf } from '../../../schema/domain/meanings.ts';
import { accept, refuse } from '../../../schema/domain/messages.ts';
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
  readAmount,
} from '../../../schema/domain/payment-machine.ts';

const facts: PaymentFacts = {
  amount: new Decimal(55),
  credited: new Decimal(0),
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
    wordsOf(paymentStates)
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

const creditLimit = (limit: string): string =>
  `This payment can only be credited up to ${limit}. Please specify an amount less than or equal to this number.`;

test.each(['55', '56'])('with %s credited nothing is left to credit', (credited) => {
  expect(fire('completed', 'credit', { credited: new Decimal(credited) })).toEqual({
    allowed: false,
    reason: 'guards',
    messages: { amount: [creditLimit('0.0')] },
  });
});

describe('the amount of an event', () => {
  const amountOf = (event: PaymentEvent, asked: string | null, credited = '0') =>
    readAmount(event, asked === null ? null : accept(new Decimal(asked)), {
      ...facts,
      credited: new Decimal(credited),
    });

  test.each([
    ['credit', '50', '5', '50'],
    ['credit', null, '5', '50'],
    ['capture', '55', '0', '55'],
    ['capture', null, '0', '55'],
  ] as const)('of %s is %s, with %s credited', (event, asked, credited, taken) => {
    expect(amountOf(event, asked, credited)).toEqual(accept(new Decimal(taken)));
  });

  test.each([
    ['credit', '50.01', '5', creditLimit('50.0')],
    ['credit', '1', '54.5', creditLimit('0.5')],
    ['credit', '0', '0', 'must be greater than 0'],
    ['credit', '-1', '0', 'must be greater than 0'],
    ['capture', '55.01', '0', 'must be less than or equal to 55.0'],
    ['capture', '0', '0', 'must be greater than 0'],
    ['capture', '-1', '0', 'must be greater than 0'],
  ] as const)('of %s is not %s, with %s credited', (event, asked, credited, message) => {
    expect(amountOf(event, asked, credited)).toEqual(refuse(message));
  });

  test.each([
    ['credit', '11.9', '0', '11.9'],
    ['credit', '11.9', '50', '5'],
    ['credit', '0', '50', '5'],
    ['capture', '11.9', '0', '55'],
  ] as const)('of %s without one is, where %s is owed and %s credited, %s', (...given) => {
    const [event, owed, credited, taken] = given;
    const left = { ...facts, credited: new Decimal(credited) };
    expect(readAmount(event, null, left, new Decimal(owed))).toEqual(accept(new Decimal(taken)));
  });

  test('is only for credit and capture', () => {
    expect(amountOf('void', '1')).toBeUndefined();
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
