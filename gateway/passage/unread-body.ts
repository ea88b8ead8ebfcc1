import type { IncomingMessage } from 'node:http';
import { isInTooManyPieces } from '../../rest/index.ts';
import type { Lifecycle } from './health.ts';
import type { GatewayMiddleware } from './request-state.ts';

/** How long the rest of an unwanted body is waited for before the response: milliseconds or bytes. */
const bounds = { lingerMs: 500, lingerBytes: 1_048_576 } as const;

/** How much of all unwanted bodies is read in so many milliseconds, and about how much at a time. */
const pace = { bytes: 163_840, ms: 10, chunk: 65_536 } as const;

/**
 * Handles the rest of a body that was not read when the response is complete, because the request was refused
 * or the body is not needed. Most such bodies are already in flight: they are discarded, the client can read
 * the response, and the connection is kept. A longer one closes its connection: what follows would be waited
 * for, or taken for a request. So does one that the client was not asked for, at once; and every response while the
 * program stops, so that clients reconnect elsewhere.
 */
export function endUnreadBody(lifecycle: Lifecycle): GatewayMiddleware {
  return async function endUnreadBody(ctx, next) {
    try {
      await next();
    } finally {
      const { req, state } = ctx;
      const isThere =
        req.complete || req.destroyed || (!state.askForBody && (await isThrownAway(req)));
      if (!isThere || lifecycle.draining) ctx.set('Connection', 'close');
    }
  };
}

let free: number = pace.bytes;
let isRefilling = false;
const waiting = new Set<() => void>();

/** Counts what was read; `goOn` is called when more may be. Who sends nothing but these bodies delays nobody else. */
function spend(bytes: number, goOn: () => void): void {
  free -= bytes;
  if (free > 0) goOn();
  else waiting.add(goOn);
  if (isRefilling) return;
  isRefilling = true;
  setTimeout(refill, pace.ms);
}

function refill(): void {
  free = Math.min(pace.bytes, free + pace.bytes);
  let room = free;
  for (const goOn of waiting) {
    if (room <= 0) break;
    room -= pace.chunk;
    waiting.delete(goOn);
    goOn();
  }
  isRefilling = waiting.size > 0 || free < pace.bytes;
  if (isRefilling) setTimeout(refill, pace.ms);
}

/** Discards what arrives; returns whether the body ended within the limits. */
function isThrownAway(request: IncomingMessage): Promise<boolean> {
  return new Promise((resolve) => {
    let bytes = 0;
    const goOn = (): void => void request.resume();
    const count = (chunk: Buffer): void => {
      bytes += chunk.length;
      if (bytes > bounds.lingerBytes || isInTooManyPieces(request)) {
        done();
        return;
      }
      request.pause();
      spend(chunk.length, goOn);
    };
    const done = (): void => {
      waiting.delete(goOn);
      clearTimeout(late);
      for (const name of ['end', 'error', 'close']) request.off(name, done);
      request.off('data', count).pause();
      resolve(request.complete);
    };
    const late = setTimeout(done, bounds.lingerMs);
    for (const name of ['end', 'error', 'close']) request.once(name, done);
    // starts the flow of data
    request.on('data', count);
    request.resume();
  });
}
