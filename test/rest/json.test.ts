import { describe, expect, test } from '@jest/globals';
import { readJsonObject } from '../../rest/request/json.ts';
import { RequestFailure } from '../../rest/request/request-failure.ts';

test.each(['', ' ', '{', '{"a":1,}', 'a=1', `{"a":NaN}`, '{"a":1e}', '{"a":1e5'])(
  'A28: %p is no JSON',
  (text) => {
    expect(() => readJsonObject(text)).toThrow(new RequestFailure('malformedBody'));
  },
);

test.each([
  ['null', 'notAnObject'],
  ['1', 'notAnObject'],
  ['"x"', 'notAnObject'],
  ['12345678901234567890', 'notAnObject'],
  ['[]', 'listBody'],
  ['[{"a":1}]', 'listBody'],
] as const)('A28: %s is JSON and no object: %s', (text, kind) => {
  expect(() => readJsonObject(text)).toThrow(new RequestFailure(kind));
});

describe('bounds of a JSON text, found before anything is built (safety 1, 3)', () => {
  const refused = (text: string) => {
    try {
      readJsonObject(text);
      return undefined;
    } catch (error) {
      if (error instanceof RequestFailure) return error.kind;
      throw error;
    }
  };

  test('a number has at most 64 digits, wherever they stand', () => {
    for (const number of ['1'.repeat(64), `0.${'1'.repeat(63)}`, `${'1'.repeat(60)}e-1234`]) {
      expect(refused(`{"a":${number}}`)).toBeUndefined();
    }
    for (const number of [
      '1'.repeat(65),
      `-${'1'.repeat(65)}`,
      `0.${'1'.repeat(64)}`,
      `1${'0'.repeat(1_000_000)}1`,
      `1e${'0'.repeat(64)}1`,
    ]) {
      expect(refused(`{"a":[${number}]}`)).toBe('numberTooLong');
    }
    expect(refused(`{"a":"${'1'.repeat(1_000_000)}"}`)).toBeUndefined();
  });

  test('a text has at most 20,000 values, in lists and records, at any depth', () => {
    const list = (count: number): string => `{"a":[${Array(count).fill('1e1').join(',')}]}`;
    expect(refused(list(19_999))).toBeUndefined();
    expect(refused(list(20_000))).toBe('tooManyValues');
    expect(refused(`{"a":[${'[],'.repeat(10_000)}0]}`)).toBe('tooManyValues');
    expect(refused(`{"a":[${'{},'.repeat(10_000)}0]}`)).toBe('tooManyValues');
    const names = Array.from({ length: 1_000 }, (_, at) => `"k${String(at)}":0`).join(',');
    expect(refused(`{"a":[${Array(20).fill(`{${names}}`).join(',')}]}`)).toBe('tooManyValues');
    expect(refused(`{"a":"${',['.repeat(100_000)}"}`)).toBeUndefined();
    expect(refused(`{"a":"${'\\"\\\\'.repeat(100_000)}"}`)).toBeUndefined();
  });

  test('an object has at most 1,000 names, at any depth, a list as many entries as fit', () => {
    const names = (count: number): string =>
      `{${Array.from({ length: count }, (_, at) => `"k${String(at)}":0`).join(',')}}`;
    expect(refused(names(1_000))).toBeUndefined();
    expect(refused(names(1_001))).toBe('tooManyNames');
    expect(refused(`{"a":[0,{"b":${names(1_001)}}]}`)).toBe('tooManyNames');
    expect(refused(`{"a":[${Array(1_001).fill('0').join(',')}]}`)).toBeUndefined();
  });

  test('numbers that follow each other without a comma are no JSON, and what comes after them is not read', () => {
    const tooLong = '1'.repeat(65);
    expect(refused(`{"a":[1,${tooLong}]}`)).toBe('numberTooLong');
    expect(refused(`{"a":1 ${tooLong}}`)).toBe('malformedBody');
    expect(refused(`{"a":${'1e9 '.repeat(99_900)}${tooLong}}`)).toBe('malformedBody');
    expect(refused(`1 ${tooLong}`)).toBe('malformedBody');
    expect(refused(`{"a":[-${tooLong}`)).toBe('numberTooLong');
    expect(refused(`{"a":[${'-'.repeat(1_000_000)}${tooLong}]}`)).toBe('malformedBody');
  });
});

test('A38: 32 levels are read and one more is not', () => {
  const nested = (levels: number): string =>
    '{"a":'.repeat(levels - 1) + '{}' + '}'.repeat(levels - 1);
  expect(JSON.stringify(readJsonObject(nested(32)))).toBe(nested(32));
  expect(() => readJsonObject(nested(33))).toThrow(new RequestFailure('tooDeep'));
  expect(() => readJsonObject(`{"a":${'['.repeat(100_000)}${']'.repeat(100_000)}}`)).toThrow(
    new RequestFailure('tooDeep'),
  );
});

test('F8: prototype names are dropped at every depth', () => {
  const value = readJsonObject('{"__proto__":{"a":1},"b":[{"constructor":1,"prototype":2,"c":3}]}');
  expect(value).toEqual({ b: [{ c: 3 }] });
});

test.each([
  ['12345678901234567890', '12345678901234567890'],
  ['9007199254740993', '9007199254740993'],
  ['9007199254740991', 9007199254740991],
  ['0.10000000000000000001', '0.10000000000000000001'],
  ['79.95', 79.95],
  ['1e400', '1e400'],
  ['1.5e2', 150],
  ['123456789012345e-99', 123456789012345e-99],
  ['1.23456789012345e99', 1.23456789012345e99],
  ['1234567890123456789e1', '1234567890123456789e1'],
  ['100000000000000000000', 100000000000000000000],
  ['-0', -0],
  ['1.0000000000000000000', 1],
])('a number is never rounded: %s', (text, value) => {
  expect(readJsonObject(`{"a":[${text}]}`)).toEqual({ a: [value] });
});

test('if a name occurs twice the last is used, beside a long number too', () => {
  expect(readJsonObject('{"a":1,"a":12345678901234567890}')).toEqual({ a: '12345678901234567890' });
  expect(readJsonObject('{"a":12345678901234567890,"a":{"b":1}}')).toEqual({ a: { b: 1 } });
});

test('prototype names are dropped beside a long number too', () => {
  const value = readJsonObject('{"__proto__":{"x":1},"b":1e400,"constructor":2}');
  expect(Object.getPrototypeOf(value)).toBe(Object.prototype);
  expect(Object.keys(value)).toEqual(['b']);
});

test('digits inside a text stay what they are', () => {
  const text =
    '{"a":"say \\"12345678901234567890\\" 1e9","12345678901234567890":12345678901234567890}';
  expect(readJsonObject(text)).toEqual({
    a: 'say "12345678901234567890" 1e9',
    '12345678901234567890': '12345678901234567890',
  });
});

test('a text of a mebibyte beside a long number is read', () => {
  const long = 'x'.repeat(1_000_000);
  expect(readJsonObject(`{"a":"${long}","b":12345678901234567890}`)).toEqual({
    a: long,
    b: '12345678901234567890',
  });
});
