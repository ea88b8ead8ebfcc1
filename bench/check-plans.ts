import type { BenchDatabase } from './database.ts';
import type { Options } from './options.ts';
import { readGrowingTables, watchPlans } from './plans.ts';
import type { Plan } from './plans.ts';
import { probes } from './probes.ts';
import type { Probe } from './probes.ts';
import { servicePath, startServer } from './server-process.ts';
import { adminKey } from './ways.ts';

/**
 * How often each probe is sent: PostgreSQL plans a prepared statement five times for its parameters, and may
 * then switch to a generic plan.
 */
const asked = 7;

/** The sequential scans of a probe's statements. */
export interface Scans {
  /** Growing tables, in the order in which they were found. */
  readonly tables: readonly string[];
  /** The first statement that scanned one. */
  readonly statement: string | undefined;
}

const scansAmong = (plans: readonly Plan[], growing: ReadonlySet<string>): Scans => {
  const scans = plans.filter(({ scanned }) => scanned.some((table) => growing.has(table)));
  const tables = scans.flatMap(({ scanned }) => scanned.filter((table) => growing.has(table)));
  return { tables: [...new Set(tables)], statement: scans[0]?.statement };
};

/**
 * Sends every probe to its own service on a filled database, and returns the growing tables that the executed
 * plans scanned sequentially. Sessions opened on the database afterwards report their plans too.
 * Throws an Error if the plans of a probe were not seen.
 */
export async function findScans(
  { client, url }: Pick<BenchDatabase, 'client' | 'url'>,
  { orders, pool }: Pick<Options, 'orders' | 'pool'>,
  ask: (serviceUrl: string, probe: Probe) => Promise<unknown>,
): Promise<ReadonlyMap<Probe, Scans>> {
  const growing = await readGrowingTables(client, orders);
  const watch = await watchPlans(client, url);
  try {
    const service = await startServer('service', [servicePath, 'serve'], {
      DATABASE_URL: watch.url,
      DATABASE_POOL: String(pool),
      ADMIN_API_KEY: adminKey,
      RATE_LIMIT: 'off',
      SAMPLE_DATA: '0',
    });
    try {
      const found = new Map<Probe, Scans>();
      for (const probe of probes) {
        watch.take();
        for (let count = 0; count < asked; count += 1) await ask(service.url, probe);
        const plans = watch.take();
        // the key is looked up once a second: what remains are the probe's own statements
        if (plans.length < asked) throw new Error(`The plans of ${probe.title} were not seen.`);
        found.set(probe, scansAmong(plans, growing));
      }
      return found;
    } finally {
      await service.stop();
    }
  } finally {
    await watch.stop();
  }
}
