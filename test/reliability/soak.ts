import { readFile } from 'node:fs/promises';
import { setTimeout as pause } from 'node:timers/promises';
import { findLosses } from './losses.ts';
import type { Scenario, ServiceProcess, Setting } from './scenario.ts';
import { send, startBuyers, stockVariant, tallyOf, Witness } from './traffic.ts';

const standardSeconds = 600;
const sampleMs = 5_000;
const samplesPerWindow = 6;
/** The share of the time after which a process counts as warm. */
const warmUp = 1 / 3;

/** Resident memory of a process in MB; Linux only. */
async function residentOf({ child }: ServiceProcess): Promise<number> {
  const status = await readFile(`/proc/${String(child.pid)}/status`, 'utf8');
  return Number(/VmRSS:\s+(\d+) kB/.exec(status)?.[1]) / 1024;
}

/** Growth per sample by the median of the slopes between all pairs, which single peaks do not move. */
function slopeOf(values: readonly number[]): number {
  const slopes = values.flatMap((from, start) =>
    values.slice(start + 1).map((to, distance) => (to - from) / (distance + 1)),
  );
  slopes.sort((one, other) => one - other);
  return slopes[Math.floor(slopes.length / 2)] ?? 0;
}

/** The least of each window: what stays after garbage was collected. */
const floorsOf = (values: readonly number[]): number[] =>
  Array.from({ length: Math.floor(values.length / samplesPerWindow) }, (_, window) =>
    Math.min(...values.slice(window * samplesPerWindow, (window + 1) * samplesPerWindow)),
  );

async function connectionsOf(setting: Setting): Promise<number> {
  const [row] = await setting.look((session) =>
    session.query(
      `SELECT count(*)::int AS count FROM pg_stat_activity
       WHERE datname = current_database() AND pid <> pg_backend_pid()`,
    ),
  );
  return Number(row?.['count']);
}

/** A long time of mixed load. Decision: L26. */
export const soak: Scenario = {
  name: 'soak',
  promise: 'Under a long load neither memory nor connections grow.',
  databases: ['server', 'embedded'],
  onlyWhenNamed: true,
  run: async (setting) => {
    const seconds = setting.seconds ?? standardSeconds;
    const { faults, urls, tell, database } = setting;
    const variants = [
      await stockVariant(setting, 'Lamp'),
      await stockVariant(setting, 'Shade'),
    ] as const;
    const witness = new Witness();
    const buyers = startBuyers(setting, variants, witness, urls.length);
    let going = true;
    const readers = urls.map(async (url) => {
      while (going) {
        for (const path of ['/api/orders?per_page=10', '/api/variants?per_page=10', '/api/nowhere'])
          await send(setting, url, ['GET', path]);
        await pause(20);
      }
    });
    const memory: number[][] = faults.processes.map(() => []);
    const connections: number[] = [];
    const end = performance.now() + seconds * 1_000;
    while (performance.now() < end) {
      await pause(sampleMs);
      for (const [place, service] of faults.processes.entries()) {
        memory[place]?.push(await residentOf(service));
      }
      if (database === 'server') connections.push(await connectionsOf(setting));
      tell(
        `  ${memory.map((values) => `${String(Math.round(values.at(-1) ?? 0))} MB`).join(', ')}`,
      );
    }
    going = false;
    await Promise.all([buyers.stop(), ...readers]);
    const windowsPer10Minutes = 600_000 / (sampleMs * samplesPerWindow);
    const slopes = memory.map((values) => {
      const floors = floorsOf(values);
      return slopeOf(floors.slice(Math.floor(floors.length * warmUp))) * windowsPer10Minutes;
    });
    const steepest = Math.max(...slopes);
    const warm = connections.slice(Math.floor(connections.length * warmUp));
    const wrong = buyers.outcomes.filter(({ status }) => status === undefined || status >= 400);
    return [
      {
        figure: `growth of memory in ${String(seconds)} s, after a third of it`,
        promised: 'under 1 MB in 10 minutes',
        seen: slopes.map((slope) => `${slope.toFixed(2)} MB`).join(', '),
        holds: steepest < 1,
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
        seen: `${String(wrong.length)} of ${String(buyers.outcomes.length)} (${tallyOf(buyers.outcomes)})`,
        holds: wrong.length === 0,
      },
      ...(await findLosses(setting, witness)),
    ];
  },
};
