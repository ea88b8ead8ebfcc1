import { describe, expect, test } from '@jest/globals';
import { replaceBlock } from './marked-block.ts';

describe('replaceBlock', () => {
  test('replaces the text between the markers and nothing else', () => {
    expect(replaceBlock('a <!-- bench -->old<!-- /bench --> b', 'bench', 'new')).toBe(
      'a <!-- bench -->\n\nnew\n\n<!-- /bench --> b',
    );
  });

  test('refuses a text without markers', () => {
    expect(() => replaceBlock('a <!-- bench --> b', 'bench', 'new')).toThrow('There is no block');
  });
});
