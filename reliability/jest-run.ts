import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';

/** The result of one test of `npm test`. */
export interface TestOutcome {
  readonly title: string;
  readonly passed: boolean;
  /** The first line of the failure; for a property with seed and path. Empty if it passed. */
  readonly failure: string;
  /** For a property: how many values were tried, and their seed (`FC_SEED`). */
  readonly tried: { readonly runs: number; readonly seed: string } | undefined;
}

/** The output of Jest with --json, as far as it is used here. */
interface JestReport {
  readonly testResults: readonly {
    readonly message: string;
    readonly assertionResults: readonly {
      readonly title: string;
      readonly status: string;
      readonly failureMessages: readonly string[];
    }[];
  }[];
}

const jest = [
  '--experimental-vm-modules',
  '--no-warnings=ExperimentalWarning',
  'node_modules/jest/bin/jest.js',
];

/**
 * Runs tests of `npm test` in their own process and returns the results; skipped ones count as failed.
 * `program` is a script that runs Jest with the given arguments; by default Jest itself.
 * Throws an Error if Jest could not run, or a test file could not be loaded.
 */
export async function runTests(
  paths: readonly string[],
  environment: Readonly<Record<string, string | undefined>>,
  program: readonly string[] = jest,
): Promise<readonly TestOutcome[]> {
  const directory = await mkdtemp(join(tmpdir(), 'store-reliability-'));
  try {
    const file = join(directory, 'report.json');
    const child = spawn(
      process.execPath,
      [...program, ...paths, '--json', `--outputFile=${file}`],
      { env: { ...process.env, ...environment }, stdio: ['ignore', 'pipe', 'pipe'] },
    );
    const [said, complaints] = await Promise.all([
      text(child.stdout),
      text(child.stderr),
      once(child, 'close'),
    ]);
    const report = await readFile(file, 'utf8').catch((cause: unknown) => {
      throw new Error(`The tests did not run: ${complaints.slice(-2_000)}`, { cause });
    });
    return readReport(JSON.parse(report) as JestReport, said);
  } finally {
    await rm(directory, { recursive: true, force: true });
  }
}

function readReport({ testResults }: JestReport, said: string): readonly TestOutcome[] {
  if (testResults.length === 0) throw new Error('No test was found.');
  const unloaded = testResults.find(({ assertionResults }) => assertionResults.length === 0);
  if (unloaded !== undefined) throw new Error(`A test file was not run: ${unloaded.message}`);
  const tried = new Map(
    Array.from(said.matchAll(/FC_SEED=(\d+) FC_RUNS=(\d+) (.+)/g), ([, seed, runs, title]) => [
      title,
      { seed: String(seed), runs: Number(runs) },
    ]),
  );
  return testResults
    .flatMap(({ assertionResults }) => assertionResults)
    .map(({ title, status, failureMessages }) => ({
      title,
      passed: status === 'passed',
      failure: status === 'passed' ? '' : (failureMessages[0]?.split('\n')[0] ?? status),
      tried: tried.get(title),
    }));
}
