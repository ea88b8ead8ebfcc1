import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { isMistyped, newKeyText } from '../../../schema/access/key-text.ts';
import { property } from '../../support/property.ts';

const alphabet = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';

describe('P1: the text of a key', () => {
  test('is osk_, thirty random digits and letters, and a checksum of six', () => {
    expect(newKeyText(new Uint8Array(22))).toBe(`osk_${'0'.repeat(30)}0CYaI0`);
    expect(newKeyText(new Uint8Array(22).fill(0xff))).toMatch(/^osk_[0-9A-Za-z]{36}$/);
  });

  test('ten thousand keys are ten thousand texts that use the whole alphabet', () => {
    const keys = Array.from({ length: 10_000 }, () => newKeyText());
    expect(new Set(keys).size).toBe(10_000);
    expect(keys.filter((key) => !/^osk_[0-9A-Za-z]{36}$/.test(key))).toEqual([]);
    expect([...new Set(keys.map((key) => key.slice(-20)).join(''))].sort().join('')).toBe(alphabet);
  });

  test.each([21, 23])('%d random bytes are refused', (length) => {
    expect(() => newKeyText(new Uint8Array(length))).toThrow(RangeError);
  });
});

describe('P1: a mistyped key', () => {
  const drawn = fc.uint8Array({ minLength: 22, maxLength: 22 });

  property('a key as it was made is none', drawn, (bytes) => {
    expect(isMistyped(newKeyText(bytes))).toBe(false);
  });

  property(
    'one wrong letter behind the prefix is always noticed',
    drawn,
    fc.integer({ min: 4, max: 39 }),
    fc.nat({ max: 61 }).map((digit) => alphabet.charAt(digit)),
    (bytes, at, letter) => {
      const key = newKeyText(bytes);
      const typed = key.slice(0, at) + letter + key.slice(at + 1);
      expect(isMistyped(typed)).toBe(typed !== key);
    },
  );

  test.each([
    ['cut off', (key: string) => key.slice(0, -1)],
    ['with a letter too many', (key: string) => `${key}x`],
    ['two letters changed places', (key: string) => key.replace(/(.)(?!\1)(.)$/, '$2$1')],
    ['in capitals', (key: string) => `osk_${key.slice(4).toUpperCase()}`],
    ['the prefix alone', () => 'osk_'],
  ])('%s', (_title, change) => {
    const key = newKeyText(Uint8Array.from({ length: 22 }, (_, index) => index * 11));
    expect(isMistyped(change(key))).toBe(true);
  });

  test.each(['0'.repeat(64), 'an-admin-key-of-ones-own', 'OSK_x', 'x', ''])(
    'a key of another look is not judged: %j',
    (key) => {
      expect(isMistyped(key)).toBe(false);
    },
  );
});
