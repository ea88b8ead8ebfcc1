import { write } from './figures.ts';
import { jobs } from './jobs.ts';
import type { Figures } from './measure.ts';
import { rivalsOf } from './options.ts';
import type { Options } from './options.ts';
import { figureOf, ratioOf } from './outcome.ts';
import type { JobResult } from './outcome.ts';
import type { DatabaseKind, StartResult } from './starts.ts';
import type { RivalName } from './ways.ts';

interface Column {
  readonly title: string;
  readonly key: keyof Figures;
  readonly digits: number;
}

const columns: readonly Column[] = [
  { title: 'requests/s', key: 'requestsPerSecond', digits: 0 },
  { title: 'p50 ms', key: 'p50Ms', digits: 1 },
  { title: 'p99 ms', key: 'p99Ms', digits: 1 },
  { title: 'Node CPU ms', key: 'nodeMs', digits: 3 },
  { title: 'PostgreSQL CPU ms', key: 'postgresMs', digits: 3 },
];

/** Names of the rivals in the report. */
export const rivalTitles: Readonly<Record<RivalName, string>> = {
  floor: 'floor',
  newer: 'newer format',
  older: 'older format',
  graphql: 'GraphQL',
};

function writeCell(result: JobResult, rival: RivalName, { key, digits }: Column): string {
  const figure = figureOf(result, rival, key);
  if (figure === null) return 'unknown';
  const ratio = rival === 'floor' ? null : ratioOf(result, rival, key);
  return withRatio(write(figure, digits), ratio);
}

const withRatio = (text: string, ratio: number | null): string =>
  ratio === null ? text : `${text} (${write(ratio, 2)})`;

function writeRow(result: JobResult, rival: RivalName, label: string): string {
  const floor = result.checked.known.get('floor')?.statements ?? 0;
  const statements = result.checked.known.get(rival)?.statements ?? 0;
  const cells = columns.map((column) => writeCell(result, rival, column));
  return `| ${[
    rival === 'floor' ? jobs[result.job].title : '',
    label,
    ...cells,
    withRatio(write(statements, 0), rival === 'floor' || floor === 0 ? null : statements / floor),
  ].join(' | ')} |`;
}

/** The figures of all jobs in Markdown. */
export function writeTable(results: readonly JobResult[], options: Options): string {
  const titles = ['', '', ...columns.map(({ title }) => title), 'SQL statements'];
  const labelOf = (rival: RivalName): string =>
    options.isControl && rival !== 'floor' ? 'floor again' : rivalTitles[rival];
  return [
    `| ${titles.join(' | ')} |`,
    `| --- | --- |${' ---: |'.repeat(columns.length + 1)}`,
    ...results.flatMap((result) =>
      rivalsOf(options).map((rival) => writeRow(result, rival, labelOf(rival))),
    ),
  ].join('\n');
}

const startTitles: Readonly<Record<DatabaseKind, string>> = {
  server: 'PostgreSQL, without the sample store',
  embedded: 'embedded, with the sample store',
};

/** Starts and memory in Markdown; empty if no start was measured. */
export function writeStarts(starts: readonly StartResult[]): readonly string[] {
  if (starts.length === 0) return [];
  const seconds = (ms: number): string => write(ms / 1_000, 1);
  const rows = starts.map(({ database, firstMs, againMs, memory }) => [
    startTitles[database],
    seconds(firstMs),
    seconds(againMs),
    ...(memory ? [write(memory.resident, 0), write(memory.peak, 0)] : ['unknown', 'unknown']),
  ]);
  const titles = ['', 'first start s', 'start again s', 'memory under load MB', 'at most MB'];
  return [
    `| ${titles.join(' | ')} |`,
    `| --- |${' ---: |'.repeat(titles.length - 1)}`,
    ...rows.map((cells) => `| ${cells.join(' | ')} |`),
    '',
  ];
}
