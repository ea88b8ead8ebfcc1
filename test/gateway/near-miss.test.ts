import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { nearMiss } from '../../gateway/settings/near-miss.ts';

describe('the name that a mistyped one is meant to be', () => {
  test.each([
    ['prot', 'port'],
    ['pot', 'port'],
    ['ports', 'port'],
    ['PORT', 'port'],
    ['migrat', 'migrate'],
    ['data_dir', 'data-dir'],
  ])('%s is meant to be %s', (word, name) => {
    expect(nearMiss(word, ['host', 'port', 'migrate', 'data-dir'])).toBe(name);
  });

  test('what is far from all is meant to be none', () => {
    expect(nearMiss('dance', ['host', 'port', 'migrate'])).toBeUndefined();
    expect(nearMiss('', ['host'])).toBeUndefined();
  });

  test('the closest wins', () => {
    expect(nearMiss('serie', ['series', 'serve'])).toBe('series');
  });

  test('one letter added, left out or changed, or two swapped, is one letter off', () => {
    const word = fc.stringMatching(/^[a-z]{4,9}$/);
    fc.assert(
      fc.property(word, fc.nat({ max: 3 }), fc.nat(), (name, edit, where) => {
        const at = where % (name.length - 1);
        const [head, tail] = [name.slice(0, at), name.slice(at)];
        const edited = [
          `${head}!${tail}`,
          `${head}${tail.slice(1)}`,
          `${head}!${tail.slice(1)}`,
          `${head}${tail.charAt(1)}${tail.charAt(0)}${tail.slice(2)}`,
        ][edit];
        expect(nearMiss(edited ?? '', [name], () => 1)).toBe(name);
      }),
    );
  });
});
