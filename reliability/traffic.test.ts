import { expect, test } from '@jest/globals';
import { percentile, tallyOf } from './traffic.ts';

const hundred = Array.from({ length: 100 }, (_, place) => 100 - place);

test('a percentile is the least value that its share does not exceed', () => {
  expect([0, 0.5, 0.99, 1].map((share) => percentile(hundred, share))).toEqual([1, 50, 99, 100]);
  expect(percentile([7], 0.99)).toBe(7);
  expect(percentile([], 0.5)).toBeNaN();
});

test('outcomes are counted by status, and those without an answer', () => {
  const outcomes = [{ status: 201 }, { status: 200 }, { status: undefined }, { status: 200 }];
  expect(tallyOf(outcomes)).toBe('2 × 200, 1 × 201, 1 × none');
});
