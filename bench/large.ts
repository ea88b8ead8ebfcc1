import { existsSync } from 'node:fs';
import { findScans } from './check-plans.ts';
import type { Scans } from './check-plans.ts';
import { makeDatabase } from './database.ts';
import { median, write } from './figures.ts';
import { readOptions } from './options.ts';
import type { Options } from './options.ts';
import { cursorPageSize, probes } from './probes.ts';
import type { CursorPage, Probe } from './probes.ts';
import { servicePath, startServer } from './server-process.ts';
import { Usage } from './usage.ts';
import { adminKey } from './ways.ts';

/** The cost of a query in one store. */
interface Cost {
  /** Median of sequential requests. */
  readonly ms: number;
  /** The total count in the response. */
  readonly found: number;
}

const smallStore = 10_000;
/** Relative to the small store's cost; above it a line is marked. */
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

/**
 * A page by cursor, and how many orders it holds. The cursor before it is found once a store by its number, which
 * costs much more than the page.
 */
class CursorPages {
  private readonly cursors = new Map<Probe, string | null>();

  async ask(serviceUrl: string, probe: Probe, page: CursorPage, orders: number): Promise<number> {
    const list = `orders(first: ${String(cursorPageSize)}, sort: [${page.sort}], after: $after)`;
    const after = await this.cursorBefore(serviceUrl, probe, page, orders);
    const found = await askGraphQL(
      serviceUrl,
      `query ($after: String) { ${list} { ${cursorSelection} } }`,
      { after },
    );
    return found.edges.length;
  }

  private async cursorBefore(
    serviceUrl: string,
    probe: Probe,
    { sort, number }: CursorPage,
    orders: number,
  ): Promise<string | null> {
    const known = this.cursors.get(probe);
    if (known !== undefined) return known;
    const page = number(orders) - 1;
    const list = `orders(page: $page, perPage: ${String(cursorPageSize)}, sort: [${sort}])`;
    const query = `query ($page: Int) { ${list} { ${cursorSelection} } }`;
    const cursor =
      page < 1 ? null : (await askGraphQL(serviceUrl, query, { page })).pageInfo.endCursor;
    this.cursors.set(probe, cursor);
    return cursor;
  }
}

const cursorSelection =
  'edges { cursor node { id number state total } } pageInfo { hasNextPage endCursor }';

interface CursorAnswer {
  readonly edges: readonly unknown[];
  readonly pageInfo: { readonly endCursor: string | null };
}

async function askGraphQL(
  serviceUrl: string,
  query: string,
  variables: Readonly<Record<string, unknown>>,
): Promise<CursorAnswer> {
  const response = await fetch(`${serviceUrl}/graphql`, {
    method: 'POST',
    headers: { 'X-ServiceAPIKey': adminKey, 'Content-Type': 'application/json' },
    body: JSON.stringify({ query, variables }),
  });
  const answer = (await response.json()) as { readonly data?: { readonly orders: CursorAnswer } };
  if (!answer.data) throw new Error(`${query} was answered with ${JSON.stringify(answer)}.`);
  return answer.data.orders;
}

const urlOf = (serviceUrl: string, { query }: Probe, orders: number): string =>
  `${serviceUrl}/api/orders?${query(orders)}`;

/** Sends a probe once, and returns how many orders it found. */
type Ask = (serviceUrl: string, probe: Probe) => Promise<number>;

async function measure(serviceUrl: string, probe: Probe, ask: Ask): Promise<Cost> {
  let found = 0;
  for (let count = 0; count < warmUps; count += 1) found = await ask(serviceUrl, probe);
  const costs: number[] = [];
  const until = performance.now() + probeMs;
  while (costs.length < atLeast || performance.now() < until) {
    const startedAt = performance.now();
    await ask(serviceUrl, probe);
    costs.push(performance.now() - startedAt);
  }
  return { ms: median(costs), found };
}

interface StoreReport {
  readonly costs: ReadonlyMap<Probe, Cost>;
  /** The sequential scans of the probes; empty if plans were not checked. */
  readonly scans: ReadonlyMap<Probe, Scans>;
}

/** Fills a store with so many orders, runs all queries, and drops it. */
async function measureStore(options: Options, withPlans: boolean): Promise<StoreReport> {
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
    const cursorPages = new CursorPages();
    const ask: Ask = (url, probe) =>
      probe.byCursor
        ? cursorPages.ask(url, probe, probe.byCursor, options.orders)
        : askOnce(urlOf(url, probe, options.orders));
    const costs = new Map<Probe, Cost>();
    try {
      for (const probe of probes) {
        costs.set(probe, await measure(service.url, probe, ask));
        progress(`${probe.title}: ${write(costs.get(probe)?.ms ?? 0, 1)} ms`);
      }
    } finally {
      await service.stop();
    }
    if (!withPlans) return { costs, scans: new Map() };
    progress('Looking at the plans');
    return { costs, scans: await findScans(database, options, ask) };
  } finally {
    await database.drop();
  }
}

const refused = { cost: 'MORE THAN ALLOWED', scan: 'READ WHOLE' } as const;

function writeScans({ scans: reason = refused.scan }: Probe, found: Scans | undefined): string {
  if (found === undefined || found.tables.length === 0) return '';
  return `${found.tables.join(', ')}: ${reason}`;
}

function writeRow(probe: Probe, [small, large]: readonly [Cost, Cost], scans?: Scans): string {
  const ratio = large.ms / small.ms;
  const mark = ratio <= allowedRatio ? '' : (probe.grows ?? refused.cost);
  const cells = [
    probe.title,
    `${write(small.ms, 1)} (${write(small.found, 0)})`,
    `${write(large.ms, 1)} (${write(large.found, 0)})`,
    write(ratio, 2),
    mark,
    writeScans(probe, scans),
  ];
  return `| ${cells.join(' | ')} |`;
}

async function run(options: Options): Promise<void> {
  if (!existsSync(servicePath)) throw new Error(`${servicePath} is missing: run npm run build.`);
  const small = await measureStore({ ...options, orders: smallStore }, false);
  const large = await measureStore(options, true);
  const rows = probes.flatMap((probe) => {
    const [one, other] = [small.costs.get(probe), large.costs.get(probe)];
    return one && other ? [writeRow(probe, [one, other], large.scans.get(probe))] : [];
  });
  for (const [{ title, scans }, { statement }] of large.scans) {
    if (statement !== undefined && scans === undefined) progress(`${title}: ${statement}`);
  }
  const sizes = [smallStore, options.orders].map(
    (orders) => `${write(orders, 0)} orders, ms (found)`,
  );
  process.stdout.write(
    [
      `| | ${sizes.join(' | ')} | ratio | why | read from beginning to end |`,
      '| --- | ---: | ---: | ---: | --- | --- |',
      ...rows,
      '',
    ].join('\n'),
  );
  const isRefused = (row: string): boolean =>
    Object.values(refused).some((word) => row.includes(word));
  if (rows.some(isRefused)) process.exitCode = 1;
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
