import { expect, test } from '@jest/globals';
import { readBrackets, readPairs, splitName } from '../../rest/request/brackets.ts';
import { RequestFailure } from '../../rest/request/request-failure.ts';

test('too many pairs are refused before they are taken apart, empty ones counted', () => {
  expect(readPairs('a=1&'.repeat(1000))).toHaveLength(1000);
  expect(() => readPairs('a=1&'.repeat(1001))).toThrow(RequestFailure);
  expect(() => readPairs('&'.repeat(1001))).toThrow(RequestFailure);
});

const read = (text: string): unknown => readBrackets(readPairs(text));

test.each([
  ['variant[sku]=A1', { variant: { sku: 'A1' } }],
  ['variant%5Bsku%5D=A+1', { variant: { sku: 'A 1' } }],
  ['variant%5bsku]=A%2B1', { variant: { sku: 'A+1' } }],
  ['a[]=1&a[]=2', { a: ['1', '2'] }],
  ['a[2]=c&a[0]=a', { a: { 0: 'a', 2: 'c' } }],
  ['o[items][0][variant_id]=5', { o: { items: { 0: { variant_id: '5' } } } }],
  ['o[][a]=1&o[][b]=2&o[][a]=3', { o: [{ a: '1', b: '2' }, { a: '3' }] }],
  ['a=1&a=2', { a: '2' }],
  ['a[b]=1&a=2', { a: '2' }],
  ['a=2&a[b]=1', { a: { b: '1' } }],
  ['a', { a: '' }],
  ['a=%zz', { a: '%zz' }],
  ['a[b=1&]c[=2', { 'a[b': '1', ']c[': '2' }],
  ['__proto__[x]=1&a[constructor]=1&a[b][prototype]=1&c=1', { c: '1' }],
])('F8: %s is read', (text, value) => {
  expect(read(text)).toEqual(value);
});

test.each(['a=M%FCller', 'a[%ff]=1', 'a=%c3&b=%b6', 'a=%ED%A0%80', 'a=%C3+%B6'])(
  'S3: %s is refused, because its bytes are not UTF-8',
  (text) => {
    expect(() => read(text)).toThrow(new RequestFailure('malformedRequest'));
  },
);

test('S3: letters of every length are read, written out or percent-encoded', () => {
  expect(read('a=%C3%BC%e2%82%ac%F0%9F%98%80ü%EF%BF%BD')).toEqual({ a: 'ü€😀ü\uFFFD' });
});

test('F8: a number between brackets stays a key, because it may be an id', () => {
  expect(read('o[line_items][7][quantity]=2')).toEqual({
    o: { line_items: { 7: { quantity: '2' } } },
  });
});

test('A38: 1,000 parameters are read and one more is not', () => {
  const parameters = (count: number): string =>
    Array.from({ length: count }, () => 'a[]=1').join('&');
  expect(read(parameters(1000))).toEqual({ a: Array.from({ length: 1000 }, () => '1') });
  expect(() => read(parameters(1001))).toThrow(new RequestFailure('malformedRequest'));
});

test('A38: 12 brackets are read and one more is not', () => {
  expect(read(`a${'[b]'.repeat(12)}=1`)).toHaveProperty(`a${'.b'.repeat(12)}`, '1');
  expect(() => read(`a${'[b]'.repeat(13)}=1`)).toThrow(RequestFailure);
});

test('A38: position 10,000 is read and the next is not', () => {
  expect(read('a[10000]=1')).toEqual({ a: { 10000: '1' } });
  expect(() => read('a[10001]=1')).toThrow(RequestFailure);
});

test('nothing sent reaches the prototype of an object', () => {
  read('__proto__[polluted]=1&constructor[prototype][polluted]=1');
  expect(Object.hasOwn(Object.prototype, 'polluted')).toBe(false);
});

test('a name is split at its brackets', () => {
  expect(splitName('q[g][0][m]')).toEqual(['q', 'g', '0', 'm']);
  expect(splitName('a[]')).toEqual(['a', '']);
  expect(splitName('a[b]c')).toEqual(['a[b]c']);
});
