import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from 'prom-client';
import type { Database } from '../../prisma/database.ts';
import type { QueueFigures } from '../../prisma/shares/fair-queue.ts';
import type { CutReason } from '../limits/connections.ts';
import type { Unplanned } from '../../schema/index.ts';
import { tellFigures } from './metrics-of-workers.ts';
import type { OnRefused } from '../limits/point-stores.ts';
import type { AnsweredRequest } from '../passage/request-log.ts';

const methods = new Set(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS']);

/** The labels known beforehand begin at 0: from nothing to 1 is no increase for Prometheus. */
const limits: Readonly<Record<Parameters<OnRefused>[0], 0>> = {
  key: 0,
  address: 0,
  failures: 0,
  lookUps: 0,
  requests: 0,
};
const reasons: Readonly<Record<CutReason, 0>> = {
  stalled: 0,
  too_many: 0,
  too_many_of_address: 0,
  pipelined: 0,
};
const whys: Readonly<Record<Unplanned, 0>> = { argument: 0, context: 0, field: 0, row: 0 };

/** Name, help and labels of each counter. */
const counters = {
  requests: ['http_requests_total', 'Requests answered.', 'method', 'route', 'status'],
  faults: [
    'faults_total',
    'Requests that failed because of a bug in the program. Alert on it.',
    'route',
  ],
  failedChores: [
    'chore_failures_total',
    'Times that a periodic job of the store failed; it is tried again. Alert on it if it keeps rising.',
    'chore',
  ],
  refusals: ['rate_limit_refusals_total', 'Requests refused with 429, by limit.', 'limit'],
  fallbacks: [
    'read_path_fallbacks_total',
    'Reads that Prisma served because the fast path could not.',
    'model',
  ],
  unplanned: [
    'unplanned_reads_total',
    'Reads that a run of an operation planned anew instead of once for its document.',
    'why',
  ],
  cuts: [
    'connections_cut_total',
    'Connections closed because the client did not read the response, sent too many requests ahead, or had too many.',
    'reason',
  ],
} as const;

/**
 * The metrics of one process. Labels are route patterns, methods, statuses and names in the program: never an
 * id, an address, a key or a token, so that their number is bounded.
 */
export function createMetrics(
  database: Pick<Database, 'connections'>,
  isWorker = false,
  shareFigures: () => Readonly<Record<string, QueueFigures>> = () => ({}),
) {
  const registry = new Registry();
  const registers = [registry];
  if (isWorker) tellFigures(registry);
  collectDefaultMetrics({ register: registry });
  const counted = Object.fromEntries(
    Object.entries(counters).map(([key, [name, help, ...labelNames]]) => [
      key,
      new Counter({ name, help, labelNames, registers }),
    ]),
  ) as Readonly<Record<keyof typeof counters, Counter>>;
  const durations = new Histogram({
    name: 'http_request_duration_seconds',
    help: 'Seconds from the headers read to the last byte sent, waiting for a turn included.',
    labelNames: ['method', 'route'],
    buckets: [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5],
    registers,
  });
  for (const limit of Object.keys(limits)) counted.refusals.inc({ limit }, 0);
  for (const why of Object.keys(whys)) counted.unplanned.inc({ why }, 0);
  for (const reason of Object.keys(reasons)) counted.cuts.inc({ reason }, 0);
  const pool = new Gauge({
    name: 'database_connections',
    help: 'Connections open and idle, and requests waiting for one.',
    labelNames: ['state'],
    registers,
    collect() {
      for (const [state, count] of Object.entries(database.connections()))
        pool.set({ state }, count);
    },
  });
  const shares = new Gauge({
    name: 'shares',
    help: 'Running and waiting: requests, statements and transactions in the database, writes waiting for a free place or for a record.',
    labelNames: ['kind', 'state'],
    registers,
    collect() {
      for (const [kind, { running, waiting }] of Object.entries(shareFigures())) {
        shares.set({ kind, state: 'running' }, running);
        shares.set({ kind, state: 'waiting' }, waiting);
      }
    },
  });
  return {
    contentType: registry.contentType,
    read: () => registry.metrics(),
    requestAnswered: (request: AnsweredRequest): void => {
      const { method: sent, route = 'none', status, milliseconds, fault } = request;
      const method = methods.has(sent) ? sent : 'other';
      counted.requests.inc({ method, route, status });
      durations.observe({ method, route }, milliseconds / 1_000);
      counted.faults.inc({ route }, fault ? 1 : 0);
    },
    /** The answer to what never became a request, and has neither a method nor a path. */
    malformedAnswered: (status: number): void => {
      counted.requests.inc({ method: 'other', route: 'none', status });
    },
    /** Once more, or not yet; the name of the job. */
    choreFailed: (chore: string, times: 0 | 1 = 1): void => {
      counted.failedChores.inc({ chore }, times);
    },
    limitRefused: ((limit) => {
      counted.refusals.inc({ limit });
    }) satisfies OnRefused,
    connectionCut: (reason: CutReason): void => {
      counted.cuts.inc({ reason });
    },
    /** A read that the fast path left to Prisma; the model's name. */
    readPathFellBack: (model: string): void => {
      counted.fallbacks.inc({ model });
    },
    /** A run of an operation that planned its reads anew. */
    unplanned: (why: Unplanned): void => {
      counted.unplanned.inc({ why });
    },
  };
}

export type Metrics = ReturnType<typeof createMetrics>;
