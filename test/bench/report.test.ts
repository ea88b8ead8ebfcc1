import { describe, expect, test } from '@jest/globals';
import type { Figures, Round } from './measure.ts';
import { readOptions } from './options.ts';
import { replaceBlock, writeReport } from './report.ts';
import type { JobResult } from './report.ts';

const figures = (requestsPerSecond: number): Figures => ({
  requestsPerSecond,
  p50Ms: 2,
  p99Ms: 10,
  nodeMs: 0.5,
  postgresMs: null,
});

const round = (floor: number, service: number, foreignCores: number): Round => ({
  figures: { floor: figures(floor), service: figures(service) },
  foreignCores,
});

const result = (rounds: readonly Round[], different: readonly string[] = []): JobResult => ({
  job: 'order',
  checked: {
    statements: { floor: 1, service: 2 },
    bytes: { floor: 12_345, service: 12_345 },
    compared: 40,
    reordered: 0,
    different,
  },
  rounds,
});

const report = (...results: JobResult[]): string =>
  writeReport(results, readOptions([], {}), { postgresVersion: '15.1' });

describe('writeReport', () => {
  test('shows medians, and the service with its ratio to the floor', () => {
    const lines = report(result([round(2_000, 1_000, 0), round(4_000, 3_000, 0)])).split('\n');
    expect(lines.slice(2, 4)).toEqual([
      '| order read | floor | 3,000 | 2.0 | 10.0 | 0.500 | unknown | 1 |',
      '|  | service | 2,000 (0.63) | 2.0 (1.00) | 10.0 (1.00) | 0.500 (1.00) | unknown | 2 (2.00) |',
    ]);
  });

  test('leaves disturbed rounds out and says so', () => {
    const text = report(result([round(2_000, 1_000, 0), round(9_000, 9_000, 0.9)]));
    expect(text).toContain('| order read | floor | 2,000 |');
    expect(text).toContain('others used up to 0.90 processors');
    expect(text).toContain('order read 1 of 2, left out');
  });

  test('counts all rounds where none was quiet, and says so', () => {
    const text = report(result([round(2_000, 1_000, 0.5), round(4_000, 3_000, 0.9)]));
    expect(text).toContain('| order read | floor | 3,000 |');
    expect(text).toContain('order read 2 of 2, all counted');
  });

  test('says where the servers disagree', () => {
    const text = report(result([round(1, 1, 0)], ['/api/orders/R1: total: "1.0" and "2.0"']));
    expect(text).toContain(
      'THE SERVERS DISAGREE in 1 of 40 answers; the first: /api/orders/R1: total: "1.0" and "2.0"',
    );
  });
});

describe('replaceBlock', () => {
  test('replaces what stands between the markers and nothing else', () => {
    expect(replaceBlock('a <!-- bench -->old<!-- /bench --> b', 'new')).toBe(
      'a <!-- bench -->\n\nnew\n\n<!-- /bench --> b',
    );
  });

  test('refuses a text without markers', () => {
    expect(() => replaceBlock('a <!-- bench --> b', 'new')).toThrow('There is no block');
  });
});
