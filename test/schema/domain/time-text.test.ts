import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { formatTime } from '../../../schema/domain/times.ts';

describe('writing an instant (R4)', () => {
  test.each([
    [0, '1970-01-01T00:00:00.000Z'],
    [-1, '1969-12-31T23:59:59.999Z'],
    [1_707_231_845_120, '2024-02-06T15:04:05.120Z'],
    [253_402_300_800_000, '+010000-01-01T00:00:00.000Z'],
    [-62_198_755_200_000, '-000001-01-01T00:00:00.000Z'],
  ])('%d milliseconds after 1970 are %s', (ms, text) => {
    expect(formatTime(new Date(ms))).toBe(text);
  });

  test('is what the platform writes, for every instant there is', () => {
    fc.assert(
      fc.property(
        fc.date({ noInvalidDate: true }),
        // quicker than `expect`, ten thousand times
        (time) => formatTime(time) === time.toISOString(),
      ),
      { numRuns: 10_000 },
    );
  });

  test('refuses what is no instant', () => {
    expect(() => formatTime(new Date(Number.NaN))).toThrow(RangeError);
  });
});
