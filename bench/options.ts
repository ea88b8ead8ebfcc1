import { jobNames } from './jobs.ts';
import type { JobName } from './jobs.ts';
import { readWords, Usage } from './usage.ts';
import { wayNames } from './ways.ts';
import type { RivalName, WayName } from './ways.ts';

/** What one run of the benchmark measures, and at which size. */
export interface Options {
  /** Address of the PostgreSQL server; the benchmark creates its own database there. */
  readonly databaseUrl: string;
  /** HTTP connections, each with one request in flight at a time. */
  readonly connections: number;
  /** Duration of one round of one server. */
  readonly seconds: number;
  readonly rounds: number;
  /** Duration of each server's warm-up round, which is not shown. */
  readonly warmUp: number;
  readonly orders: number;
  /** Every product has four variants, including its master. */
  readonly products: number;
  /** Database connections of each server. */
  readonly pool: number;
  readonly jobs: readonly JobName[];
  /** The ways of requesting the service. */
  readonly ways: readonly WayName[];
  /** How often the service is started on new databases; 0 skips starts and memory. */
  readonly starts: number;
  /** Measures the floor against itself: the difference is noise. */
  readonly isControl: boolean;
  /** File whose marked block is replaced by the report. */
  readonly write: string | undefined;
  /** File for the plot. */
  readonly plot: string | undefined;
}

/** Who is measured, the floor first. */
export const rivalsOf = ({ ways }: Options): readonly RivalName[] => ['floor', ...ways];

interface NumberOption {
  readonly standard: number;
  readonly least: number;
  readonly meaning: string;
}

const numbers = {
  connections: { standard: 16, least: 1, meaning: 'requests under way at once' },
  seconds: { standard: 2, least: 1, meaning: 'length of one round of one rival' },
  rounds: { standard: 3, least: 1, meaning: 'rounds of each job; the rivals take turns' },
  'warm-up': { standard: 8, least: 1, meaning: 'seconds of one rival before its rounds' },
  orders: { standard: 10_000, least: 500, meaning: 'orders in the database, three lines each' },
  products: { standard: 500, least: 100, meaning: 'products in the database, four variants each' },
  pool: { standard: 8, least: 1, meaning: 'connections to the database for the requests' },
  starts: { standard: 1, least: 0, meaning: 'first starts on each kind of database; 0 for none' },
} as const satisfies Readonly<Record<string, NumberOption>>;

type NumberName = keyof typeof numbers;
const numberNames = Object.keys(numbers) as NumberName[];

function readNumber(name: NumberName, text: string | undefined): number {
  const { standard, least } = numbers[name];
  if (text === undefined) return standard;
  const number = /^\d{1,9}$/.test(text) ? Number(text) : Number.NaN;
  if (number >= least) return number;
  throw new Usage(`--${name} must be a whole number from ${least} on.\n\n${usage()}`);
}

/** The given names, in any number; all if there is none. */
function readNames<Name extends string>(
  option: string,
  known: readonly Name[],
  given: readonly string[] | undefined,
): readonly Name[] {
  if (given === undefined) return known;
  return given.map((name) => {
    const found = known.find((one) => one === name);
    if (found === undefined) {
      throw new Usage(`--${option} must be one of ${known.join(', ')}.\n\n${usage()}`);
    }
    return found;
  });
}

const text = { type: 'string' } as const;
const flag = { type: 'boolean', default: false } as const;

const options = {
  ...(Object.fromEntries(numberNames.map((name) => [name, text])) as Record<
    NumberName,
    typeof text
  >),
  job: { type: 'string', multiple: true },
  way: { type: 'string', multiple: true },
  control: flag,
  write: text,
  plot: text,
  help: flag,
} as const;

/** Where the plot of a complete run is written. */
const standardPlot = 'docs/bench.svg';

/**
 * Reads the command line and DATABASE_URL.
 * Throws Usage if they are wrong or help is requested.
 */
export function readOptions(
  words: readonly string[],
  environment: Readonly<Record<string, string | undefined>>,
): Options {
  const values = readWords(words, options, usage());
  if (values.help) throw new Usage(usage(), 0);
  const read = (name: NumberName): number => readNumber(name, values[name]);
  const isWhole = !values.control && values.job === undefined && values.way === undefined;
  return {
    databaseUrl: environment['DATABASE_URL'] || 'postgres://postgres@127.0.0.1:5432/postgres',
    connections: read('connections'),
    seconds: read('seconds'),
    rounds: read('rounds'),
    warmUp: read('warm-up'),
    orders: read('orders'),
    products: read('products'),
    pool: read('pool'),
    jobs: readNames('job', jobNames, values.job),
    ways: values.control ? ['newer'] : readNames('way', wayNames, values.way),
    starts: values.control ? 0 : read('starts'),
    isControl: values.control,
    write: values.write,
    plot: values.plot ?? (isWhole ? standardPlot : undefined),
  };
}

function usage(): string {
  const row = (name: string, meaning: string): string => `  ${name.padEnd(22)}${meaning}`;
  return [
    'npm run bench -- [options]',
    '',
    ...numberNames.map((name) => {
      const { meaning, standard } = numbers[name];
      return row(`--${name} N`, `${meaning}; ${standard}`);
    }),
    row('--job NAME', `only this job, may be repeated: ${jobNames.join(', ')}`),
    row('--way NAME', `ask the service only this way, may be repeated: ${wayNames.join(', ')}`),
    row('--control', 'the floor against itself: what differs is noise'),
    row('--write FILE', 'put the report between <!-- bench --> and <!-- /bench --> of a file'),
    row('--plot FILE', `where the plot goes; ${standardPlot} for a run of every job and way`),
    '',
    'DATABASE_URL names the PostgreSQL server; its user must be allowed to make databases.',
  ].join('\n');
}
