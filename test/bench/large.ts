import { existsSync } from 'node:fs';
import { makeDatabase } from './database.ts';
import { median, write } from './figures.ts';
import { Usage, readOptions } from './options.ts';
import type { Options } from './options.ts';
import { probes } from './probes.ts';
import type { Probe } from './probes.ts';
import { servicePath, startServer } from './server-process.ts';
import { adminKey } from './ways.ts';

/** What a question cost in one store. */
interface Cost {
  /** Median of one request after the other. */
  readonly ms: number;
  /** The total that the answer told. */
  readonly found: number;
}

const smallStore = 10_000;
/** Of the small store's cost; above it a line is marked. */
const allowedRatio = 1.5;
const warmUps = 6;
const atLeast = 9;
const probeMs = 700;

const progress = (line: string): void => void process.stderr.write(`${line}\n`);

async function askOnce(url: string): Promise<number> {
  const response = await fetch(url, { headers: { 'X-ServiceAPIKey': adminKey } });
  const { count, total_count: total = count } = (await response.json()) as {
    readonly count?: number;
    readonly total_count?: number;
  };
  const ignored = response.headers.get('X-Search-Ignored');
  if (!response.ok || ignored !== null || total === undefined) {
    throw new Error(
      `${url} was answered with ${response.status}; ignored: ${ignored ?? 'nothing'}.`,
    );
  }
  return total;
}

async function measure(serviceUrl: string, { query }: Probe, orders: number): Promise<Cost> {
  const url = `${serviceUrl}/api/orders?${query(orders)}`;
  let found = 0;
  for (let count = 0; count < warmUps; count += 1) found = await askOnce(url);
  const costs: number[] = [];
  const until = performance.now() + probeMs;
  while (costs.length < atLeast || performance.now() < until) {
    const startedAt = performance.now();
    await askOnce(url);
    costs.push(performance.now() - startedAt);
  }
  return { ms: median(costs), found };
}

/** Fills a store of so many orders, asks everything of it, and drops it. */
async function measureStore(options: Options): Promise<ReadonlyMap<Probe, Cost>> {
  progress(`Filling a database with ${write(options.orders, 0)} orders`);
  const startedAt = performance.now();
  const database = await makeDatabase(options);
  progress(`Filled in ${write((performance.now() - startedAt) / 1_000, 0)} s`);
  try {
    const service = await startServer('service', [servicePath, 'serve'], {
      DATABASE_URL: database.url,
      DATABASE_POOL: String(options.pool),
      ADMIN_API_KEY: adminKey,
      RATE_LIMIT: 'off',
      SAMPLE_DATA: '0',
    });
    try {
      const costs = new Map<Probe, Cost>();
      for (const probe of probes) {
        costs.set(probe, await measure(service.url, probe, options.orders));
        progress(`${probe.title}: ${write(costs.get(probe)?.ms ?? 0, 1)} ms`);
      }
      return costs;
    } finally {
      await service.stop();
    }
  } finally {
    await database.drop();
  }
}

function writeRow(probe: Probe, small: Cost, large: Cost): string {
  const ratio = large.ms / small.ms;
  const mark = ratio <= allowedRatio ? '' : (probe.grows ?? 'MORE THAN ALLOWED');
  const cells = [
    probe.title,
    `${write(small.ms, 1)} (${write(small.found, 0)})`,
    `${write(large.ms, 1)} (${write(large.found, 0)})`,
    write(ratio, 2),
    mark,
  ];
  return `| ${cells.join(' | ')} |`;
}

async function run(options: Options): Promise<void> {
  if (!existsSync(servicePath)) throw new Error(`${servicePath} is missing: run npm run build.`);
  const small = await measureStore({ ...options, orders: smallStore });
  const large = await measureStore(options);
  const rows = probes.flatMap((probe) => {
    const [one, other] = [small.get(probe), large.get(probe)];
    return one && other ? [writeRow(probe, one, other)] : [];
  });
  const sizes = [smallStore, options.orders].map(
    (orders) => `${write(orders, 0)} orders, ms (found)`,
  );
  process.stdout.write(
    [
      `| | ${sizes.join(' | ')} | ratio | |`,
      '| --- | ---: | ---: | ---: | --- |',
      ...rows,
      '',
    ].join('\n'),
  );
  if (rows.some((row) => row.includes('MORE THAN ALLOWED'))) process.exitCode = 1;
}

try {
  const words = process.argv.slice(2);
  const size = words.some((word) => word.startsWith('--orders')) ? [] : ['--orders', '1000000'];
  await run(readOptions([...size, ...words], process.env));
} catch (error) {
  if (error instanceof Usage) process.exitCode = error.tell();
  else {
    process.stderr.write(`${String(error)}\n`);
    process.exitCode ??= 1;
  }
}
