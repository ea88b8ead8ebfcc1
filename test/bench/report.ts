import { cpus, totalmem } from 'node:os';
import { median } from './figures.ts';
import { jobs } from './jobs.ts';
import type { JobName } from './jobs.ts';
import type { Checked } from './check.ts';
import { disturbedCores } from './measure.ts';
import type { Figures, Round } from './measure.ts';
import type { Options } from './options.ts';
import type { ServerName } from './server-process.ts';

/** Everything measured of one job. */
export interface JobResult {
  readonly job: JobName;
  readonly checked: Checked;
  readonly rounds: readonly Round[];
}

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

const write = (value: number, digits: number): string =>
  value.toLocaleString('en-US', { minimumFractionDigits: digits, maximumFractionDigits: digits });

const isQuiet = ({ foreignCores }: Round): boolean => (foreignCores ?? 0) <= disturbedCores;

/** The rounds that count: the quiet ones, or all of them where none was quiet. */
function roundsThatCount(rounds: readonly Round[]): readonly Round[] {
  const quiet = rounds.filter(isQuiet);
  return quiet.length > 0 ? quiet : rounds;
}

function writeCell(rounds: readonly Round[], server: ServerName, { key, digits }: Column): string {
  const values = rounds.flatMap(({ figures }) => figures[server][key] ?? []);
  if (values.length === 0) return 'unknown';
  const text = write(median(values), digits);
  if (server === 'floor') return text;
  // each round's own ratio: what slows the machine for a while slows both halves of a round
  const ratios = rounds.flatMap(({ figures }) => {
    const floor = figures.floor[key];
    const service = figures.service[key];
    return floor && service !== null ? [service / floor] : [];
  });
  return ratios.length === 0 ? text : `${text} (${write(median(ratios), 2)})`;
}

function writeRow(
  { job, checked, rounds }: JobResult,
  server: ServerName,
  label: string = server,
): string {
  const counted = roundsThatCount(rounds);
  const { floor, service } = checked.statements;
  const statements =
    server === 'floor' ? write(floor, 0) : `${write(service, 0)} (${write(service / floor, 2)})`;
  const cells = columns.map((column) => writeCell(counted, server, column));
  const title = server === 'floor' ? jobs[job].title : '';
  return `| ${[title, label, ...cells, statements].join(' | ')} |`;
}

/** The figures of all jobs in Markdown. */
function writeTable(results: readonly JobResult[], { isControl }: Options): string {
  const titles = ['', '', ...columns.map(({ title }) => title), 'SQL statements'];
  return [
    `| ${titles.join(' | ')} |`,
    `| --- | --- |${' ---: |'.repeat(columns.length + 1)}`,
    ...results.flatMap((result) => [
      writeRow(result, 'floor'),
      writeRow(result, 'service', isControl ? 'floor again' : 'service'),
    ]),
  ].join('\n');
}

function describeQuiet(results: readonly JobResult[]): string {
  const rounds = results.flatMap((result) => result.rounds);
  const known = rounds.flatMap(({ foreignCores }) => foreignCores ?? []);
  if (known.length === 0) return 'Whether others used the machine meanwhile is not known.';
  const most = write(Math.max(...known), 2);
  const disturbed = results.flatMap(({ job, rounds: measured }) => {
    const count = measured.filter((round) => !isQuiet(round)).length;
    if (count === 0) return [];
    const left = count === measured.length ? ', all counted' : ', left out';
    return [`${jobs[job].title} ${count} of ${measured.length}${left}`];
  });
  return disturbed.length === 0
    ? `The machine was quiet: others used at most ${most} processors.`
    : `The machine was disturbed: others used up to ${most} processors, over ${disturbedCores} in ` +
        `these rounds: ${disturbed.join('; ')}.`;
}

function describeAnswers(results: readonly JobResult[]): string {
  const sum = (read: (checked: Checked) => number): number =>
    results.reduce((total, { checked }) => total + read(checked), 0);
  const compared = sum(({ compared: count }) => count);
  const reordered = sum(({ reordered: count }) => count);
  const different = results.flatMap(({ checked }) => checked.different);
  if (different.length > 0) {
    const [first = ''] = different;
    return `THE SERVERS DISAGREE in ${different.length} of ${compared} answers; the first: ${first}`;
  }
  const same = `Both servers gave the same answer to ${compared} sampled requests`;
  return reordered === 0
    ? `${same}, byte for byte (of a new order, all but what is drawn).`
    : `${same}; ${reordered} times the keys were in another order.`;
}

export interface Surroundings {
  readonly postgresVersion: string;
}

/** The report of a run: the figures, what they mean and under which conditions they hold. */
export function writeReport(
  results: readonly JobResult[],
  options: Options,
  { postgresVersion }: Surroundings,
): string {
  const [processor] = cpus();
  const gigabytes = write(totalmem() / 2 ** 30, 0);
  const rivals = options.isControl
    ? 'A control run, the floor against itself: every ratio should be 1.'
    : 'The floor is node:http and one hand-written SQL statement per request that returns the JSON.';
  return [
    writeTable(results, options),
    '',
    `${rivals} In brackets: the ratio to the floor. Medians of ${options.rounds} ${options.rounds === 1 ? 'round' : 'rounds'} of ` +
      `about ${options.seconds} s in which the servers took turns; ${options.connections} connections, ` +
      `one process each, ${options.pool} database connections each; CPU and statements are for one ` +
      `request, BEGIN and COMMIT count as statements. ${write(options.orders, 0)} orders with three ` +
      `lines each, ${write(options.products * 4, 0)} variants. Bodies of the service: ` +
      `${describeBodies(results)}.`,
    '',
    describeAnswers(results),
    describeQuiet(results),
    `Client, servers and database shared ${cpus().length} processors (${processor?.model.trim() ?? 'unknown'}), ` +
      `${gigabytes} GB; Node ${process.versions.node}, PostgreSQL ${postgresVersion}.`,
  ].join('\n');
}

const describeBodies = (results: readonly JobResult[]): string =>
  results
    .map(({ job, checked }) => `${jobs[job].title} ${write(checked.bytes.service / 1_000, 1)} kB`)
    .join(', ');

/** Puts the report between the markers of a text. Throws an Error where they are missing. */
export function replaceBlock(text: string, report: string): string {
  const [start, end] = ['<!-- bench -->', '<!-- /bench -->'];
  const from = text.indexOf(start);
  const to = text.indexOf(end, from);
  if (from < 0 || to < 0) throw new Error(`There is no block from ${start} to ${end}.`);
  return `${text.slice(0, from)}${start}\n\n${report}\n\n${text.slice(to)}`;
}
