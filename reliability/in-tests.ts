import type { TestOutcome } from './jest-run.ts';
import { runTests } from './jest-run.ts';
import type { DatabaseKind, Finding, Scenario, Setting } from './scenario.ts';

/**
 * Promises that tests of `npm test` check better than a client could, because they access the store directly.
 */
interface InTests extends Pick<Scenario, 'name' | 'promise' | 'databases'> {
  readonly paths: readonly string[];
  /** How often each property is tried, where that differs from `npm test`. */
  readonly runs?: Readonly<Partial<Record<DatabaseKind, number>>>;
}

/** The tests create their databases where the scenario's is. */
const placeOf = ({ faults }: Setting) => ({ TEST_DATABASE_URL: faults.databaseUrl });

const findingOf = ({ title, passed, failure, tried }: TestOutcome): Finding => ({
  figure: title,
  promised: 'holds',
  seen: [
    passed ? 'holds' : failure,
    ...(tried === undefined ? [] : [`tried ${String(tried.runs)} times (seed ${tried.seed})`]),
  ].join(', '),
  holds: passed,
});

const fromTests = ({ name, promise, databases, paths, runs = {} }: InTests): Scenario => ({
  name,
  promise,
  databases,
  run: async (setting) => {
    const count = runs[setting.database];
    const outcomes = await runTests(paths, {
      ...placeOf(setting),
      ...(count !== undefined && { FC_RUNS: String(count) }),
    });
    return outcomes.map(findingOf);
  },
});

/** After any sequence of actions, the stored data agrees with a model. Decision: L46. */
export const randomDays = fromTests({
  name: 'random-days',
  promise: 'Whatever is done to orders in whatever sequence, the books agree with a model.',
  databases: ['server', 'embedded'],
  paths: ['test/properties/orders.property'],
  runs: { server: 1_000 },
});

/** Random carts are compared with arithmetic in whole cents. Decision: L47. */
export const money = fromTests({
  name: 'money',
  promise: 'Carts cost what whole cents add up to; what cannot be held is refused.',
  databases: ['server', 'embedded'],
  paths: ['test/properties/carts.property'],
});

/** Neither the database nor the process runs in UTC. Decision: L48. */
export const time: Scenario = {
  name: 'time',
  promise:
    'Every test that runs on a server passes whatever the zones of the database and of the process are.',
  databases: ['server'],
  run: async (setting) => {
    const outcomes = await runTests([], placeOf(setting), ['.ci/test-zones.mjs']);
    const failed = outcomes.filter(({ passed }) => !passed);
    return [
      {
        figure: 'tests with the database role in America/New_York, the process in Asia/Kolkata',
        promised: 'all pass',
        seen: `${String(outcomes.length - failed.length)} of ${String(outcomes.length)} passed${failed.map(({ title }) => `, not: ${title}`).join('')}`,
        holds: failed.length === 0,
      },
    ];
  },
};
