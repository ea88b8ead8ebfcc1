import { expect, test } from '@jest/globals';
import { periodsBetween } from '../../../schema/domain/periods.ts';

const between = (from: string, to: string, length: 'day' | 'week' | 'month', most = 400) =>
  periodsBetween({ start: new Date(from), end: new Date(to) }, length, most)?.map(
    ({ start, end }) => [start.toISOString(), end.toISOString()],
  );

test('days begin at midnight UTC, also in a leap year and at the end of a year', () => {
  expect(between('2028-02-28', '2028-03-01T06:00:00Z', 'day')).toEqual([
    ['2028-02-28T00:00:00.000Z', '2028-02-29T00:00:00.000Z'],
    ['2028-02-29T00:00:00.000Z', '2028-03-01T00:00:00.000Z'],
    ['2028-03-01T00:00:00.000Z', '2028-03-01T06:00:00.000Z'],
  ]);
  expect(between('2026-12-31T23:59:59.999Z', '2027-01-01T00:00:00.001Z', 'day')).toEqual([
    ['2026-12-31T23:59:59.999Z', '2027-01-01T00:00:00.000Z'],
    ['2027-01-01T00:00:00.000Z', '2027-01-01T00:00:00.001Z'],
  ]);
});

test('weeks begin on Monday: a Sunday is the last day of its week', () => {
  expect(between('2026-11-22', '2026-12-01', 'week')).toEqual([
    ['2026-11-22T00:00:00.000Z', '2026-11-23T00:00:00.000Z'],
    ['2026-11-23T00:00:00.000Z', '2026-11-30T00:00:00.000Z'],
    ['2026-11-30T00:00:00.000Z', '2026-12-01T00:00:00.000Z'],
  ]);
});

test('months begin on the first, whatever the day they are asked from', () => {
  expect(between('2026-01-31', '2026-03-31', 'month')).toEqual([
    ['2026-01-31T00:00:00.000Z', '2026-02-01T00:00:00.000Z'],
    ['2026-02-01T00:00:00.000Z', '2026-03-01T00:00:00.000Z'],
    ['2026-03-01T00:00:00.000Z', '2026-03-31T00:00:00.000Z'],
  ]);
});

test('as many periods as are allowed are returned, one more is none', () => {
  expect(between('2026-01-01', '2026-01-04', 'day', 3)).toHaveLength(3);
  expect(between('2026-01-01', '2026-01-04T00:00:00.001Z', 'day', 3)).toBeUndefined();
  expect(between('0001-01-01', '9999-12-31', 'day')).toBeUndefined();
});
