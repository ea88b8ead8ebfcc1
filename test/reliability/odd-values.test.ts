import { expect, test } from '@jest/globals';
import fc from 'fast-check';
import { anyCharacter } from '../../reliability/hostile/odd-values.ts';

test('Any character is made, and known again; half of one and two are none.', () => {
  fc.assert(
    fc.property(anyCharacter, (one) => {
      const [first, ...more] = one;
      return first === one && more.length === 0 && one.isWellFormed();
    }),
  );
  const known = (text: string): boolean => anyCharacter.canShrinkWithoutContext(text);
  expect(['\0', 'a', '\ud7ff', '\ue000', '\u{10ffff}'].map(known)).not.toContain(false);
  expect(['', 'ab', '\ud800', '\udfff'].map(known)).not.toContain(true);
});
