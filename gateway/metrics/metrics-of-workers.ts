import type { Worker } from 'node:cluster';
import {
  AggregatorRegistry,
  type MetricObjectWithValues,
  type MetricValue,
  type Registry,
} from 'prom-client';

/** Metrics in Prometheus' text format. */
export interface Figures {
  readonly contentType: string;
  readonly read: () => Promise<string>;
}

/** All metrics of one process, or sums of them, as prom-client returns them. */
type Values = readonly MetricObjectWithValues<MetricValue<string>>[];

/** Timeout for a worker that is too busy to reply, in milliseconds. */
const answerMs = 1_000;

/** How often workers are asked between scrapes: so much of a killed worker is not counted. */
const askEveryMs = 5_000;

/** What never falls while a process runs; everything else is a current value. */
const rises = new Set<unknown>(['counter', 'histogram']);

/**
 * Adds up the metrics of the workers that have joined, in the process that started them. A worker that does not
 * reply within a second is counted with its last report. The last report of a worker that has ended stays in
 * the counters, so that they never fall.
 */
export function addUpWorkers() {
  const told = new Map<Worker, Values>();
  const waiting = new Map<number, () => void>();
  let ended: Values = [];
  let asked = 0;

  const ask = (worker: Worker): Promise<void> =>
    new Promise((resolve) => {
      const number = (asked += 1);
      const done = (): void => {
        clearTimeout(late);
        waiting.delete(number);
        worker.off('exit', done);
        resolve();
      };
      const late = setTimeout(done, answerMs);
      waiting.set(number, done);
      worker.once('exit', done);
      // a worker that cannot be reached is about to end
      worker.send({ figuresAsked: number }, (error) => {
        if (error) done();
      });
    });
  const askAll = (): Promise<unknown> =>
    Promise.all([...told.keys()].filter((worker) => worker.isConnected()).map(ask));

  setInterval(() => void askAll(), askEveryMs).unref();
  return {
    contentType: AggregatorRegistry.PROMETHEUS_CONTENT_TYPE,
    /** Includes a worker from now on, which must be able to reply. */
    join: (worker: Worker): void => {
      told.set(worker, []);
      worker.on('message', ({ figuresTold, values }: { figuresTold?: number; values?: Values }) => {
        if (figuresTold === undefined || values === undefined || !told.has(worker)) return;
        told.set(worker, values);
        waiting.get(figuresTold)?.();
      });
      worker.once('exit', () => {
        const last = told.get(worker) ?? [];
        told.delete(worker);
        const risen = last.filter(({ type }) => rises.has(type));
        ended = valuesOf(AggregatorRegistry.aggregate([ended, risen]));
      });
    },
    read: async (): Promise<string> => {
      await askAll();
      return AggregatorRegistry.aggregate([...told.values(), ended]).metrics();
    },
  };
}

/** An aggregated registry returns its values synchronously; its type does not say so. */
const valuesOf = (registry: Registry): Values =>
  registry.getMetricsAsArray() as unknown as MetricObjectWithValues<MetricValue<string>>[];

/** Replies, in a worker, whenever the primary process asks for metrics. */
export function tellFigures(registry: Registry): void {
  process.on('message', ({ figuresAsked }: { figuresAsked?: number }) => {
    if (figuresAsked === undefined) return;
    registry.getMetricsAsJSON().then(
      (values) => process.send?.({ figuresTold: figuresAsked, values }),
      // without a reply, the last report is counted
      () => undefined,
    );
  });
}
