import type { Worker } from 'node:cluster';

/** A connection on its way to a worker. */
interface Handle {
  readonly close: () => void;
}

/**
 * Closes the connection that was being handed to a worker when that died. node:cluster hands a worker one
 * after the other and keeps each until the worker has said that it took it; at the worker's death it
 * forgets the last one without closing it, and its client would wait for ever.
 * Decision: Q43.
 */
export function closeWhatWasHandedTo(worker: Worker): void {
  const { process: child } = worker;
  // one that could not be started cannot receive messages
  if (child.pid === undefined) return;
  const send = child.send.bind(child) as (message: unknown, ...rest: unknown[]) => boolean;
  let last: Handle | undefined;
  child.send = (message: unknown, ...rest: unknown[]): boolean => {
    const [handle] = rest as [Handle?];
    if (typeof handle?.close === 'function') last = handle;
    return send(message, ...rest);
  };
  // closing one that the worker took does nothing: it was closed here then
  worker.once('exit', () => last?.close());
}
