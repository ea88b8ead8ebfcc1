import { constants } from 'node:zlib';
import compress from 'koa-compress';
import type { GatewayMiddleware } from './request-state.ts';

const compressing = compress({
  threshold: 1_024,
  br: { params: { [constants.BROTLI_PARAM_QUALITY]: 4 } },
  gzip: { level: 5 },
  deflate: false,
  zstd: false,
});

/**
 * Compresses responses of 1 KiB or more if the client accepts it, with br before gzip, off the event loop.
 * Levels are low: higher ones take twice the time to save a few bytes. The ETag stays that of the record:
 * clients send it back in `If-Match`, and no cache stores one encoding beside another (`no-store`, `Vary`).
 * Responses depend on no credential that a browser adds by itself, so their length reveals nothing to pages of
 * other sites.
 */
export const compression: GatewayMiddleware = function compression(ctx, next): unknown {
  // most programs do not accept it, and skip the check
  return ctx.headers['accept-encoding'] === undefined ? next() : compressing(ctx, next);
};
