import { describe, expect, test } from '@jest/globals';
import { derivePermalink, parsePermalink } from '../../../schema/domain/permalink.ts';

test.each([
  ['Bag & Tote', 'bag-and-tote'],
  ["Men's Crème Straße-Shirt (XL)", 'mens-creme-strasse-shirt-xl'],
  ['1984', 'p-1984'],
  ['日本', 'product'],
  ['  -- ', 'product'],
  ['Ørsted & Æther œuvre', 'orsted-and-aether-oeuvre'],
  ['Đà Łódź þorn ısı ð', 'da-lodz-thorn-isi-d'],
  ['İstanbul ﬁne O’Neil', 'istanbul-fine-oneil'],
  [`${'a'.repeat(239)} b`, 'a'.repeat(239)],
  ['a'.repeat(300), 'a'.repeat(240)],
])('C3: the permalink of %s', (name, permalink) => {
  expect(derivePermalink(name)).toBe(permalink);
});

describe('chosen permalinks (C3)', () => {
  test.each([
    ['Linen-Apron', 'linen-apron'],
    [' a_b-c ', 'a_b-c'],
    ['2024-apron', '2024-apron'],
    ['', null],
    [null, null],
  ])('%j is %j', (value, permalink) => {
    expect(parsePermalink(value)).toEqual({ ok: true, value: permalink });
  });

  test.each(['a b', '-a', 'a-', 'a--b', 'a/b', 'é', '1984', 'a'.repeat(256), 5, ['a']])(
    '%j is invalid',
    (value) => {
      expect(parsePermalink(value)).toEqual({ ok: false, message: 'is invalid' });
    },
  );

  test('a word of the paths is reserved', () => {
    expect(parsePermalink('New')).toEqual({ ok: false, message: 'is reserved' });
  });
});
