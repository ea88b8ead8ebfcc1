import type { IncomingMessage } from 'node:http';
import type { GatewayMiddleware } from './request-state.ts';

/** What of a body that nobody wants is waited for before the answer: this many milliseconds or bytes. */
const bounds = { lingerMs: 500, lingerBytes: 1_048_576 } as const;

/**
 * Sees to the rest of a body that nobody has read when the answer is made, because it was refused or is
 * not wanted. Most such bodies are on their way: they are thrown away, the client is free to read the
 * answer, and the connection is kept. One that is longer closes its connection: what follows in it would
 * be waited for, or taken for a request.
 * Decision: N18.
 */
export const endUnreadBody: GatewayMiddleware = async function endUnreadBody(ctx, next) {
  try {
    await next();
  } finally {
    const { req } = ctx;
    const isThere = req.complete || req.destroyed || (await isThrownAway(req));
    if (!isThere) ctx.set('Connection', 'close');
  }
};

/** Reads on without keeping anything; returns whether the body came to its end within the bounds. */
function isThrownAway(request: IncomingMessage): Promise<boolean> {
  return new Promise((resolve) => {
    let bytes = 0;
    const count = (chunk: Buffer): void => {
      bytes += chunk.length;
      if (bytes > bounds.lingerBytes) done();
    };
    const done = (): void => {
      clearTimeout(late);
      for (const name of ['end', 'error', 'close']) request.off(name, done);
      request.off('data', count).pause();
      resolve(request.complete);
    };
    const late = setTimeout(done, bounds.lingerMs);
    for (const name of ['end', 'error', 'close']) request.once(name, done);
    // makes it flow
    request.on('data', count);
    request.resume();
  });
}
