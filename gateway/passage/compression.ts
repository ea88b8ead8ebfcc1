import { Readable } from 'node:stream';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import compress from 'koa-compress';
import { LRUCache } from 'lru-cache';
import type { GatewayContext, GatewayMiddleware } from './request-state.ts';

const threshold = 1_024;
/** With a window of 256 KiB: each encoder of a long response holds one, while the client does not read. */
const br = {
  params: { [constants.BROTLI_PARAM_QUALITY]: 4, [constants.BROTLI_PARAM_LGWIN]: 18 },
};
const level = 5;

const compressing = compress({ threshold, br, gzip: { level }, deflate: false, zstd: false });

type Compress = (body: Buffer | string) => Promise<Buffer>;

/** The codings of a whole body, the smallest first. */
export type Codings = Readonly<Record<'br' | 'gzip', Compress>>;

const ofNode: Codings = {
  br: (body) => promisify(brotliCompress)(body, br),
  gzip: (body) => promisify(gzip)(body, { level }),
};

/** The compressed forms of so many files are kept; there are fewer. */
const mostKept = 200;

/** The coding that a client prefers; br where it has no preference; undefined for none. */
export function codingFor(ctx: GatewayContext): keyof Codings | undefined {
  const prefers = ctx.get('Accept-Encoding').includes('q=');
  const chosen = prefers
    ? ctx.acceptsEncodings('br', 'gzip', 'identity')
    : ['br', 'gzip'].find((one) => ctx.acceptsEncodings(one) === one);
  return chosen === 'br' || chosen === 'gzip' ? chosen : undefined;
}

/**
 * Compresses a file that is the same for everybody once for each coding: it has a tag, and caches may store it. One of
 * two megabytes would take tens of milliseconds for every request.
 */
function compressingOnce(codings: Codings) {
  const kept = new LRUCache<string, Promise<Buffer>>({ max: mostKept });
  return async function compressOnce(ctx: GatewayContext): Promise<void> {
    const body: unknown = ctx.body;
    const { etag, 'cache-control': caching } = ctx.response.headers;
    const isKept = typeof etag === 'string' && String(caching).includes('no-cache');
    const isWhole = typeof body === 'string' || Buffer.isBuffer(body);
    if (!isKept || !isWhole || body.length < threshold || ctx.method === 'HEAD') return;
    const coding = codingFor(ctx);
    if (!coding) {
      // koa-compress reads other preferences out of some headers, and would compress it each time
      ctx.compress = false;
      return;
    }
    const key = `${coding} ${etag}`;
    let packed = kept.get(key);
    if (!packed) {
      packed = codings[coding](body);
      kept.set(key, packed);
      packed.catch(() => kept.delete(key));
    }
    ctx.body = await packed;
    ctx.set('Content-Encoding', coding);
  };
}

/** Compresses what a client accepts compressed. A response that fails while it is sent fails compressed as well. */
async function compressAll(ctx: GatewayContext, next: () => Promise<void>): Promise<void> {
  let plain: unknown;
  await compressing(ctx, async () => {
    await next();
    plain = ctx.body;
  });
  const packed: unknown = ctx.body;
  if (packed === plain || !(plain instanceof Readable) || !(packed instanceof Readable)) return;
  plain.once('error', (error) => packed.destroy(error));
}

/**
 * Compresses responses of 1 KiB or more if the client accepts it, with br before gzip, off the event loop. Levels are
 * low: higher ones take twice the time to save a few bytes. The ETag stays that of the record: clients send it back in
 * `If-Match`, and no cache stores one encoding beside another (`no-store`, `Vary`). Responses depend on no credential
 * that a browser adds by itself, so their length reveals nothing to pages of other sites.
 */
export function compression(codings = ofNode): GatewayMiddleware {
  const compressOnce = compressingOnce(codings);
  return function compression(ctx, next): unknown {
    // most programs do not accept it, and skip the check
    if (ctx.headers['accept-encoding'] === undefined) return next();
    return compressAll(ctx, async () => {
      await next();
      await compressOnce(ctx);
    });
  };
}
