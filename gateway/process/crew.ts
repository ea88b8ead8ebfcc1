import cluster, { type Worker } from 'node:cluster';
import { setTimeout as pause } from 'node:timers/promises';
import type { Log } from '../passage/request-log.ts';
import { closeWhatWasHandedTo, watchHeartbeat, watchStart } from './heartbeat.ts';
import { whenStopAsked } from './process-end.ts';

/** The primary process's message to a worker: stop, and for how long to keep accepting requests. */
export interface StopMessage {
  readonly stopAfterMs: number;
}

/** How long a worker may take to stop after it stopped accepting requests, in milliseconds. */
const stopMs = 12_000;

/** Time within which this process also gets a signal that ended a worker, in milliseconds. */
const hearMs = 50;

/** A worker that lived this long did not fail because of how it was started, in milliseconds. */
const longLifeMs = 10_000;

/** Delay before a worker is replaced, by how many died young in a row, in milliseconds. */
export const restartDelayMs = (endedYoung: number): number =>
  Math.min(30_000, 500 * 2 ** endedYoung);

/** Delay before a worker is replaced if no other one serves, in milliseconds. */
const aloneDelayMs = 500;

/** Marks a process as a worker of ours; others use node:cluster as well. */
export const mark = { STORE_WORKER: '1' } as const;

/** The workers of this process: those that end are replaced, until it stops them. */
export function createCrew(log: Log, onUp: (worker: Worker) => void) {
  /** The workers that listen. One that is still loading receives no messages. */
  const serving = new Set<Worker>();
  const starting = new Set<Worker>();
  /** The workers to be replaced, by the timer for each. */
  const empty = new Set<NodeJS.Timeout>();
  let state: 'starting' | 'up' | 'stopping' = 'starting';
  let endedYoung = 0;

  /** Starts one worker and, when it listens, the others; returns the port. */
  async function start(size: number, stopAsked?: AbortSignal): Promise<number> {
    let stopped: Promise<void> | undefined;
    whenStopAsked(stopAsked, (lingerMs) => {
      if (state === 'starting') stopped = stop(lingerMs);
    });
    try {
      // a setting with which no worker can start is reported by one of them
      const port = await listening(hire());
      stopAsked?.throwIfAborted();
      await Promise.all(Array.from({ length: size - 1 }, () => listening(hire())));
      stopAsked?.throwIfAborted();
      if (serving.size < size) throw new Error('A worker ended before all workers had started.');
      state = 'up';
      return port;
    } catch (error) {
      // a terminal signals all at once, and a loading worker may be the first to end because of it
      await pause(hearMs);
      if (stopAsked?.aborted) {
        await stopped;
        throw stopAsked.reason;
      }
      for (const worker of workers()) worker.process.kill('SIGKILL');
      throw error;
    }
  }

  /** Tells all workers to stop and waits for them. Rejects if one did not end by itself. */
  async function stop(stopAfterMs: number): Promise<void> {
    state = 'stopping';
    const left = [...serving];
    for (const worker of workers()) if (!left.includes(worker)) worker.process.kill('SIGKILL');
    const statuses = await Promise.all(left.map((worker) => endWorker(worker, stopAfterMs)));
    const failed = statuses.filter((status) => status !== 0).length;
    if (failed > 0) throw new Error(`${String(failed)} workers did not stop by themselves.`);
  }

  function listening(worker: Worker): Promise<number> {
    return new Promise((resolve, reject) => {
      worker.once('listening', ({ port }) => {
        resolve(port);
      });
      worker.once('error', reject);
      worker.once('exit', () => {
        reject(new Error('A worker ended during its start; see its message above.'));
      });
    });
  }

  function hire(): Worker {
    const worker = cluster.fork(mark);
    closeWhatWasHandedTo(worker);
    const startedAt = performance.now();
    const { pid } = worker.process;
    starting.add(worker);
    const end = (why: string) => () => {
      if (state === 'stopping') return;
      log.error({ worker: pid }, why);
      worker.process.kill('SIGKILL');
    };
    // who starts the store sees that it does not come up
    if (state === 'up' && pid !== undefined)
      watchStart(worker, end('a worker does not come up and is stopped'));
    worker.once('listening', () => {
      starting.delete(worker);
      serving.add(worker);
      watchHeartbeat(worker, end('a worker does not respond and is stopped'));
      onUp(worker);
      log.info({ worker: pid }, 'worker up');
    });
    const ended = (how: object): void => {
      starting.delete(worker);
      serving.delete(worker);
      if (state === 'up') replace({ worker: pid, ...how }, performance.now() - startedAt);
    };
    worker.once('exit', (status, signal) => {
      ended({ status, signal });
    });
    worker.on('error', (error) => {
      log.error({ worker: pid, err: error }, 'a worker could not be started or told something');
      // what was never started does not exit
      if (pid === undefined) ended({});
    });
    return worker;
  }

  function replace(ended: object, livedMs: number): void {
    endedYoung = livedMs < longLifeMs ? endedYoung + 1 : 0;
    const againInMs = restartDelayMs(endedYoung);
    log.error({ ...ended, againInMs }, 'a worker ended and is restarted');
    fillAfter(againInMs);
    leaveNobodyAlone();
  }

  function fillAfter(milliseconds: number): void {
    const place = setTimeout(() => {
      empty.delete(place);
      if (state === 'up') hire();
    }, milliseconds);
    empty.add(place);
  }

  /** If no worker serves, one is replaced soon, whatever its delay. */
  function leaveNobodyAlone(): void {
    if (serving.size + starting.size > 0) return;
    const [place] = empty;
    clearTimeout(place);
    if (place && empty.delete(place)) fillAfter(aloneDelayMs);
  }

  return { start, stop };
}

const workers = (): readonly Worker[] =>
  Object.values(cluster.workers ?? {}).filter((worker) => worker !== undefined);

/** Returns the exit status; null if the worker had to be killed. */
async function endWorker(worker: Worker, stopAfterMs: number): Promise<number | null> {
  const ended = new Promise<number | null>((resolve) => {
    worker.once('exit', resolve);
  });
  const message: StopMessage = { stopAfterMs };
  if (worker.isConnected()) worker.send(message);
  const late = setTimeout(() => worker.process.kill('SIGKILL'), stopAfterMs + stopMs);
  const status = await ended;
  clearTimeout(late);
  return status;
}
