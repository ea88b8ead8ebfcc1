import { setTimeout as pause } from 'node:timers/promises';
import { findLosses } from './losses.ts';
import { liveOf, residentOf, withMemoryProbe } from './memory.ts';
import type { Scenario, Setting } from './scenario.ts';
import { send, startBuyers, stockVariant, tallyOf, Witness } from './traffic.ts';
import type { Outcome } from './traffic.ts';
import { patiently } from '../test/support/waiting.ts';

const standardSeconds = 600;
const sampleMs = 10_000;
/** After the last response of a period a service still writes its log and releases connections. */
const restMs = 300;
const poolSize = 4;
/** The share of the time after which a process counts as warm. */
const warmUp = 1 / 3;

/** Many concurrent readers, until every pool has opened all its connections. */
async function fillPools(setting: Setting): Promise<void> {
  const readers = setting.urls.flatMap((url) => Array.from({ length: 60 }, () => url));
  await patiently('every pool is full', 60_000, async () => {
    await Promise.all(readers.map((url) => send(setting, url, ['GET', '/api/orders?per_page=10'])));
    return (await connectionsOf(setting)) === poolSize * setting.urls.length;
  });
}

/** Buyers and readers at every process, until they are stopped. */
function startLoad(
  setting: Setting,
  variants: readonly [number, number],
  witness: Witness,
): { readonly stop: () => Promise<Outcome[]> } {
  const { urls } = setting;
  const buyers = startBuyers(setting, variants, witness, urls.length);
  let going = true;
  const readers = urls.map(async (url) => {
    while (going) {
      for (const path of ['/api/orders?per_page=10', '/api/variants?per_page=10', '/api/nowhere'])
        await send(setting, url, ['GET', path]);
      await pause(20);
    }
  });
  return {
    stop: async () => {
      going = false;
      await Promise.all([buyers.stop(), ...readers]);
      return buyers.outcomes;
    },
  };
}

/** Growth per sample as the median of the slopes between all pairs, which is robust against single peaks. */
function slopeOf(values: readonly number[]): number {
  const slopes = values.flatMap((from, start) =>
    values.slice(start + 1).map((to, distance) => (to - from) / (distance + 1)),
  );
  slopes.sort((one, other) => one - other);
  return slopes[Math.floor(slopes.length / 2)] ?? 0;
}

const inMb = (megabytes = 0): string => `${megabytes.toFixed(1)} MB`;

/** The maximum of the last third and of the middle one. */
function mostOfThirds(values: readonly number[]): [last: number, middle: number] {
  const third = Math.floor(values.length / 3);
  return [Math.max(...values.slice(2 * third)), Math.max(...values.slice(third, 2 * third))];
}

async function connectionsOf(setting: Setting): Promise<number> {
  const [row] = await setting.look((session) =>
    session.query(
      `SELECT count(*)::int AS count FROM pg_stat_activity
       WHERE datname = current_database() AND backend_type = 'client backend'
         AND pid <> pg_backend_pid()`,
    ),
  );
  return Number(row?.['count']);
}

/** Mixed load over a long time. Decision: L26. */
export const soak: Scenario = {
  name: 'soak',
  promise: 'Under a long load neither memory nor connections grow.',
  databases: ['server', 'embedded'],
  onlyWhenNamed: true,
  environment: {
    DATABASE_POOL: String(poolSize),
    ...withMemoryProbe,
  },
  run: async (setting) => {
    const seconds = setting.seconds ?? standardSeconds;
    const { faults, tell, database } = setting;
    const variants = [
      await stockVariant(setting, 'Lamp'),
      await stockVariant(setting, 'Shade'),
    ] as const;
    const witness = new Witness();
    if (database === 'server') await fillPools(setting);
    const outcomes: Outcome[] = [];
    const memory: number[][] = faults.processes.map(() => []);
    const resident: number[][] = faults.processes.map(() => []);
    const connections: number[] = [];
    const end = performance.now() + seconds * 1_000;
    while (performance.now() < end) {
      const load = startLoad(setting, variants, witness);
      await pause(sampleMs);
      for (const [place, service] of faults.processes.entries()) {
        resident[place]?.push(await residentOf(service));
      }
      if (database === 'server') connections.push(await connectionsOf(setting));
      outcomes.push(...(await load.stop()));
      // memory of running requests is no growth
      await pause(restMs);
      for (const [place, service] of faults.processes.entries()) {
        memory[place]?.push(await liveOf(service));
      }
      tell(`  ${memory.map((values) => inMb(values.at(-1))).join(', ')} live`);
    }
    const samplesIn10Minutes = 600_000 / sampleMs;
    const slopes = memory.map(
      (values) => slopeOf(values.slice(Math.floor(values.length * warmUp))) * samplesIn10Minutes,
    );
    const steepest = Math.max(...slopes);
    const warm = connections.slice(Math.floor(connections.length * warmUp));
    const wrong = outcomes.filter(({ status }) => status === undefined || status >= 400);
    return [
      {
        figure: `growth of what is left after garbage was collected, ${String(seconds)} s less the first third`,
        promised: 'under 1 MB in 10 minutes',
        seen: slopes.map((slope) => `${slope.toFixed(2)} MB`).join(', '),
        holds: steepest < 1,
      },
      {
        figure: 'resident memory, the most of the last third and of the one before',
        promised: 'no more than a third more',
        seen: resident.map((values) => mostOfThirds(values).map(inMb).join(' after ')).join(', '),
        holds: resident.map(mostOfThirds).every(([last, before]) => last <= (before * 4) / 3),
      },
      ...(database === 'server'
        ? [
            {
              figure: 'connections',
              promised: 'constant',
              seen: `${String(Math.min(...warm))} to ${String(Math.max(...warm))}`,
              holds: Math.max(...warm) === Math.min(...warm),
            },
          ]
        : []),
      {
        figure: 'refused or failed writes',
        promised: '0',
        seen: `${String(wrong.length)} of ${String(outcomes.length)} (${tallyOf(outcomes)})`,
        holds: wrong.length === 0,
      },
      ...(await findLosses(setting, witness)),
    ];
  },
};
