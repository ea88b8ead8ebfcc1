import { expect, test } from '@jest/globals';
import { growthOf, isLinear } from './growth.ts';

const costing = (cost: (size: number) => number) =>
  [250, 500, 1_000].map((size) => ({ size, tries: [cost(size) * 3, cost(size), cost(size) * 2] }));

test('what grows with its input is linear', () => {
  expect(growthOf(costing((size) => size))).toBe(2);
  expect(isLinear(growthOf(costing((size) => 40 + size)))).toBe(true);
});

test('what grows with the square of its input is not', () => {
  expect(growthOf(costing((size) => size ** 2))).toBe(4);
  expect(isLinear(growthOf(costing((size) => 100_000 + size ** 2)))).toBe(false);
});

test('the worst step counts, though the others are cheap', () => {
  const growth = growthOf([
    { size: 1, tries: [1] },
    { size: 2, tries: [1] },
    { size: 4, tries: [3] },
  ]);
  expect(growth).toBe(3);
});

test('a try that was disturbed does not count', () => {
  const growth = growthOf([
    { size: 1, tries: [1, 1] },
    { size: 2, tries: [900, 2] },
  ]);
  expect(growth).toBe(2);
});

test('nothing measured is nothing shown', () => {
  expect(
    isLinear(
      growthOf([
        { size: 1, tries: [] },
        { size: 2, tries: [1] },
      ]),
    ),
  ).toBe(true);
  expect(isLinear(Number.NaN)).toBe(false);
});
