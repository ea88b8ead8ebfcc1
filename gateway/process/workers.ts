import cluster from 'node:cluster';
import type { Config } from '../settings/config.ts';
import { warnOfExposure } from '../settings/warn-of-exposure.ts';
import { createCrew, mark, type StopMessage } from './crew.ts';
import { answerHeartbeat } from './heartbeat.ts';
import { listenForMetrics } from '../metrics/metrics-listener.ts';
import { addUpWorkers } from '../metrics/metrics-of-workers.ts';
import { endAfter, endAtUncaught, goOnUnlessStopped, inTime, untilStop } from './process-end.ts';
import { openLog } from './readable-log.ts';
import { readPersistence } from './document-list.ts';
import { type Listeners, prepareMs, prepareStore } from './prepare-store.ts';
import { openConfigured, type RunningStore, startServer, urlOf } from './server.ts';

/** Whether this process was started by `startWorkers`. */
export const isWorker = (): boolean =>
  cluster.isWorker && process.env['STORE_WORKER'] === mark.STORE_WORKER;

/**
 * Prepares the store once and starts the workers of the settings, which share the address. This process serves
 * nothing but `/metrics`; it replaces workers that end, and stops them all. Rejects if a worker does not come
 * up, and with `StopAsked` if a stop is requested before all are: then none is left.
 * Decision: Q43, L53.
 */
export async function startWorkers(config: Config, listeners: Listeners): Promise<RunningStore> {
  const log = openLog(config);
  // each worker reads it again, but then the tables are migrated
  await readPersistence(config);
  listeners.progress('Connecting to the database');
  const { stopAsked } = listeners;
  const database = await untilStop(openConfigured(config, log), stopAsked);
  const preparing = prepareStore(database, config, listeners, log);
  const admin = await untilStop(preparing, stopAsked, prepareMs).finally(() =>
    inTime(database.close(), 'the database', log),
  );
  await goOnUnlessStopped(stopAsked);
  const figures = addUpWorkers();
  const metrics = config.metrics && (await listenForMetrics(figures, config.metrics, log));
  const crew = createCrew(log, (worker) => {
    if (metrics) figures.join(worker);
  });
  const port = await crew.start(config.workers, stopAsked).catch(async (error: unknown) => {
    await metrics?.stop();
    throw error;
  });
  warnOfExposure(config, log);
  return {
    ...admin,
    url: urlOf(config.host, port),
    log,
    stop: async (lingerMs = 0) => {
      await crew.stop(lingerMs);
      await metrics?.stop();
    },
  };
}

/**
 * Serves in a worker until the primary process says to stop, or ends, which the log tells. Signals are left to the primary
 * process: a terminal sends them to all.
 * Decision: Q43.
 */
export async function serveAsWorker(config: Config): Promise<void> {
  const log = openLog(config);
  const ignore = (): void => undefined;
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, ignore);
  const store = startServer(config, { progress: ignore, onKeyMade: ignore }, true);
  let isUp = false;
  let isStopping = false;
  const stop = async (lingerMs: number): Promise<void> => {
    isStopping = true;
    await (await store).stop(lingerMs);
  };
  process.on('message', ({ stopAfterMs }: Partial<StopMessage>) => {
    if (stopAfterMs !== undefined) endAfter(stop(stopAfterMs), log);
  });
  const { worker } = cluster;
  // what is on its way to a first process that was killed; unheard it would end this one
  worker?.on('error', (error) => {
    log.warn({ worker: process.pid, err: error }, 'the first process could not be told something');
  });
  worker?.once('disconnect', () => {
    // node:cluster ends it at once otherwise, as is right for one that serves nobody yet, and after a second signal
    worker.exitedAfterDisconnect = isUp && !isStopping;
    if (isStopping) return;
    log.fatal({ worker: process.pid }, 'the first process has ended and this worker stops');
    if (isUp) endAfter(stop(0), log);
  });
  answerHeartbeat();
  endAtUncaught(log);
  await store;
  isUp = true;
}
