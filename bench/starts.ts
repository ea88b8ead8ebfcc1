import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { makeEmptyDatabase } from './database.ts';
import { median } from './figures.ts';
import { drawWish, jobNames } from './jobs.ts';
import type { Material } from './jobs.ts';
import { runLoad } from './load.ts';
import { readMemory } from './memory.ts';
import type { Memory } from './memory.ts';
import type { Options } from './options.ts';
import { resets } from './reset-orders.ts';
import { servicePath, startServer } from './server-process.ts';
import type { ServerProcess } from './server-process.ts';
import { adminKey, requestOf } from './ways.ts';

export type DatabaseKind = 'server' | 'embedded';

/** The cost of starting the service on one kind of database. */
export interface StartResult {
  readonly database: DatabaseKind;
  /** From the start of the process until `/readyz` is 200, with a new database, in milliseconds. */
  readonly firstMs: number;
  /** The same with the database of the first start. */
  readonly againMs: number;
  /** After the load; null if the system does not report it. */
  readonly memory: Memory | null;
}

interface Place {
  readonly settings: Readonly<Record<string, string>>;
  readonly remove: () => Promise<void>;
}

const places: Readonly<Record<DatabaseKind, (options: Options) => Promise<Place>>> = {
  server: async ({ databaseUrl }) => {
    const { url, drop } = await makeEmptyDatabase(databaseUrl);
    return { settings: { DATABASE_URL: url }, remove: drop };
  },
  embedded: async () => {
    const directory = await mkdtemp(join(tmpdir(), 'store-bench-'));
    return {
      settings: { DATA_DIR: join(directory, 'data') },
      remove: () => rm(directory, { recursive: true }),
    };
  },
};

const start = (settings: Place['settings']): Promise<ServerProcess> =>
  startServer(
    'service',
    [servicePath, 'serve'],
    { ADMIN_API_KEY: adminKey, ...settings },
    '/readyz',
  );

/**
 * Starts the service as often as the options say on new databases of each kind, with default settings: the
 * embedded database comes with the sample store. `onServer` is the memory of a service that was under load on
 * the server.
 */
export async function measureStarts(
  options: Options,
  onServer: Memory | null,
): Promise<readonly StartResult[]> {
  const results: StartResult[] = [];
  if (options.starts === 0) return results;
  for (const database of ['server', 'embedded'] as const) {
    const firsts: number[] = [];
    const agains: number[] = [];
    let memory = onServer;
    for (let count = 0; count < options.starts; count += 1) {
      const place = await places[database](options);
      try {
        const first = await start(place.settings);
        firsts.push(first.startMs);
        await first.stop();
        const again = await start(place.settings);
        agains.push(again.startMs);
        if (database === 'embedded') memory = await memoryUnderLoad(again, options);
        await again.stop();
      } finally {
        await place.remove();
      }
    }
    results.push({ database, firstMs: median(firsts), againMs: median(agains), memory });
  }
  return results;
}

/** Requests per connection and job. */
const loadOfConnection = 10;

async function memoryUnderLoad(
  { url, pid }: ServerProcess,
  { connections }: Options,
): Promise<Memory | null> {
  const material = await readSampleMaterial(url);
  for (const job of jobNames.filter((name) => resets[name] === undefined)) {
    const draw = (nth: number) => requestOf('newer', job, drawWish(material, nth));
    await runLoad({ url, connections, amount: loadOfConnection * connections, draw });
  }
  return readMemory(pid);
}

/** The records of the sample store, read over HTTP, because only the service may open its database. */
async function readSampleMaterial(url: string): Promise<Material> {
  const read = async (path: string): Promise<unknown> => {
    const response = await fetch(`${url}${path}`, { headers: { 'X-ServiceAPIKey': adminKey } });
    return response.json();
  };
  const { orders } = (await read('/api/orders?per_page=100')) as {
    readonly orders: readonly { readonly number: string }[];
  };
  const { variants } = (await read('/api/variants?per_page=100&q[in_stock_eq]=true')) as {
    readonly variants: readonly { readonly id: number; readonly count_on_hand: number }[];
  };
  const numbers = orders.map(({ number }) => number);
  return {
    numbers,
    // for jobs that are not requested here
    carts: numbers,
    open: numbers,
    variantIds: variants
      .filter(({ count_on_hand: count }) => count >= largestQuantity)
      .map(({ id }) => id),
  };
}

/** Quantity of a line item. */
const largestQuantity = 3;
