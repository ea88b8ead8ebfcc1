import { expect, test } from '@jest/globals';
import { Usage } from '../bench/usage.ts';
import { readOptions } from './options.ts';
import { attacks, wordsOf } from './unfair/attacks.ts';

const known = { names: ['unfair'], attacks: attacks.flatMap(wordsOf) };

test('an attack is chosen by its finding, or by what it does', () => {
  const words = ['--attack', '12', '--attack', 'made-up keys, 300 a second'];
  expect(readOptions(words, known).attacks).toEqual(['12', 'made-up keys, 300 a second']);
});

test.each([[['--attack', 'made-up keys']], [['--only', 'fair']], [['--database', 'mysql']]])(
  '%j names nothing to run, and is refused',
  (words) => {
    expect(() => readOptions(words, known)).toThrow(Usage);
  },
);
