import { describe, expect, test } from '@jest/globals';
import { faultsOf, judge, brokenOff } from './verdict.ts';
import type { Seen } from './verdict.ts';
import type { Watched } from './neighbour.ts';

const outcomes = (took: number, status: number | undefined = 200) =>
  Array.from({ length: 100 }, () => ({
    status,
    took,
    sentAt: 0,
    retryAfter: null,
    body: undefined,
  }));

const watched = (livez: number, order: number, write: number): Watched => ({
  livez: outcomes(livez),
  order: outcomes(order),
  write: outcomes(write),
});

const fair: Seen = {
  database: 'server',
  quiet: watched(1, 5, 10),
  attacked: watched(50, 25, 50),
  memory: { before: 150, during: 400, after: 200 },
  up: 3,
  of: 3,
  attacker: new Map([[401, 12]]),
  reaches: 401,
};

describe('a row holds', () => {
  test('at the bounds, however much memory there was meanwhile', () => {
    expect(faultsOf(fair)).toEqual([]);
  });

  test('though one answer of a hundred was slow', () => {
    const [, ...others] = outcomes(5);
    const order = [...others, ...outcomes(900).slice(0, 1)];
    expect(faultsOf({ ...fair, attacked: { ...fair.attacked, order } })).toEqual([]);
  });

  test('of the embedded database without a bound in milliseconds', () => {
    const slow = { ...fair, quiet: watched(1, 30, 30), attacked: watched(1, 150, 150) };
    expect(faultsOf({ ...slow, database: 'embedded' })).toEqual([]);
    expect(faultsOf(slow)).toEqual(['order is slow', 'write is slow']);
  });
});

describe('a row does not hold', () => {
  test.each<[string, Partial<Seen>, string[]]>([
    ['more than five times as slow', { attacked: watched(1, 26, 50) }, ['order is slow']],
    ['probes that wait', { attacked: watched(51, 5, 10) }, ['/livez is slow']],
    ['memory', { memory: { before: 150, during: 201, after: 201 } }, ['memory is kept']],
    ['a process that ended', { up: 2 }, ['a process is down']],
    [
      'an attack that was refused before it struck',
      { attacker: new Map([[429, 12]]) },
      ['the attack got no 401'],
    ],
    ['nothing that was measured', { quiet: watched(1, Number.NaN, 10) }, ['order is slow']],
    [
      'an answer of 503',
      { attacked: { ...fair.attacked, write: [...outcomes(1), ...outcomes(1, 503).slice(99)] } },
      ['answers of 5xx'],
    ],
  ])('by %s', (_, change, faults) => {
    expect(faultsOf({ ...fair, ...change })).toEqual(faults);
  });

  test('by a request without an answer', () => {
    const [one, ...rest] = outcomes(1);
    const livez = [...rest, ...(one ? [{ ...one, status: undefined }] : [])];
    expect(faultsOf({ ...fair, attacked: { ...fair.attacked, livez } })).toEqual([
      'requests without an answer',
    ]);
  });
});

test('a row tells medians and 99 %, memory, survivors, answers and what fails', () => {
  const { seen, holds } = judge('safety 3', { ...fair, up: 2 });
  expect(holds).toBe(false);
  expect(seen).toBe(
    '/livez 1/1 → 50/50, order 5/5 → 25/25, write 10/10 → 50/50 ms; 150 → 400 → 200 MB; 2 of 3 up; ' +
      'the other client 300 × 200; the attacker 12 × 401; fails: a process is down',
  );
});

test('where not all went well, a row tells what the other client had asked for', () => {
  const write = [...outcomes(1).slice(1), ...outcomes(1, 503).slice(99)];
  const { seen } = judge('safety 3', { ...fair, attacked: { ...fair.attacked, write } });
  expect(seen).toContain(
    'the other client /livez 100 × 200, order 100 × 200, write 99 × 200, 1 × 503;',
  );
});

test('the row of an attack that broke off does not hold, and tells why', () => {
  const row = brokenOff('safety 1', 'server', new Error('No cart: 503'));
  expect(row).toMatchObject({
    figure: 'safety 1',
    seen: 'fails: the attack broke off: No cart: 503',
    holds: false,
  });
});
