import { cpus, totalmem } from 'node:os';
import { write } from './figures.ts';
import { jobs } from './jobs.ts';
import type { Checked } from './check.ts';
import { disturbedCores } from './measure.ts';
import type { Options } from './options.ts';
import { isQuiet, ratioOf } from './outcome.ts';
import type { JobResult } from './outcome.ts';
import type { StartResult } from './starts.ts';
import { rivalTitles, writeStarts, writeTable } from './tables.ts';

/** The older format beside the newer, if both were measured. */
function describeOlder(results: readonly JobResult[]): readonly string[] {
  const told = results.flatMap((result) => {
    const ratio = ratioOf(result, 'older', 'requestsPerSecond', 'newer');
    return ratio === null ? [] : [`${jobs[result.job].title} ${write(ratio, 2)}`];
  });
  return told.length === 0
    ? []
    : [`Requests/s of the older format to those of the newer: ${told.join(', ')}.`];
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

function describeAnswers(results: readonly JobResult[], { ways }: Options): string {
  const sum = (read: (checked: Checked) => number): number =>
    results.reduce((total, { checked }) => total + read(checked), 0);
  const compared = sum(({ compared: count }) => count);
  const reordered = sum(({ reordered: count }) => count);
  const different = results.flatMap(({ checked }) => checked.different);
  if (different.length > 0) {
    const [first = ''] = different;
    return `THE SERVERS DISAGREE in ${different.length} of ${compared} answers; the first: ${first}`;
  }
  const how = ways.includes('newer')
    ? reordered === 0
      ? 'in the newer format byte for byte (of a write, all but drawn values and times)'
      : `in the newer format ${reordered} times with the keys in another order`
    : 'in their own words';
  return `Both servers gave the same answer to ${compared} sampled requests, ${how}.`;
}

function describeBodies(results: readonly JobResult[], options: Options): string {
  const [first] = options.ways;
  if (first === undefined) return '';
  const told = results.map(
    ({ job, checked }) =>
      `${jobs[job].title} ${write((checked.known.get(first)?.bytes ?? 0) / 1_000, 1)} kB`,
  );
  return ` Bodies of the ${rivalTitles[first]}: ${told.join(', ')}.`;
}

/** The floor and the ways, in words. */
function describeRivals({ isControl, ways }: Options): string {
  if (isControl) return 'A control run, the floor against itself: every ratio should be 1.';
  const floor =
    'The floor is node:http and one hand-written SQL statement per request that returns the JSON. ' +
    'Everything else is one service, asked each way over HTTP.';
  if (!ways.includes('graphql')) return floor;
  return (
    `${floor} GraphQL asks for what the newer format shows; of 25 orders without pictures, rates and ` +
    'contents of parcels, because whole ones are beyond the limits of one query (A43).'
  );
}

export interface Surroundings {
  readonly postgresVersion: string;
}

/** The report of a run: the figures, what they mean and under which conditions they hold. */
export function writeReport(
  results: readonly JobResult[],
  starts: readonly StartResult[],
  options: Options,
  { postgresVersion }: Surroundings,
): string {
  const [processor] = cpus();
  const gigabytes = write(totalmem() / 2 ** 30, 0);
  return [
    writeTable(results, options),
    '',
    ...describeOlder(results),
    `${describeRivals(options)} In brackets: the ratio to the floor. Medians of ${options.rounds} ${options.rounds === 1 ? 'round' : 'rounds'} of ` +
      `about ${options.seconds} s in which the rivals took turns; ${options.connections} connections, ` +
      `one process each, ${options.pool} database connections each for the one caller; CPU and statements are for one ` +
      `request, BEGIN and COMMIT count as statements. ${write(options.orders, 0)} orders with three ` +
      `lines each, ${write(options.products * 4, 0)} variants.${describeBodies(results, options)}`,
    '',
    ...writeStarts(starts),
    describeAnswers(results, options),
    describeQuiet(results),
    `Client, servers and database shared ${cpus().length} processors (${processor?.model.trim() ?? 'unknown'}), ` +
      `${gigabytes} GB; Node ${process.versions.node}, PostgreSQL ${postgresVersion}.`,
  ].join('\n');
}
