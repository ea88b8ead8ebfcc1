import type { Worker } from 'node:cluster';

/** A connection on its way to a worker. */
interface Handle {
  readonly close: () => void;
}

/**
 * Closes the connection that was being handed to a worker when that died. node:cluster hands a worker one
 * connection at a time and keeps each until the worker has accepted it; when the worker dies it forgets the
 * last one without closing it, and its client would wait forever.
 * Decision: Q43.
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
