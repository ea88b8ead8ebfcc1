import type { Worker } from 'node:cluster';

/** Interval of pings in milliseconds, and after how many without a reply a worker counts as hung. */
const beats = { everyMs: 2_000, inVain: 5 } as const;

/**
 * Pings a worker regularly to check that its event loop runs, and reports once if it has not replied for ten
 * seconds. Pings are counted rather than time, so that a primary process that was paused itself blames nobody.
 */
export function watchHeartbeat(worker: Worker, onSilent: () => void): void {
  let unanswered = 0;
  worker.on('message', ({ beatTold }: { readonly beatTold?: true }) => {
    if (beatTold) unanswered = 0;
  });
  const asking = setInterval(() => {
    if (unanswered >= beats.inVain) {
      clearInterval(asking);
      onSilent();
      return;
    }
    unanswered += 1;
    // a worker that cannot be reached is about to end, and does not reply
    if (worker.isConnected()) worker.send({ beatAsked: true }, () => undefined);
  }, beats.everyMs);
  worker.once('exit', () => {
    clearInterval(asking);
  });
}

/**
 * After how many of these intervals a worker that does not listen counts as hung: two minutes. It loads the program in
 * seconds, and waits for nothing without a timeout of seconds: the store is prepared before.
 */
const beatsOfStart = 60;

/** Reports once if a worker has not begun to listen. Intervals are counted rather than time, as pings are. */
export function watchStart(worker: Worker, onLate: () => void): void {
  let passed = 0;
  const counting = setInterval(() => {
    passed += 1;
    if (passed < beatsOfStart) return;
    stop();
    onLate();
  }, beats.everyMs);
  const stop = (): void => {
    clearInterval(counting);
  };
  for (const event of ['listening', 'exit']) worker.once(event, stop);
}

/** Replies to the primary process, in a worker. */
export function answerHeartbeat(): void {
  process.on('message', ({ beatAsked }: { readonly beatAsked?: true }) => {
    if (beatAsked) process.send?.({ beatTold: true });
  });
}

/** A connection on its way to a worker. */
interface Handle {
  readonly close: () => void;
}

/**
 * Closes the connection that was being handed to a worker when that died. node:cluster hands a worker one
 * connection at a time and keeps each until the worker has accepted it; when the worker dies it forgets the
 * last one without closing it, and its client would wait forever.
 */
export function closeWhatWasHandedTo(worker: Worker): void {
  const { process: child } = worker;
  // a worker that could not be started cannot receive messages
  if (child.pid === undefined) return;
  const send = child.send.bind(child) as (message: unknown, ...rest: unknown[]) => boolean;
  let last: Handle | undefined;
  child.send = (message: unknown, ...rest: unknown[]): boolean => {
    const [handle] = rest as [Handle?];
    if (typeof handle?.close === 'function') last = handle;
    return send(message, ...rest);
  };
  // closing one that the worker accepted does nothing: it was closed here then
  worker.once('exit', () => last?.close());
}
