import { setTimeout as wait } from 'node:timers/promises';
import type pg from 'pg';
import type { ReadCpu } from './cpu.ts';
import { percentile } from './figures.ts';
import { drawWish, jobs } from './jobs.ts';
import type { JobName, Material } from './jobs.ts';
import { runLoad } from './load.ts';
import { rivalsOf } from './options.ts';
import type { Options } from './options.ts';
import { resets } from './reset-orders.ts';
import type { ServerProcess } from './server-process.ts';
import { requestOf, serverOf } from './ways.ts';
import type { RivalName, ServerName } from './ways.ts';

/** Measurements of a rival in a round; null if the system does not report them. */
export interface Figures {
  readonly requestsPerSecond: number;
  readonly p50Ms: number;
  readonly p99Ms: number;
  /** CPU of the server process per request. */
  readonly nodeMs: number | null;
  /** CPU of PostgreSQL per request. */
  readonly postgresMs: number | null;
}

/** All rivals, one right after the other. */
export interface Round {
  readonly figures: ReadonlyMap<RivalName, Figures>;
  /** Processors kept busy by other programs meanwhile, the maximum of the turns. */
  readonly foreignCores: number | null;
}

/** What finishes after the last response belongs to the round that caused it. */
const settleMs = 150;

/** Above this, in processors, a round counts as disturbed. */
export const disturbedCores = 0.2;

/** Requests per connection that determine the size of the first round. */
const firstRequests = 10;

interface Bench {
  readonly servers: Readonly<Record<ServerName, ServerProcess>>;
  /** A separate connection, for what is run between the turns. */
  readonly client: pg.Client;
  readonly material: Material;
  readonly readCpu: ReadCpu;
  readonly options: Options;
  readonly progress: (line: string) => void;
}

/**
 * Measures a job in rounds in which the rivals take turns; the first one rotates. A turn has as many requests
 * as the rival answered in its seconds the time before.
 */
export async function measureJob(bench: Bench, job: JobName): Promise<readonly Round[]> {
  const { connections, seconds, rounds: wanted, warmUp } = bench.options;
  const rivals = rivalsOf(bench.options);
  const rates = new Map<RivalName, number>();
  for (const rival of rivals) {
    const first = Math.min(firstRequests * connections, mostOf(job, bench));
    const { figures } = await measureRival(bench, job, rival, first);
    rates.set(rival, figures.requestsPerSecond);
  }
  const rounds: Round[] = [];
  for (let place = 0; place <= wanted; place += 1) {
    const turns = new Map<RivalName, Measured>();
    for (const rival of startingAt(rivals, place)) {
      const wished = Math.round((rates.get(rival) ?? 0) * (place === 0 ? warmUp : seconds));
      const amount = Math.min(Math.max(connections, wished), mostOf(job, bench));
      const measured = await measureRival(bench, job, rival, amount);
      rates.set(rival, measured.figures.requestsPerSecond);
      turns.set(rival, measured);
    }
    const round = roundOf(turns);
    rounds.push(round);
    const title = place === 0 ? 'warm-up' : `round ${place} of ${wanted}`;
    const told = [...rates].map(([rival, rate]) => `${rival} ${rate.toFixed(0)}`).join(', ');
    bench.progress(
      `${jobs[job].title}, ${title}: ${told} requests/s, ` +
        `foreign CPU ${round.foreignCores?.toFixed(2) ?? 'unknown'}`,
    );
  }
  // In the first round Node still compiles hot code; the later rounds represent a service that has run for a
  // minute.
  return rounds.slice(1);
}

/** What is completed once cannot be completed again before the next turn. */
const mostOf = (job: JobName, { material, options: { connections } }: Bench): number =>
  job === 'complete' ? material.open.length - connections : Infinity;

/** The values in order, starting at another one each round. */
export function startingAt<Value>(values: readonly Value[], place: number): readonly Value[] {
  const first = place % values.length;
  return [...values.slice(first), ...values.slice(0, first)];
}

function roundOf(turns: ReadonlyMap<RivalName, Measured>): Round {
  const foreign = [...turns.values()].map(({ foreignCores }) => foreignCores);
  const known = foreign.filter((cores) => cores !== null);
  return {
    figures: new Map([...turns].map(([rival, { figures }]) => [rival, figures])),
    foreignCores: known.length < foreign.length ? null : Math.max(...known),
  };
}

interface Measured {
  readonly figures: Figures;
  readonly foreignCores: number | null;
}

async function measureRival(
  { servers, client, material, readCpu, options }: Bench,
  job: JobName,
  rival: RivalName,
  amount: number,
): Promise<Measured> {
  const { url, pid } = servers[serverOf(rival)];
  for (const statement of resets[job] ?? []) await client.query(statement);
  const before = await readCpu(pid);
  const startedAt = performance.now();
  const load = await runLoad({
    url,
    connections: options.connections,
    amount,
    draw: (nth) => requestOf(rival, job, drawWish(material, nth)),
  });
  await wait(settleMs);
  const after = await readCpu(pid);
  const spent = (key: keyof typeof after, parts: number): number | null => {
    const from = before[key];
    const to = after[key];
    return from === null || to === null ? null : (to - from) / parts;
  };
  return {
    figures: {
      requestsPerSecond: load.requests / load.seconds,
      p50Ms: percentile(load.latencies, 0.5),
      p99Ms: percentile(load.latencies, 0.99),
      nodeMs: spent('server', load.requests),
      postgresMs: spent('postgres', load.requests),
    },
    foreignCores: spent('foreign', performance.now() - startedAt),
  };
}
