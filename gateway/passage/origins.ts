import cors from '@koa/cors';
import { responseHeaders } from '../../rest/index.ts';
import { refuse } from './refusals.ts';
import type { GatewayContext, GatewayMiddleware } from './request-state.ts';

/** What pages of other origins may send, and read, beside what browsers always allow. */
const allowHeaders = [
  'Accept',
  'Authorization',
  'Content-Type',
  'Idempotency-Key',
  'If-Match',
  'If-None-Match',
  'Prefer',
  'X-Request-Id',
  'X-ServiceAPIKey',
  'X-ServiceOrderToken',
];
const exposeHeaders = ['Allow', ...Object.keys(responseHeaders)];

/**
 * Lets pages of the listed origins, compared exactly, send requests and read the responses. Never with
 * credentials that a browser adds by itself: a page sends its key.
 */
export function crossOrigin(allowed: readonly string[]): GatewayMiddleware {
  const isAllowed = new Set(allowed);
  const answer = cors({
    origin: ({ headers: { origin } }) =>
      origin !== undefined && isAllowed.has(origin) ? origin : '',
    allowMethods: ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE'],
    allowHeaders,
    exposeHeaders,
    maxAge: 600,
    keepHeadersOnError: false,
  });
  return async function crossOrigin(ctx, next) {
    await answer(ctx, next);
    // inner middleware sets this header as a whole
    ctx.vary('Origin');
  };
}

const reading = new Set(['GET', 'HEAD', 'OPTIONS']);

/**
 * Refuses writes that a page of another origin makes a browser send with stored credentials. A write with a key
 * or token in a custom header is none of these: it requires a preflight.
 */
export function refuseForeignWrites(
  allowed: readonly string[],
  publicUrl: string | null,
): GatewayMiddleware {
  const known = new Set(publicUrl === null ? allowed : [...allowed, new URL(publicUrl).origin]);
  return function refuseForeignWrites(ctx, next) {
    const { origin } = ctx.headers;
    if (
      origin === undefined ||
      reading.has(ctx.method) ||
      isOwn(ctx, origin) ||
      ctx.get('Sec-Fetch-Site') === 'same-origin' ||
      known.has(origin) ||
      ctx.get('X-ServiceAPIKey') !== '' ||
      ctx.get('X-ServiceOrderToken') !== ''
    ) {
      return next();
    }
    refuse(ctx, 403);
    return undefined;
  };
}

/** Ignores the scheme: a proxy in front may use another one. */
function isOwn({ host }: GatewayContext, origin: string): boolean {
  return origin === `https://${host}` || origin === `http://${host}`;
}

/**
 * Whether one of the store's own pages sends the request. It has a header that a page of another origin could only
 * send after a preflight, which is never granted; and the browser must not name another origin.
 */
export function isOfOwnPage(ctx: GatewayContext, publicUrl: string | null): boolean {
  if (ctx.get('X-Session') !== 'page') return false;
  const site = ctx.get('Sec-Fetch-Site');
  if (site !== '') return site === 'same-origin';
  const { origin } = ctx.headers;
  return (
    origin === undefined ||
    isOwn(ctx, origin) ||
    (publicUrl !== null && origin === new URL(publicUrl).origin)
  );
}
