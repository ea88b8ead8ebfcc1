import { expect, test } from '@jest/globals';
import { Decimal } from 'decimal.js';
import { settleCredits } from '../../../schema/domain/credits.ts';

const line = { amount: new Decimal('10'), quantity: 3 };

type Booked = readonly [key: string, pieces: number, amount: string];

function settle(booked: readonly Booked[], wanted: Readonly<Record<string, number>>): Booked[] {
  const credits = settleCredits(
    line,
    booked.map(([key, pieces, amount]) => ({ key, pieces, amount: new Decimal(amount) })),
    new Map(Object.entries(wanted)),
    'USD',
  );
  return credits.map(({ key, pieces, amount }) => [key, pieces, amount.toFixed()]);
}

test('C42: three pieces for 10.00 come back one by one for 10.00', () => {
  expect(settle([], { return: 1 })).toEqual([['return', 1, '3.33']]);
  expect(settle([['return', 1, '3.33']], { return: 2 })).toEqual([['return', 2, '6.67']]);
  expect(settle([['return', 2, '6.67']], { return: 3 })).toEqual([['return', 3, '10']]);
});

test('C42: pieces below half a cent are credited together for what they cost together', () => {
  const tiny = { amount: new Decimal('0.6'), quantity: 100 };
  let booked: readonly { key: string; pieces: number; amount: Decimal }[] = [];
  for (let gone = 1; gone <= 20; gone += 1) {
    booked = settleCredits(tiny, booked, new Map([['return', gone]]), 'USD');
  }
  expect(booked.map(({ amount }) => amount.toFixed())).toEqual(['0.12']);
});

test('C42: what was canceled is not credited again when it is returned', () => {
  expect(settle([['box', 2, '6.67']], { box: 2, return: 1 })).toEqual([
    ['box', 2, '6.67'],
    ['return', 1, '3.33'],
  ]);
});

test('C42: a resumed shipment takes its credit away, a part of it a part', () => {
  expect(settle([['box', 2, '6.67']], {})).toEqual([]);
  expect(settle([['box', 2, '6.67']], { box: 1 })).toEqual([['box', 1, '3.34']]);
});

test('C42: pieces that were credited before keep their amount when the line costs more', () => {
  expect(settle([['return', 1, '1']], { return: 2 })).toEqual([['return', 2, '5.5']]);
});

test('C42: a line that was credited in full has nothing left to credit', () => {
  expect(settle([['box', 2, '12']], { box: 2, return: 1 })).toEqual([
    ['box', 2, '12'],
    ['return', 1, '0'],
  ]);
});
