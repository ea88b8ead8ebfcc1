import { describe, expect, test } from '@jest/globals';
import {
  orderNumber,
  orderNumberBound,
  orderToken,
  parseNumber,
  shipmentNumber,
  shipmentNumberBound,
} from '../../../schema/domain/numbers.ts';

test.each([
  [4715032, 'R004715032'],
  [0, 'R000000000'],
  [999999999, 'R999999999'],
])('C37: %i makes the order number %s', (drawn, number) => {
  expect(orderNumber(drawn)).toBe(number);
});

test('C37: a shipment number has eleven digits', () => {
  expect(shipmentNumber(20418365507)).toBe('H20418365507');
  expect(shipmentNumber(7)).toBe('H00000000007');
});

test.each([-1, 1.5, orderNumberBound, NaN])('%d makes no order number', (drawn) => {
  expect(() => orderNumber(drawn)).toThrow(RangeError);
});

test('the bound makes no shipment number', () => {
  expect(() => shipmentNumber(shipmentNumberBound)).toThrow(RangeError);
});

test('C37: a token is 22 characters that are safe in addresses', () => {
  expect(orderToken(new Uint8Array(16).fill(0xfb))).toBe('-_v7-_v7-_v7-_v7-_v7-w');
});

test('too few random bytes are refused', () => {
  expect(() => orderToken(new Uint8Array(15))).toThrow(RangeError);
});

describe('numbers an admin gives (F40, C38)', () => {
  test.each([
    ['web-1001', 'WEB-1001'],
    [' r1 ', 'R1'],
    ['1_A', '1_A'],
    ['A1'.repeat(16), 'A1'.repeat(16)],
    ['', null],
    [undefined, null],
  ])('%j is stored as %j', (value, number) => {
    expect(parseNumber(value)).toEqual({ ok: true, value: number });
  });

  test.each(['1001', 'mine', '-A1', 'A 1', 'A1!', `${'A1'.repeat(16)}A`, 'Ä1', 1001, ['A1']])(
    '%j is invalid',
    (value) => {
      expect(parseNumber(value)).toEqual({ ok: false, message: 'is invalid' });
    },
  );
});
