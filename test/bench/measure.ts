import { setTimeout as wait } from 'node:timers/promises';
import type { ReadCpu } from './cpu.ts';
import { percentile } from './figures.ts';
import { drawAtRandom, jobs } from './jobs.ts';
import type { JobName, Material } from './jobs.ts';
import { runLoad } from './load.ts';
import type { Options } from './options.ts';
import type { ServerName, ServerProcess } from './server-process.ts';

/** What is measured of a server in a round; null where the system does not tell. */
export interface Figures {
  readonly requestsPerSecond: number;
  readonly p50Ms: number;
  readonly p99Ms: number;
  /** CPU of the server's process for one request. */
  readonly nodeMs: number | null;
  /** CPU of PostgreSQL for one request. */
  readonly postgresMs: number | null;
}

/** Both servers, one right after the other. */
export interface Round {
  readonly figures: Readonly<Record<ServerName, Figures>>;
  /** Processors kept busy by others meanwhile, the worse of the two halves. */
  readonly foreignCores: number | null;
}

/** What finishes after the last answer belongs to the round it came from. */
const settleMs = 150;

/** Above this, in processors, a round counts as disturbed. */
export const disturbedCores = 0.2;

/** Requests of each connection from which the size of the first round follows. */
const firstRequests = 10;

interface Bench {
  readonly servers: Readonly<Record<ServerName, ServerProcess>>;
  readonly material: Material;
  readonly readCpu: ReadCpu;
  readonly options: Options;
  readonly progress: (line: string) => void;
}

/**
 * Measures a job in rounds in which the servers take turns; who begins changes with every round. A
 * round has as many requests as the server answered in its seconds the time before.
 */
export async function measureJob(bench: Bench, job: JobName): Promise<readonly Round[]> {
  const { connections, seconds, rounds: wanted } = bench.options;
  const firstRate = async (name: ServerName): Promise<number> =>
    (await measureServer(bench, job, name, firstRequests * connections)).figures.requestsPerSecond;
  const rates = { floor: await firstRate('floor'), service: await firstRate('service') };
  const rounds: Round[] = [];
  for (let place = 0; place <= wanted; place += 1) {
    const measure = async (name: ServerName): Promise<Measured> => {
      const amount = Math.max(connections, Math.round(rates[name] * seconds));
      const measured = await measureServer(bench, job, name, amount);
      rates[name] = measured.figures.requestsPerSecond;
      return measured;
    };
    const early = place % 2 === 0 ? await measure('floor') : undefined;
    const service = await measure('service');
    const floor = early ?? (await measure('floor'));
    const foreignCores =
      floor.foreignCores === null || service.foreignCores === null
        ? null
        : Math.max(floor.foreignCores, service.foreignCores);
    rounds.push({ figures: { floor: floor.figures, service: service.figures }, foreignCores });
    const title = place === 0 ? 'warm-up' : `round ${place} of ${wanted}`;
    bench.progress(
      `${jobs[job].title}, ${title}: floor ${rates.floor.toFixed(0)}, service ` +
        `${rates.service.toFixed(0)} requests/s, foreign CPU ${foreignCores?.toFixed(2) ?? 'unknown'}`,
    );
  }
  // the first one warmed the servers up
  return rounds.slice(1);
}

interface Measured {
  readonly figures: Figures;
  readonly foreignCores: number | null;
}

async function measureServer(
  { servers, material, readCpu, options }: Bench,
  job: JobName,
  name: ServerName,
  amount: number,
): Promise<Measured> {
  const { url, pid } = servers[name];
  const { status, request } = jobs[job];
  const before = await readCpu(pid);
  const startedAt = performance.now();
  const load = await runLoad({
    url,
    connections: options.connections,
    amount,
    status,
    draw: () => request(material, drawAtRandom),
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
