import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { recordMaker } from '../../prisma/fast-path/record.ts';
import { timeOfJson } from '../../prisma/fast-path/times.ts';

describe('A time that comes as JSON', () => {
  test.each([
    ['2026-02-03T15:15:00+00:00', '2026-02-03T15:15:00.000Z'],
    ['2026-02-03T15:15:00.1+00:00', '2026-02-03T15:15:00.100Z'],
    ['2026-02-03T15:15:00.12+00:00', '2026-02-03T15:15:00.120Z'],
    ['2026-02-03T15:15:00.123+00:00', '2026-02-03T15:15:00.123Z'],
    ['2026-02-03T15:15:00.123999+00:00', '2026-02-03T15:15:00.123Z'],
    ['2024-02-29T23:59:59.999999+00:00', '2024-02-29T23:59:59.999Z'],
    ['1969-12-31T23:59:59.5+00:00', '1969-12-31T23:59:59.500Z'],
    ['0099-01-02T00:00:00+00:00', '0099-01-02T00:00:00.000Z'],
    ['10000-01-01T00:00:00+00:00', '+010000-01-01T00:00:00.000Z'],
    ['0001-01-01T00:00:00+00:00 BC', '0000-01-01T00:00:00.000Z'],
    ['2026-02-03T15:15:00+05:30', '2026-02-03T09:45:00.000Z'],
  ])('%s is %s', (text, iso) => {
    expect(timeOfJson(text).toISOString()).toBe(iso);
  });

  test('is the instant that was stored, whichever it is', () => {
    fc.assert(
      fc.property(
        fc.date({
          min: new Date('0000-01-01T00:00:00Z'),
          max: new Date('9999-12-31T23:59:59.999Z'),
          noInvalidDate: true,
        }),
        fc.integer({ min: 0, max: 999 }),
        (time, microseconds) => {
          const digits = String(microseconds).padStart(3, '0');
          const text = time.toISOString().replace('Z', `${digits}+00:00`);
          expect(timeOfJson(text)).toEqual(time);
        },
      ),
    );
  });
});

describe('A record made of values (Q60)', () => {
  test('has the keys in their order', () => {
    const record = recordMaker([{ key: 'number' }, { key: 'id' }, { key: 'lineItems' }])([
      'R1',
      7,
      [],
    ]);
    expect(Object.entries(record)).toEqual([
      ['number', 'R1'],
      ['id', 7],
      ['lineItems', []],
    ]);
  });

  test('keeps whatever a key is a key, and runs nothing of it', () => {
    const keys = [
      '__proto__',
      'constructor',
      '"]; throw new Error("run"); ["',
      '\u2028',
      'a\nb',
      '`${process.exit()}`',
    ];
    const record = recordMaker(keys.map((key) => ({ key })))(keys.map((_, place) => place));
    expect(Object.keys(record)).toEqual(keys);
    expect(Object.getPrototypeOf(record)).toBe(Object.prototype);
    expect(Object.values(record)).toEqual([0, 1, 2, 3, 4, 5]);
  });
});
