import { expect, test } from '@jest/globals';
import { attacks, nameOf } from './attacks.ts';

test('every finding that one client can make has its attack, under a name of its own', () => {
  const findings = attacks.flatMap(({ finding }) => finding.split(', ')).map(Number);
  const asked = [0, 1, 2, 3, 4, 5, 6, 7, 9, 10, 11, 12, 13, 14, 15, 16, 18];
  expect([...new Set(findings)].sort((one, other) => one - other)).toEqual(asked);
  expect(new Set(attacks.map(nameOf)).size).toBe(attacks.length);
});
