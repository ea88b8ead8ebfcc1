import { describe, expect, test } from '@jest/globals';
import { Decimal } from 'decimal.js';
import {
  adjustmentBounds,
  noBounds,
  displayMoney,
  formatMoney,
  parseMoney,
  roundShare,
  sumAmounts,
  toDecimal,
} from '../../../schema/domain/money.ts';

const read = (value: unknown, bounds = noBounds, currency = 'USD') => {
  const reading = parseMoney(value, currency, bounds);
  return reading.ok ? reading.value.toFixed() : reading.message;
};

describe('reading money (C14, A29)', () => {
  test.each([
    ['79.95', '79.95'],
    [79.95, '79.95'],
    [0.1, '0.1'],
    [100, '100'],
    ['100.00', '100'],
    ['19.9000', '19.9'],
    [' 5 ', '5'],
    ['$12.50', '12.5'],
    ['$1,299.50', '1299.5'],
    ['$ 1,299.50', '1299.5'],
    ['-$ 5', '-5'],
    ['$-5', '-5'],
    ['5 $', '5'],
    ['-$12.00', '-12'],
    ['1,234,567.89', '1234567.89'],
    ['.5', '0.5'],
    ['-0.00', '0'],
    [-0, '0'],
    [new Decimal('3.5'), '3.5'],
    ['99999999.99', '99999999.99'],
    ['-99999999.99', '-99999999.99'],
  ])('%j is %s', (value, text) => {
    expect(read(value)).toBe(text);
  });

  test.each([
    'abc',
    '12,50',
    '1,23,456',
    '1e3',
    '+5',
    '5.',
    '.',
    '$',
    '$$5',
    '1$2',
    '$ ',
    '$ 1 250',
    '-',
    '--5',
    '5-',
    '1 000',
    '0x10',
    'NaN',
    'Infinity',
    '９',
    '9'.repeat(300),
    true,
    NaN,
    Infinity,
    [],
    {},
    { toStringTag: '[object Decimal]' },
  ])('%j is not a number', (value) => {
    expect(read(value)).toBe('is not a number');
  });

  test.each([undefined, null, '', '  '])('%j is blank', (value) => {
    expect(read(value)).toBe("can't be blank");
  });

  test.each(['0.001', 0.125, '19.999'])('%j has too many decimals', (value) => {
    expect(read(value)).toBe('must have at most 2 decimal places');
  });

  test('prices are not negative', () => {
    expect(parseMoney('-0.01', 'USD')).toEqual({
      ok: false,
      message: 'must be greater than or equal to 0',
    });
  });

  test.each(['100000000', 1e21])('%j is beyond the largest price', (value) => {
    expect(parseMoney(value, 'USD')).toEqual({
      ok: false,
      message: 'must be less than or equal to 99999999.99',
    });
  });

  test('an adjustment of nothing is refused', () => {
    expect(read('0.00', adjustmentBounds)).toBe('must be other than 0');
  });
});

describe('writing money (R1)', () => {
  test.each([
    ['79.95', '79.95', '$79.95'],
    ['100', '100.0', '$100.00'],
    ['19.90', '19.9', '$19.90'],
    ['0', '0.0', '$0.00'],
    ['-0', '0.0', '$0.00'],
    ['-12.5', '-12.5', '-$12.50'],
    ['-12', '-12.0', '-$12.00'],
    ['-0.05', '-0.05', '-$0.05'],
    ['1234.5', '1234.5', '$1,234.50'],
    ['99999999.99', '99999999.99', '$99,999,999.99'],
    ['999999999999.99', '999999999999.99', '$999,999,999,999.99'],
    ['99999999999999999.99', '99999999999999999.99', '$99,999,999,999,999,999.99'],
  ])('%s is %s and %s', (amount, text, display) => {
    expect(formatMoney(new Decimal(amount))).toBe(text);
    expect(displayMoney(new Decimal(amount), 'USD')).toBe(display);
  });

  test('the symbol follows the currency', () => {
    expect(displayMoney(new Decimal('-12'), 'EUR')).toBe('-€12.00');
  });
});

describe('R2: a currency has its own decimals', () => {
  test.each([
    ['1200', 'JPY', '1200', '¥1,200'],
    ['-3', 'JPY', '-3', '-¥3'],
    ['1,200.00', 'JPY', '1200', '¥1,200'],
    ['¥1,200', 'JPY', '1200', '¥1,200'],
    ['1.234', 'KWD', '1.234', 'KWD\u00a01.234'],
    ['KWD\u00a01,000.500', 'KWD', '1000.5', 'KWD\u00a01,000.500'],
    ['KWD 1.250', 'KWD', '1.25', 'KWD\u00a01.250'],
    ['-KWD 1.250', 'KWD', '-1.25', '-KWD\u00a01.250'],
    ['KWD1.250', 'KWD', '1.25', 'KWD\u00a01.250'],
    ['12.00 €', 'EUR', '12', '€12.00'],
    ['0', 'KWD', '0', 'KWD\u00a00.000'],
    ['1234.5', 'HUF', '1234.5', 'HUF\u00a01,234.50'],
    ['-€12.00', 'EUR', '-12', '-€12.00'],
  ])('%s in %s is read as %s and shown as %s', (text, currency, amount, display) => {
    expect(read(text, noBounds, currency)).toBe(amount);
    expect(displayMoney(new Decimal(amount), currency)).toBe(display);
  });

  test.each([
    ['0.5', 'JPY', 'must have at most 0 decimal places'],
    ['1.2345', 'KWD', 'must have at most 3 decimal places'],
    ['1.234', 'EUR', 'must have at most 2 decimal places'],
  ])('%s in %s is refused', (text, currency, message) => {
    expect(read(text, noBounds, currency)).toBe(message);
  });

  test('an amount with more decimals, from before, is shown as it is', () => {
    expect(displayMoney(new Decimal('24.5'), 'JPY')).toBe('¥24.5');
  });

  test.each([
    ['0.125', 'USD', '0.13'],
    ['-0.125', 'USD', '-0.13'],
    ['0.1249', 'USD', '0.12'],
    ['2.675', 'USD', '2.68'],
    ['95.5', 'JPY', '96'],
    ['-95.5', 'JPY', '-96'],
    ['0.2345', 'KWD', '0.235'],
  ])('the share %s in %s is %s', (share, currency, rounded) => {
    expect(roundShare(new Decimal(share), currency).toFixed()).toBe(rounded);
  });
});

test('a sum of nothing is zero', () => {
  expect(sumAmounts([]).toFixed()).toBe('0');
});

test('a stored amount is read from its text', () => {
  expect(toDecimal({ toString: () => '19.90' }).toFixed()).toBe('19.9');
});
