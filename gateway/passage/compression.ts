import { pipeline, Readable } from 'node:stream';
import { promisify } from 'node:util';
import { brotliCompress, constants, createBrotliCompress, createGzip, gzip } from 'node:zlib';
import { LRUCache } from 'lru-cache';
import type { GatewayContext, GatewayMiddleware } from './request-state.ts';

const threshold = 1_024;
/** With a window of 256 KiB: each encoder of a long response holds one, while the client does not read. */
const br = {
  params: { [constants.BROTLI_PARAM_QUALITY]: 4, [constants.BROTLI_PARAM_LGWIN]: 18 },
};
const level = 5;

type Compress = (body: Buffer | string) => Promise<Buffer>;

/** The codings of a whole body, the smallest first. */
export type Codings = Readonly<Record<'br' | 'gzip', Compress>>;

const ofNode: Codings = {
  br: (body) => promisify(brotliCompress)(body, br),
  gzip: (body) => promisify(gzip)(body, { level }),
};

const ofStreams = {
  br: () => createBrotliCompress(br),
  gzip: () => createGzip({ level }),
} as const;

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
 * Creates the function that compresses a whole body. A file that is the same for everybody is compressed once for each
 * coding: it has a tag, and caches may store it. One of two megabytes would take tens of milliseconds for every request.
 */
function compressingWhole(codings: Codings) {
  const kept = new LRUCache<string, Promise<Buffer>>({ max: mostKept });
  return function compressWhole(
    { response: { headers } }: GatewayContext,
    body: string | Buffer,
    coding: keyof Codings,
  ): Promise<Buffer> {
    const { etag, 'cache-control': caching } = headers;
    if (typeof etag !== 'string' || !String(caching).includes('no-cache')) {
      return codings[coding](body);
    }
    const key = `${coding} ${etag}`;
    let packed = kept.get(key);
    if (!packed) {
      packed = codings[coding](body);
      kept.set(key, packed);
      packed.catch(() => kept.delete(key));
    }
    return packed;
  };
}

/** A response that fails while it is sent fails compressed as well. */
function compressStream(body: Readable, coding: keyof Codings): Readable {
  const packed = ofStreams[coding]();
  // until Koa sends it nobody else hears it fail
  packed.on('error', () => undefined);
  pipeline(body, packed, () => undefined);
  return packed;
}

/**
 * Compresses responses of 1 KiB or more, which are all texts, if the client accepts it, with br before gzip, off the
 * event loop. Levels are low: higher ones take twice the time to save a few bytes. The ETag stays that of the record:
 * clients send it back in `If-Match`, and no cache stores one encoding beside another (`no-store`, `Vary`). Responses
 * depend on no credential that a browser adds by itself, so their length reveals nothing to pages of other sites.
 */
export function compression(codings = ofNode): GatewayMiddleware {
  const compressWhole = compressingWhole(codings);

  const compress = async (ctx: GatewayContext): Promise<void> => {
    const body: unknown = ctx.body;
    const isPacked = ctx.response.headers['content-encoding'] !== undefined;
    if (body == null || ctx.method === 'HEAD' || isPacked || !ctx.writable) return;
    const isWritten = typeof body === 'string' || Buffer.isBuffer(body);
    const plain = isWritten || body instanceof Readable ? body : JSON.stringify(body);
    if (!(plain instanceof Readable) && Buffer.byteLength(plain) < threshold) return;
    const coding = codingFor(ctx);
    if (!coding) return;
    ctx.body =
      plain instanceof Readable
        ? compressStream(plain, coding)
        : await compressWhole(ctx, plain, coding);
    ctx.set('Content-Encoding', coding);
  };

  return function compression(ctx, next): unknown {
    // most programs do not accept it, and skip the check
    if (ctx.headers['accept-encoding'] === undefined) return next();
    ctx.vary('Accept-Encoding');
    return next().then(() => compress(ctx));
  };
}
