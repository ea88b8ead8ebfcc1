import { cpus } from 'node:os';
import type { DatabaseKind, Finding } from './scenario.ts';

/** The findings of one scenario on one database. */
export interface Result {
  readonly scenario: string;
  readonly database: DatabaseKind;
  readonly findings: readonly Finding[];
}

const letters: Readonly<Record<DatabaseKind, string>> = {
  server: 'P',
  workers: 'W',
  embedded: 'E',
};

/** The findings as a table in Markdown, with the conditions under which they hold. */
export function writeReport(results: readonly Result[]): string {
  const rows = results.flatMap(({ scenario, database, findings }) =>
    findings.map(({ figure, promised, seen, holds }) =>
      [scenario, letters[database], figure, promised, seen, holds ? 'yes' : '**no**']
        .map((cell) => cell.replaceAll('|', '\\|'))
        .join(' | '),
    ),
  );
  return [
    '| Scenario |  | Figure | Promised | Seen | Holds |',
    '| --- | --- | --- | --- | --- | --- |',
    ...rows.map((row) => `| ${row} |`),
    '',
    'P: PostgreSQL with three service processes. W: PostgreSQL with one of three workers. E: the ' +
      'embedded database in one process. Service, database and load shared ' +
      `${String(cpus().length)} processors; Node ${process.versions.node}.`,
  ].join('\n');
}
