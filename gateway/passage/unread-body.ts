import type { IncomingMessage } from 'node:http';
import { isInTooManyPieces } from '../../rest/index.ts';
import type { GatewayMiddleware } from './request-state.ts';

/** How long the rest of an unwanted body is waited for before the response: milliseconds or bytes. */
const bounds = { lingerMs: 500, lingerBytes: 1_048_576 } as const;

/**
 * Handles the rest of a body that was not read when the response is complete, because the request was refused
 * or the body is not needed. Most such bodies are already in flight: they are discarded, the client can read
 * the response, and the connection is kept. A longer one closes its connection: what follows would be waited
 * for, or taken for a request. So does one that the client was not asked for, at once.
 */
export const endUnreadBody: GatewayMiddleware = async function endUnreadBody(ctx, next) {
  try {
    await next();
  } finally {
    const { req, state } = ctx;
    const isThere =
      req.complete || req.destroyed || (!state.askForBody && (await isThrownAway(req)));
    if (!isThere) ctx.set('Connection', 'close');
  }
};

/** Discards what arrives; returns whether the body ended within the limits. */
function isThrownAway(request: IncomingMessage): Promise<boolean> {
  return new Promise((resolve) => {
    let bytes = 0;
    const count = (chunk: Buffer): void => {
      bytes += chunk.length;
      if (bytes > bounds.lingerBytes || isInTooManyPieces(request)) done();
    };
    const done = (): void => {
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
