import { constants } from 'node:zlib';
import compress from 'koa-compress';
import type { GatewayMiddleware } from './request-state.ts';

/**
 * Compresses answers of 1 KiB or more where the client asks, by br before gzip, off the event loop. Levels
 * are low: beyond them the time doubles for a few bytes. The ETag stays that of the record: clients send
 * it back in `If-Match`, and no cache keeps one coding beside another (`no-store`, `Vary`). Nothing of
 * a caller that a browser sends by itself opens an answer, so that its length reveals nothing to pages of other sites.
 * Decision: N26.
 */
export function compression(): GatewayMiddleware {
  const compressing = compress({
    threshold: 1_024,
    br: { params: { [constants.BROTLI_PARAM_QUALITY]: 4 } },
    gzip: { level: 5 },
    deflate: false,
    zstd: false,
  });
  return async function compression(ctx, next) {
    // most programs do not ask, and need not pay for looking
    if (ctx.headers['accept-encoding'] === undefined) await next();
    else await compressing(ctx, next);
  };
}
