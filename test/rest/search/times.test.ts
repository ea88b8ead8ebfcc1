import { describe, expect, test } from '@jest/globals';
import { readTime } from '../../../rest/search/times.ts';
import { clockOf } from '../../../rest/words/zone.ts';

describe('S18: a time', () => {
  test.each([
    ['2014-01-31', '2014-01-31T00:00:00.000Z'],
    ['2014/01/31', '2014-01-31T00:00:00.000Z'],
    ['2014-07-06T18:52', '2014-07-06T18:52:00.000Z'],
    ['2014-07-06 18:52:33', '2014-07-06T18:52:33.000Z'],
    ['2014-07-06T18:52:33.7', '2014-07-06T18:52:33.700Z'],
    ['2014-07-06T18:52:33,7Z', '2014-07-06T18:52:33.700Z'],
    ['2014-07-06T18:52:33.7249999', '2014-07-06T18:52:33.724Z'],
    ['2014-07-06T18:52:33Z', '2014-07-06T18:52:33.000Z'],
    ['2014-07-06T18:52:33-05:00', '2014-07-06T23:52:33.000Z'],
    ['2014-07-06T18:52:33+0530', '2014-07-06T13:22:33.000Z'],
    ['2014-07-06T18:52:33+02', '2014-07-06T16:52:33.000Z'],
    ['2014-07-06T18:52:33 02:00', '2014-07-06T16:52:33.000Z'],
    [' 2016-02-29 ', '2016-02-29T00:00:00.000Z'],
    ['0099-01-01', '0099-01-01T00:00:00.000Z'],
  ])('%s is read as %s', (text, instant) => {
    expect(readTime(text, 'UTC')).toBe(instant);
  });

  test.each([
    '2014-02-30',
    '2015-02-29',
    '2014-13-01',
    '31/01/2014',
    '2014-1-1',
    '2014-01/01',
    '1404000000',
    '2014-01-01T24:00',
    '2014-01-01T12:60',
    '2014-01-01T12:00:60',
    '2014-01-01T12',
    '2014-01-01T12:00:00+24:00',
    '2014-01-01T12:00:00 UTC',
    '0000-01-01',
    '0001-01-01T00:00:00+01:00',
    '9999-12-31T23:00:00-02:00',
    'yesterday',
  ])('%s is not read', (text) => {
    expect(readTime(text, 'UTC')).toBeUndefined();
  });
});

describe('S18: a time without zone', () => {
  test.each([
    ['2014-01-01', 'America/New_York', '2014-01-01T05:00:00.000Z'],
    ['2014-07-01 12:00', 'America/New_York', '2014-07-01T16:00:00.000Z'],
    ['2014-07-01 12:00Z', 'America/New_York', '2014-07-01T12:00:00.000Z'],
    ['2014-01-01', 'Asia/Kolkata', '2013-12-31T18:30:00.000Z'],
    ['2014-01-01 00:00:00.250', 'Europe/Berlin', '2013-12-31T23:00:00.250Z'],
  ])('%s in %s is %s', (text, zone, instant) => {
    expect(readTime(text, zone)).toBe(instant);
  });

  test('moves forward in a gap', () => {
    expect(readTime('2014-03-09 02:30', 'America/New_York')).toBe('2014-03-09T07:30:00.000Z');
    expect(readTime('2014-03-30 02:00', 'Europe/Berlin')).toBe('2014-03-30T01:00:00.000Z');
  });

  test('is the earlier of two readings', () => {
    expect(readTime('2014-11-02 01:30', 'America/New_York')).toBe('2014-11-02T05:30:00.000Z');
    expect(readTime('2014-10-26 02:30', 'Europe/Berlin')).toBe('2014-10-26T00:30:00.000Z');
  });

  test('is read on both sides of a change', () => {
    expect(readTime('2014-03-09 01:59:59', 'America/New_York')).toBe('2014-03-09T06:59:59.000Z');
    expect(readTime('2014-03-09 03:00', 'America/New_York')).toBe('2014-03-09T07:00:00.000Z');
    expect(readTime('2014-11-02 02:00', 'America/New_York')).toBe('2014-11-02T07:00:00.000Z');
  });
});

describe('R4: a time at the end of the last year', () => {
  test.each([
    ['Europe/Berlin', '9999-12-31T23:59:59+00:00'],
    ['America/New_York', '9999-12-31T18:59:59-05:00'],
    ['UTC', '9999-12-31T23:59:59+00:00'],
  ])('is shown in %s so that it is read again', (zone, shown) => {
    const time = '9999-12-31T23:59:59.000Z';
    expect(clockOf(zone)(time)).toBe(shown);
    expect(readTime(shown, zone)).toBe(time);
  });
});
