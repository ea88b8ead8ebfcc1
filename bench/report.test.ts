import { describe, expect, test } from '@jest/globals';
import type { Figures, Round } from './measure.ts';
import { readOptions } from './options.ts';
import type { JobResult } from './outcome.ts';
import { drawPlot } from './plot.ts';
import { writeReport } from './report.ts';
import type { StartResult } from './starts.ts';
import type { RivalName } from './ways.ts';

const figures = (requestsPerSecond: number): Figures => ({
  requestsPerSecond,
  p50Ms: 2,
  p99Ms: 10,
  nodeMs: 0.5,
  postgresMs: null,
});

const round = (rates: Readonly<Partial<Record<RivalName, number>>>, foreignCores = 0): Round => ({
  figures: new Map(
    Object.entries(rates).map(([rival, rate]) => [rival as RivalName, figures(rate)]),
  ),
  foreignCores,
});

const result = (rounds: readonly Round[], different: readonly string[] = []): JobResult => ({
  job: 'order',
  checked: {
    known: new Map([
      ['floor', { statements: 1, bytes: 12_345 }],
      ['newer', { statements: 2, bytes: 12_345 }],
      ['older', { statements: 2, bytes: 6_000 }],
    ]),
    compared: 40,
    reordered: 0,
    different,
  },
  rounds,
});

const both = readOptions(['--way', 'newer', '--way', 'older'], {});
const newerOnly = readOptions(['--way', 'newer'], {});
const report = (results: JobResult[], options = newerOnly, starts: StartResult[] = []): string =>
  writeReport(results, starts, options, { postgresVersion: '15.1' });

describe('writeReport', () => {
  test('shows medians, and each way with its ratio to the floor', () => {
    const rounds = [
      round({ floor: 2_000, newer: 1_000, older: 1_200 }),
      round({ floor: 4_000, newer: 3_000, older: 2_800 }),
    ];
    expect(
      report([result(rounds)], both)
        .split('\n')
        .slice(2, 5),
    ).toEqual([
      '| order read | floor | 3,000 | 2.0 | 10.0 | 0.500 | unknown | 1 |',
      '|  | newer format | 2,000 (0.63) | 2.0 (1.00) | 10.0 (1.00) | 0.500 (1.00) | unknown | 2 (2.00) |',
      '|  | older format | 2,000 (0.65) | 2.0 (1.00) | 10.0 (1.00) | 0.500 (1.00) | unknown | 2 (2.00) |',
    ]);
  });

  test('holds the older format against the newer, round by round', () => {
    const rounds = [
      round({ floor: 2_000, newer: 1_000, older: 1_200 }),
      round({ floor: 4_000, newer: 4_000, older: 3_200 }),
    ];
    expect(report([result(rounds)], both)).toContain(
      'Requests/s of the older format to those of the newer: order read 1.00.',
    );
    const newer = [round({ floor: 2_000, newer: 1_000 })];
    expect(report([result(newer)])).not.toContain('older format');
  });

  test('leaves disturbed rounds out and says so', () => {
    const rounds = [
      round({ floor: 2_000, newer: 1_000 }),
      round({ floor: 9_000, newer: 9_000 }, 0.9),
    ];
    const text = report([result(rounds)]);
    expect(text).toContain('| order read | floor | 2,000 |');
    expect(text).toContain('others used up to 0.90 processors');
    expect(text).toContain('order read 1 of 2, left out');
  });

  test('counts all rounds where none was quiet, and says so', () => {
    const rounds = [
      round({ floor: 2_000, newer: 1_000 }, 0.5),
      round({ floor: 4_000, newer: 3_000 }, 0.9),
    ];
    const text = report([result(rounds)]);
    expect(text).toContain('| order read | floor | 3,000 |');
    expect(text).toContain('order read 2 of 2, all counted');
  });

  test('says where the servers disagree', () => {
    const text = report([
      result([round({ floor: 1, newer: 1 })], ['newer, /api/orders/R1: total: "1.0" and "2.0"']),
    ]);
    expect(text).toContain(
      'THE SERVERS DISAGREE in 1 of 40 answers; the first: newer, /api/orders/R1: total: "1.0" and "2.0"',
    );
  });

  test('shows starts and memory where they were measured', () => {
    const starts: StartResult[] = [
      {
        database: 'server',
        firstMs: 1_840,
        againMs: 1_260,
        memory: { resident: 275.4, peak: 370.1 },
      },
      { database: 'embedded', firstMs: 5_000, againMs: 2_000, memory: null },
    ];
    const results = [result([round({ floor: 1, newer: 1 })])];
    expect(report(results, newerOnly, starts).split('\n')).toEqual(
      expect.arrayContaining([
        '| PostgreSQL, without the sample store | 1.8 | 1.3 | 275 | 370 |',
        '| embedded, with the sample store | 5.0 | 2.0 | unknown | unknown |',
      ]),
    );
    expect(report(results)).not.toContain('first start');
  });
});

test('the plot draws each rival as long as its ratio to the floor, and names its rate', () => {
  const rounds = [round({ floor: 2_000, newer: 1_000, older: 4_000 })];
  const plot = drawPlot([result(rounds)], both, 'a quiet day');
  const widths = [...plot.matchAll(/class="(\w+)" x="130" y="\d+" width="([\d.]+)"/g)];
  expect(widths.map(([, rival, width]) => [rival, Number(width)])).toEqual([
    ['floor', 12],
    ['floor', 240],
    ['newer', 120],
    ['older', 480],
  ]);
  expect(plot).toContain('>0.50 · 1,000/s</text>');
  expect(plot).toContain('>a quiet day</text>');
  expect(plot).toContain('prefers-color-scheme:dark');
  expect(plot).not.toContain('GraphQL');
});
