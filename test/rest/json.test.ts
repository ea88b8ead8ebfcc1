import { expect, test } from '@jest/globals';
import { readJsonObject } from '../../rest/json.ts';
import { RequestFailure } from '../../rest/request-failure.ts';

test.each(['', ' ', '[]', 'null', '1', '"x"', '{', '{"a":1,}', 'a=1', `{"a":NaN}`])(
  'A28: %p is no JSON object',
  (text) => {
    expect(() => readJsonObject(text)).toThrow(new RequestFailure('malformedBody'));
  },
);

test('A38: 32 levels are read and one more is not', () => {
  const nested = (levels: number): string =>
    '{"a":'.repeat(levels - 1) + '{}' + '}'.repeat(levels - 1);
  expect(JSON.stringify(readJsonObject(nested(32)))).toBe(nested(32));
  expect(() => readJsonObject(nested(33))).toThrow(RequestFailure);
  expect(() => readJsonObject(`{"a":${'['.repeat(100_000)}${']'.repeat(100_000)}}`)).toThrow(
    RequestFailure,
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
  ['100000000000000000000', 100000000000000000000],
  ['-0', -0],
  ['1.0000000000000000000', 1],
])('a number is never rounded: %s', (text, value) => {
  expect(readJsonObject(`{"a":[${text}]}`)).toEqual({ a: [value] });
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
