import { describe, expect, test } from '@jest/globals';
import { newer } from '../../../rest/forms/newer.ts';
import { createOlder } from '../../../rest/forms/older.ts';

const utc = createOlder('UTC');
const newYork = createOlder('America/New_York');

test.each([
  ['79.95', '79.95'],
  ['100.0', '100'],
  ['19.9', '19.9'],
  ['0.0', '0'],
  ['-12.5', '-12.5'],
  ['-0.05', '-0.05'],
  ['1234.5', '1234.5'],
  ['99999999.99', '99999999.99'],
  ['999999999999.99', '999999999999.99'],
])('R1: %s is the number %s in the older form and the same text in the newer', (text, number) => {
  expect([JSON.stringify(utc.money(text)), newer.money(text)]).toEqual([number, text]);
});

describe('R4: a time in the older format', () => {
  test.each([
    ['2024-02-06T15:04:05.120Z', utc, '2024-02-06T15:04:05+00:00'],
    ['2024-07-06T15:04:05.999Z', utc, '2024-07-06T15:04:05+00:00'],
    ['2024-02-06T15:04:05.120Z', newYork, '2024-02-06T10:04:05-05:00'],
    ['2024-07-06T15:04:05.000Z', newYork, '2024-07-06T11:04:05-04:00'],
    ['2024-03-10T06:59:59.999Z', newYork, '2024-03-10T01:59:59-05:00'],
    ['2024-03-10T07:00:00.000Z', newYork, '2024-03-10T03:00:00-04:00'],
    ['2024-01-01T00:00:00.000Z', newYork, '2023-12-31T19:00:00-05:00'],
    ['2024-02-06T15:04:05.000Z', createOlder('Asia/Kathmandu'), '2024-02-06T20:49:05+05:45'],
    ['2024-02-06T15:04:05.000Z', createOlder('Australia/Lord_Howe'), '2024-02-07T02:04:05+11:00'],
    ['2024-07-06T15:04:05.000Z', createOlder('Australia/Lord_Howe'), '2024-07-07T01:34:05+10:30'],
  ])('%s', (iso, form, expected) => {
    expect(form.time(iso)).toBe(expected);
  });
});

test('a time in the newer format is UTC with milliseconds', () => {
  expect(newer.time('2024-02-06T15:04:05.120Z')).toBe('2024-02-06T15:04:05.120Z');
});

test('an unknown zone is refused at once', () => {
  expect(() => createOlder('Europe/Atlantis')).toThrow(RangeError);
});

const empty = { nodes: [], count: 0, totalCount: 0, pages: 0, currentPage: 1, perPage: 25 };
const keys = { singular: 'order', plural: 'orders' };

test('F20: an empty page is an object in the newer format', () => {
  expect(JSON.stringify(newer.page(keys, empty, () => ({})))).toBe(
    '{"orders":[],"count":0,"pages":0,"current_page":1,"total_count":0,"per_page":25}',
  );
});

test('C22: a page object may tell more than its records', () => {
  const told = newer.page(keys, empty, () => ({}), { states_required: true });
  expect(told).toMatchObject({ orders: [], states_required: true });
});

test('C22: an array of records has no place for it', () => {
  expect(utc.page(keys, empty, () => ({}), { states_required: true })).toEqual([]);
});

test('F20: an empty page is an empty array in the older format', () => {
  expect(utc.page(keys, empty, () => ({}))).toEqual([]);
});

test('F20: a page wraps every record in the older format', () => {
  const page = { ...empty, nodes: [1, 2] };
  expect(utc.page(keys, page, (id) => ({ id }))).toEqual([
    { order: { id: 1 } },
    { order: { id: 2 } },
  ]);
});
