import { describe, expect, test } from '@jest/globals';
import { prefersStrict } from '../../rest/request/prefer.ts';

describe('O9: Prefer', () => {
  test.each([
    'handling=strict',
    'Handling=Strict',
    'handling="strict"',
    'respond-async, handling = strict; note=1',
    'handling=strict, handling=lenient',
  ])('%s asks for strict handling', (header) => {
    expect(prefersStrict(header)).toBe(true);
  });

  test.each([
    undefined,
    '',
    'handling=lenient',
    'handling',
    'handling=lenient, handling=strict',
    'return=minimal; handling=strict',
    'handling=stricter',
  ])('%s does not', (header) => {
    expect(prefersStrict(header)).toBe(false);
  });
});
