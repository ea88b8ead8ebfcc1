import { setTimeout as pause } from 'node:timers/promises';
import pg from 'pg';
import type { Scenario, Setting } from './scenario.ts';
import type { Outcome } from './traffic.ts';
import { inMs, send, tallyOf } from './traffic.ts';
import { patiently } from '../test/support/waiting.ts';

const poolSize = 8;

/** As many as one caller runs at once: more would wait before they reach the database. Decision: N43. */
const requests = 16;
const countryTakesSeconds = 4;

/** Many concurrent reads of countries, slowed down by a view; meanwhile probes /livez. */
async function crowd(setting: Setting, url: string) {
  const probes: Outcome[] = [];
  const stop = new AbortController();
  const probing = (async () => {
    while (!stop.signal.aborted) {
      probes.push(await send(setting, url, ['GET', '/livez']));
      await pause(25);
    }
  })();
  const answers = await Promise.all(
    Array.from({ length: requests }, () => send(setting, url, ['GET', '/api/countries/1'])),
  );
  const recovery = await patiently('reads are answered again', 10_000, async () => {
    const { status } = await send(setting, url, ['GET', '/api/variants?per_page=1']);
    return status === 200;
  });
  stop.abort();
  await probing;
  return { answers, probes, recovery };
}

/** The first requests compile code, which is not measured here. */
async function warmUp(setting: Setting, url: string): Promise<void> {
  for (let round = 0; round < 5; round += 1) {
    const asked = Array.from({ length: requests }, () =>
      send(setting, url, ['GET', '/api/countries/1']),
    );
    await Promise.all(asked);
  }
}

/** Every connection of a process is busy. Decision: L22. */
export const poolExhausted: Scenario = {
  name: 'pool-exhausted',
  promise: 'Who gets no connection is told so in time, and the process stays alive to its probes.',
  databases: ['server'],
  environment: { DATABASE_POOL: String(poolSize) },
  run: async (setting) => {
    const [url = ''] = setting.urls;
    await warmUp(setting, url);
    const client = new pg.Client({ connectionString: setting.faults.databaseUrl });
    await client.connect();
    await client.query(`ALTER TABLE countries RENAME TO quick_countries;
      CREATE VIEW countries AS
        SELECT c.* FROM (SELECT pg_sleep(${String(countryTakesSeconds)}) OFFSET 0) s, quick_countries c`);
    await client.end();
    const { answers, probes, recovery } = await crowd(setting, url);
    const refused = answers.filter(({ status }) => status !== 200);
    const well = refused.filter(({ status, retryAfter }) => status === 503 && retryAfter !== null);
    const slowest = Math.max(...refused.map(({ took }) => took));
    const alive = Math.max(...probes.map(({ took }) => took));
    return [
      {
        figure: `${String(requests)} slow queries on a pool of ${String(poolSize)}`,
        promised: '503 with Retry-After, because none ends in the time of a read',
        seen: tallyOf(answers),
        holds: refused.length === requests && well.length === refused.length,
      },
      { figure: 'slowest 503', promised: '2.5 s', seen: inMs(slowest), holds: slowest <= 2_500 },
      {
        figure: '/livez meanwhile, slowest',
        promised: '50 ms',
        seen: `${inMs(alive)} of ${String(probes.length)}`,
        holds: alive <= 50 && probes.every(({ status }) => status === 200),
      },
      {
        figure: 'reads are answered again',
        promised: 'within 1 s',
        seen: inMs(recovery),
        holds: recovery <= 1_000,
      },
    ];
  },
};
