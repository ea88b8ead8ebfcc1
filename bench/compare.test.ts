import { describe, expect, test } from '@jest/globals';
import { compareBodies, maskDrawn } from './compare.ts';

describe('compareBodies', () => {
  test('finds equal bytes equal', () => {
    expect(compareBodies('{"a":1}', '{"a":1}')).toEqual({ kind: 'bytes' });
  });

  test('tells another order of keys from other records', () => {
    expect(compareBodies('{"a":1,"b":[]}', '{"b":[],"a":1}')).toEqual({ kind: 'records' });
  });

  test('names the place of a difference with both values', () => {
    expect(compareBodies('{"lines":[{"total":"1.0"}]}', '{"lines":[{"total":"1.00"}]}')).toEqual({
      kind: 'different',
      where: 'lines.0.total: "1.0" and "1.00"',
    });
  });

  test('finds a key that only one has', () => {
    expect(compareBodies('{"a":null}', '{}')).toEqual({
      kind: 'different',
      where: 'a: null and absent',
    });
  });

  test('does not take an array for an object', () => {
    expect(compareBodies('{"a":[]}', '{"a":{}}').kind).toBe('different');
  });
});

test('random values of a new order do not make it differ', () => {
  const order = (drawn: string, price: string): string =>
    JSON.stringify({
      id: drawn,
      number: drawn,
      token: drawn,
      created_at: drawn,
      updated_at: drawn,
      line_items: [{ id: drawn, price }],
    });
  expect(maskDrawn('create', order('1', '5.0'))).toBe(maskDrawn('create', order('2', '5.0')));
  expect(maskDrawn('create', order('1', '5.0'))).not.toBe(maskDrawn('create', order('1', '6.0')));
  expect(maskDrawn('complete', order('1', '5.0'))).not.toBe(
    maskDrawn('complete', order('2', '5.0')),
  );
  expect(maskDrawn('order', order('1', '5.0'))).toBe(order('1', '5.0'));
});
