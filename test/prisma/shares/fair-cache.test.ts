import { expect, test } from '@jest/globals';
import { FairCache } from '../../../prisma/shares/fair-cache.ts';

const cacheOf = (entries: readonly (readonly [key: string, holder: string])[], most: number) => {
  const gone: string[] = [];
  const cache = new FairCache<string>(most, (value) => gone.push(value));
  for (const [key, holder] of entries) cache.add(key, key, holder);
  return { cache, gone };
};

test('who holds the most of a full cache loses what they used longest ago', () => {
  const { cache, gone } = cacheOf(
    [
      ['a1', 'ann'],
      ['b1', 'ben'],
      ['b2', 'ben'],
      ['b3', 'ben'],
    ],
    4,
  );
  expect(cache.get('b1')).toBe('b1');
  cache.add('c1', 'c1', 'cy');
  expect([gone, cache.peek('a1'), cache.size]).toEqual([['b2'], 'a1', 4]);
});

test('of several who hold as much, the one who used it longest ago loses', () => {
  const { cache, gone } = cacheOf(
    [
      ['a1', 'ann'],
      ['b1', 'ben'],
      ['c1', 'cy'],
    ],
    3,
  );
  expect(cache.get('a1')).toBe('a1');
  cache.add('d1', 'd1', 'dot');
  expect(gone).toEqual(['b1']);
});

test('an entry that is deleted makes room again', () => {
  const { cache, gone } = cacheOf([['a1', 'ann']], 1);
  cache.delete('a1');
  cache.add('b1', 'b1', 'ben');
  expect([gone, cache.peek('b1')]).toEqual([['a1'], 'b1']);
});
