import { constants } from 'node:os';
import { setImmediate as aTurn, setTimeout as pause } from 'node:timers/promises';
import type { Log } from '../passage/request-log.ts';

/**
 * How long a stop by SIGTERM accepts requests, in milliseconds: load balancers notice the stop from `/readyz` a
 * moment later. SIGINT comes from a terminal and accepts none.
 */
const lingerMs = { SIGINT: 0, SIGTERM: 1_000 } as const;

/** Timeout for closing the database, and for the last chores, before the process exits anyway, in milliseconds. */
const closeMs = 1_500;

/** Why a start did not finish: a stop was requested before. */
export class StopAsked extends Error {
  override readonly name = 'StopAsked';
  /** How long a running process keeps accepting requests, in milliseconds. */
  readonly lingerMs: number;

  constructor(milliseconds: number) {
    super('The process was asked to stop.');
    this.lingerMs = milliseconds;
  }
}

/**
 * A signal that comes again within so many milliseconds is the same one: a terminal and systemd signal every process of
 * `npm start`, and npm passes it on.
 */
const sameSignalMs = 300;

/**
 * Handles SIGINT and SIGTERM from now on: the first requests a graceful stop, by an abort with `StopAsked`; a
 * second one ends the process at once.
 */
export function hearSignals(log: Log): AbortSignal {
  const asking = new AbortController();
  let since = 0;
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    process.on(signal, () => {
      if (asking.signal.aborted) {
        if (performance.now() - since < sameSignalMs) return;
        process.exit(128 + constants.signals[signal]);
      }
      since = performance.now();
      log.info({ signal }, 'stopping');
      asking.abort(new StopAsked(lingerMs[signal]));
    });
  }
  return asking.signal;
}

/** Calls back once a stop is requested; at once if it was. */
export function whenStopAsked(
  stopAsked: AbortSignal | undefined,
  stop: (lingerMs: number) => void,
): void {
  const tell = (): void => {
    stop((stopAsked?.reason as StopAsked).lingerMs);
  };
  if (stopAsked?.aborted) tell();
  else stopAsked?.addEventListener('abort', tell, { once: true });
}

/**
 * Waits for a step of the start. Once a stop is requested, the step may finish within `graceMs`, and is
 * abandoned after that, because the process ends: throws `StopAsked`.
 */
export async function untilStop<Result>(
  step: Promise<Result>,
  stopAsked: AbortSignal | undefined,
  graceMs = 0,
): Promise<Result> {
  if (!stopAsked) return step;
  let isOver = false;
  let late: NodeJS.Timeout | undefined;
  const givenUp = new Promise<never>((_resolve, reject) => {
    whenStopAsked(stopAsked, () => {
      if (!isOver) late = setTimeout(reject, graceMs, stopAsked.reason);
    });
  });
  try {
    return await Promise.race([step, givenUp]);
  } finally {
    isOver = true;
    clearTimeout(late);
  }
}

/**
 * Called between two steps of the start: throws `StopAsked` if a stop was requested. Synchronous work blocks
 * signals, so they are handled only in a turn of the event loop.
 */
export async function goOnUnlessStopped(stopAsked: AbortSignal | undefined): Promise<void> {
  // the rest of this turn, and a whole one
  await aTurn();
  await aTurn();
  stopAsked?.throwIfAborted();
}

/** Waits for something with a timeout: the program stops without it. */
export async function inTime(ending: Promise<void>, what: string, log: Log): Promise<void> {
  const isOver = new AbortController();
  const late = pause(closeMs, 'late', { signal: isOver.signal });
  try {
    const outcome = await Promise.race([ending, late]);
    if (outcome === 'late') log.warn(`${what} did not end in time`);
  } finally {
    isOver.abort();
  }
}

/** Exits when a stop is complete: with 0, or with 1 and a line in the log if it failed. */
export function endAfter(stop: Promise<void>, log: Log): void {
  stop.then(
    () => process.exit(0),
    (error: unknown) => {
      log.fatal({ err: error }, 'the stop failed');
      process.exit(1);
    },
  );
}

/**
 * Exits with 1 and a line in the log on an uncaught error. A promise that failed while nobody waited for it is only
 * logged: the request that it belongs to is answered, and the others must not end with it.
 */
export function endAtUncaught(log: Log): void {
  process.on('uncaughtException', (error) => {
    log.fatal({ err: error }, 'uncaught');
    process.exit(1);
  });
  process.on('unhandledRejection', (error) => {
    log.error({ err: error }, 'failed while nobody waited for it');
  });
}
