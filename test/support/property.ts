import { test } from '@jest/globals';
import fc from 'fast-check';

type Parts<Values extends [unknown, ...unknown[]], Result> = [
  ...arbitraries: { [Key in keyof Values]: fc.Arbitrary<Values[Key]> },
  check: (...values: Values) => Result,
];

/**
 * A test of a property that must hold for every value of its arbitraries, checked a hundred times. It prints
 * its seed and the number of runs; FC_SEED repeats a run. A failure prints the seed and the path to the
 * smallest counterexample; FC_SEED and FC_PATH together check only that.
 */
export function property<Values extends [unknown, ...unknown[]]>(
  title: string,
  ...parts: Parts<Values, void | Promise<void>>
): void {
  test(title, () => checkProperty(title, parts, {}));
}

/**
 * The same for a property of which one check takes long, such as a sequence of writes: it is checked so many
 * times, or FC_RUNS times if that is set, and a check may take seconds.
 */
export function longProperty<Values extends [unknown, ...unknown[]]>(
  runs: number,
  title: string,
  ...parts: Parts<Values, void | Promise<void>>
): void {
  const numRuns = Number(process.env['FC_RUNS'] ?? runs);
  test(title, () => checkProperty(title, parts, { numRuns }), hoursForAll * 3_600_000);
}

/** A timeout for hangs, which a busy machine must never reach. */
const hoursForAll = 2;

/**
 * How many of so many runs this database does: PostgreSQL a half; the embedded one, where a statement takes several times as
 * long, a tenth, and in `npm test` a fiftieth. CI runs that sample, and the half on PostgreSQL.
 */
export function shareOf(runs: number): number {
  if (process.env['TEST_DATABASE_URL'] !== undefined) return Math.round(runs * 0.5);
  return Math.round(runs * (process.env['TESTS'] === 'usual' ? 0.02 : 0.1));
}

/** How many of so many quick runs: `npm test` and `npm run test:fast` do a quarter. */
export const sampleOf = (runs: number): number =>
  ['usual', 'fast'].includes(process.env['TESTS'] ?? '') ? Math.round(runs / 4) : runs;

/**
 * How many of so many rivals race: on the embedded database a fifth, because its one connection lets none overtake
 * another.
 */
export const rivalsOf = (count: number): number =>
  process.env['TEST_DATABASE_URL'] === undefined ? count / 5 : count;

async function checkProperty<Values extends [unknown, ...unknown[]]>(
  title: string,
  parts: Parts<Values, void | Promise<void>>,
  options: Readonly<{ numRuns?: number }>,
): Promise<void> {
  const seed = chooseSeed();
  const { numRuns = 100 } = options;
  process.stdout.write(`FC_SEED=${String(seed)} FC_RUNS=${String(numRuns)} ${title}\n`);
  const path = process.env['FC_PATH'];
  await fc.assert(fc.asyncProperty(...awaitCheck<Values>(parts)), {
    seed,
    ...(path !== undefined && { path, endOnFailure: true }),
    numRuns,
    includeErrorInReport: true,
  });
}

function awaitCheck<Values extends [unknown, ...unknown[]]>(
  parts: Parts<Values, void | Promise<void>>,
): Parts<Values, Promise<void>> {
  // the type of a tuple's last part is lost by slicing
  const check = parts.at(-1) as (...values: Values) => void | Promise<void>;
  const awaited = async (...values: Values): Promise<void> => check(...values);
  return [...parts.slice(0, -1), awaited] as Parts<Values, Promise<void>>;
}

function chooseSeed(): number {
  const given = process.env['FC_SEED'];
  return given === undefined ? Math.floor(Math.random() * 2 ** 31) : Number(given);
}
