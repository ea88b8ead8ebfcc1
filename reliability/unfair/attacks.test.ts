import { expect, test } from '@jest/globals';
import { attacks, nameOf } from './attacks.ts';

test('every finding that one client can make has its attack, under a name of its own', () => {
  const findings = attacks.flatMap(({ finding }) => finding.split(', '));
  // 17 is no attack: what was answered to a mutation that succeeded
  const asked = [...Array.from({ length: 17 }, (_, number) => String(number)), '18', '18b'];
  expect([...new Set(findings)].sort()).toEqual(asked.sort());
  expect(new Set(attacks.map(nameOf)).size).toBe(attacks.length);
});
