import { describe, expect, test } from '@jest/globals';
import { median, percentile, write } from './figures.ts';

const hundred = Array.from({ length: 100 }, (_, place) => 100 - place);

describe('percentile', () => {
  test('is the value that the share of all values does not exceed', () => {
    expect([percentile(hundred, 0.5), percentile(hundred, 0.99), percentile(hundred, 1)]).toEqual([
      50, 99, 100,
    ]);
  });

  test('of one value is that value', () => {
    expect(percentile([7], 0.99)).toBe(7);
  });

  test('of no values is refused', () => {
    expect(() => percentile([], 0.5)).toThrow(RangeError);
  });
});

describe('median', () => {
  test('is the middle one of an odd number of values', () => {
    expect(median([9, 1, 5])).toBe(5);
  });

  test('lies between the middle two of an even number of values', () => {
    expect(median([10, 1, 2, 4])).toBe(3);
  });

  test('of no values is refused', () => {
    expect(() => median([])).toThrow(RangeError);
  });
});

test('figures are written as people read them', () => {
  expect([write(1_329.4, 0), write(0.355, 2), write(12, 1)]).toEqual(['1,329', '0.36', '12.0']);
});
