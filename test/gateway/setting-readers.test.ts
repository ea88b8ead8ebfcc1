import { describe, expect, test } from '@jest/globals';
import { BadSetting, rateLimits } from '../../gateway/settings/setting-readers.ts';

const on = {
  key: { points: 120_000, seconds: 60 },
  address: { points: 6_000, seconds: 60 },
  failures: { points: 600, seconds: 60 },
};

describe('RATE_LIMIT (P30)', () => {
  test.each([
    ['on', on],
    ['1', on],
    ['off', null],
    ['600/min', { ...on, key: { points: 600, seconds: 60 } }],
    ['address=60/s', { ...on, address: { points: 60, seconds: 1 } }],
    [
      'key=10/s, address=20/min,failures=30/h',
      {
        key: { points: 10, seconds: 1 },
        address: { points: 20, seconds: 60 },
        failures: { points: 30, seconds: 3_600 },
      },
    ],
  ])('may be %s', (text, limits) => {
    expect(rateLimits(text)).toEqual(limits);
  });

  test.each([
    '600',
    '0/min',
    '-1/min',
    '1.5/s',
    '600/day',
    'user=600/min',
    '600/min,key=1/s',
    '600/min,',
    '1000000000/s',
  ])('may not be %s', (text) => {
    expect(() => rateLimits(text)).toThrow(BadSetting);
  });
});
