import { describe, expect, test } from '@jest/globals';
import { Decimal } from 'decimal.js';
import fc from 'fast-check';
import { shareDiscounts } from '../../../schema/domain/discounts.ts';
import { property } from '../../support/property.ts';

type Line = readonly [value: number, kept: number | null];

/** The shares of lines in a discount, in dollars. */
const share = (amount: number, ...lines: readonly Line[]): number[] =>
  shareDiscounts(
    new Decimal(amount),
    lines.map(([value, kept]) => ({
      value: new Decimal(value),
      kept: kept === null ? null : new Decimal(kept),
    })),
    'USD',
  ).map(Number);

describe('The share of each line in the discounts (C26)', () => {
  test.each<
    readonly [what: string, amount: number, lines: readonly Line[], shares: readonly number[]]
  >([
    [
      'open lines share by value',
      10,
      [
        [100, null],
        [300, null],
      ],
      [2.5, 7.5],
    ],
    [
      'what has left keeps its share, and the open ones have the rest',
      10,
      [
        [100, 4],
        [300, null],
        [300, null],
      ],
      [4, 3, 3],
    ],
    [
      'what has left takes what the open ones cannot, by what it costs',
      45,
      [
        [100, 10],
        [20, null],
        [60, 0],
      ],
      [19, 20, 6],
    ],
    [
      'less than was kept lowers what was kept',
      9,
      [
        [100, 10],
        [100, 5],
        [50, null],
      ],
      [6, 3, 0],
    ],
    [
      'a share is kept up to what its line costs now',
      10,
      [
        [3, 5],
        [100, null],
      ],
      [3, 7],
    ],
    [
      'more than all goods leaves nothing of them',
      99,
      [
        [10, 1],
        [20, null],
      ],
      [10, 20],
    ],
    [
      'nothing to share leaves every line as it is',
      0,
      [
        [10, 0],
        [20, null],
      ],
      [0, 0],
    ],
  ])('%s', (_what, amount, lines, shares) => {
    expect(share(amount, ...lines)).toEqual(shares);
  });
});

const cents = fc.integer({ min: 0, max: 99_999 }).map((amount) => new Decimal(amount).div(100));

const anyLine = fc.record({ value: cents, kept: fc.option(cents) });

const sumOf = (amounts: readonly Decimal[]): Decimal =>
  amounts.reduce((sum, amount) => sum.plus(amount), new Decimal(0));

property(
  'the shares are the discount, or all goods, to the cent, and none is more than its line',
  cents,
  fc.array(anyLine, { maxLength: 9 }),
  (amount, lines) => {
    const shares = shareDiscounts(amount, lines, 'USD');
    const goods = sumOf(lines.map(({ value }) => value));
    expect(sumOf(shares).toFixed()).toBe(Decimal.min(amount, goods).toFixed());
    shares.forEach((part, place) => {
      expect(part.decimalPlaces()).toBeLessThanOrEqual(2);
      expect(part.greaterThanOrEqualTo(0) && part.lessThanOrEqualTo(lines[place]?.value ?? 0)).toBe(
        true,
      );
    });
  },
);

property(
  'what has left keeps its share whatever joins, and has the same share when it is shared again',
  cents,
  fc.array(anyLine, { maxLength: 9 }),
  cents,
  (amount, lines, value) => {
    const shares = shareDiscounts(amount, lines, 'USD');
    const settled = lines.map((line, place) => ({
      ...line,
      kept: line.kept === null ? null : (shares[place] ?? null),
    }));
    expect(shareDiscounts(amount, settled, 'USD').map(Number)).toEqual(shares.map(Number));
    const joined = shareDiscounts(amount, [...settled, { value, kept: null }], 'USD');
    settled.forEach(({ kept }, place) => {
      if (kept !== null) expect(joined[place]?.toFixed()).toBe(kept.toFixed());
    });
  },
);
