import { describe, expect, test } from '@jest/globals';
import {
  countBounds,
  isTrueWord,
  maximumCount,
  parseBoolean,
  parseInteger,
  parseMeasure,
  partsOf,
  positionBounds,
} from '../../../schema/domain/measures.ts';

const integer = (value: unknown, bounds = { min: 0, max: maximumCount }) => {
  const reading = parseInteger(value, bounds);
  return reading.ok ? reading.value : reading.message;
};

describe('whole numbers (A29, T43, T44)', () => {
  test.each([
    [0, 0],
    [-0, 0],
    ['3', 3],
    [' 3 ', 3],
    ['2.0', 2],
    [2147483647, 2147483647],
  ])('%j is %i', (value, number) => {
    expect(integer(value)).toBe(number);
  });

  test.each([
    [null, "can't be blank"],
    ['', "can't be blank"],
    ['two', 'is not a number'],
    ['1e3', 'is not a number'],
    ['1,000', 'is not a number'],
    [true, 'is not a number'],
    [[1], 'is not a number'],
    [NaN, 'is not a number'],
    [{ toStringTag: '[object Decimal]' }, 'is not a number'],
    [1.5, 'must be an integer'],
    ['-0.5', 'must be an integer'],
    [-1, 'must be greater than or equal to 0'],
    [2147483648, 'must be less than or equal to 2147483647'],
    ['99999999999999999999', 'must be less than or equal to 2147483647'],
  ])('%j %s', (value, message) => {
    expect(integer(value)).toBe(message);
  });

  test.each([0, -1])('a new line item needs at least one unit, not %i', (quantity) => {
    expect(integer(quantity, { min: 1, max: maximumCount })).toBe('must be greater than 0');
  });

  test('C7: a position begins at one', () => {
    expect(integer(0, positionBounds)).toBe('must be greater than 0');
  });
});

describe('count on hand (C9, T34)', () => {
  test('below zero only where backorderable', () => {
    expect(integer(-3, countBounds(true))).toBe(-3);
    expect(integer(-3, countBounds(false))).toBe('must be greater than or equal to 0');
  });

  test('never below what can be stored', () => {
    expect(integer(-2147483649, countBounds(true))).toBe(
      'must be greater than or equal to -2147483648',
    );
  });

  test.each([
    ['what is on hand elsewhere', [7], { min: -2147483648, max: 2147483640 }],
    ['what is owed elsewhere', [-8], { min: -2147483640, max: 2147483647 }],
    ['both, apart from each other', [7, -8, 0], { min: -2147483640, max: 2147483640 }],
    ['all of it', [-2147483648, 2147483647], { min: 0, max: 0 }],
    ['too much of it', [-2147483648, -1], { min: 0, max: 2147483647 }],
  ])('is bounded together with %s', (_what, counts, bounds) => {
    expect(countBounds(true, partsOf(counts))).toEqual(bounds);
  });

  test('beyond the bounds may stay and come nearer', () => {
    const owed = partsOf([-2147483648]);
    expect(countBounds(true, owed, -5)).toEqual({ min: -5, max: 2147483647 });
    expect(countBounds(true, partsOf([2147483647]), 5)).toEqual({ min: -2147483648, max: 5 });
    expect(countBounds(false, owed, -5)).toEqual({ min: 0, max: 2147483647 });
  });
});

describe('measures (C7)', () => {
  const measure = (value: unknown) => {
    const reading = parseMeasure(value);
    return reading.ok ? (reading.value?.toFixed() ?? null) : reading.message;
  };

  test.each([
    [0.35, '0.35'],
    ['0.125', '0.125'],
    ['2.0000', '2'],
    ['-0', '0'],
    ['9999999.999', '9999999.999'],
    ['', null],
    [null, null],
    ['heavy', 'is not a number'],
    [false, 'is not a number'],
    ['0.1234', 'must have at most 3 decimal places'],
    [-1, 'must be greater than or equal to 0'],
    [10000000, 'must be less than or equal to 9999999.999'],
  ])('%j: %s', (value, result) => {
    expect(measure(value)).toBe(result);
  });
});

describe('booleans (C7, C6)', () => {
  test.each([true, 1, '1', 't', 'T', 'true', 'YES', ' on '])('%j is true', (value) => {
    expect(parseBoolean(value)).toEqual({ ok: true, value: true });
    expect(isTrueWord(value)).toBe(true);
  });

  test.each([false, 0, '0', 'f', 'FALSE', 'no', 'off'])('%j is false', (value) => {
    expect(parseBoolean(value)).toEqual({ ok: true, value: false });
    expect(isTrueWord(value)).toBe(false);
  });

  test.each(['maybe', 2, '01', [true], {}])('%j is neither', (value) => {
    expect(parseBoolean(value)).toEqual({ ok: false, message: 'is not true or false' });
    expect(isTrueWord(value)).toBe(false);
  });

  test('nothing is blank', () => {
    expect(parseBoolean(null)).toEqual({ ok: false, message: "can't be blank" });
  });
});
