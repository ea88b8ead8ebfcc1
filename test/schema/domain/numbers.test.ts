import { describe, expect, test } from '@jest/globals';
import { parseNumber } from '../../../schema/domain/numbers.ts';
import { newOrderNumber, newOrderToken, newShipmentNumber } from '../../../schema/new-numbers.ts';

test('C37: new orders and shipments have numbers of nine and eleven digits', () => {
  expect(newOrderNumber()).toMatch(/^R\d{9}$/);
  expect(newShipmentNumber()).toMatch(/^H\d{11}$/);
});

test('C37: a token is 22 characters that are safe in addresses', () => {
  expect(newOrderToken()).toMatch(/^[\w-]{22}$/);
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
