import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { ownFilesOnly, serveFiles } from '../pages/page-files.ts';
import { refuse } from '../passage/refusals.ts';
import type { GatewayContext, GatewayMiddleware } from '../passage/request-state.ts';
import { version } from '../version.ts';

/** What the indexes tell beside the addresses of the program. */
interface LandingParts {
  /** Paths of the REST lists, by the name of what they list. */
  readonly collections: Readonly<Record<string, string>>;
  /** Address clients use, where it is known; the addresses begin with their path otherwise. */
  readonly publicUrl: string | null;
}

const folder = new URL('./page/', import.meta.url);
const html = readFileSync(new URL('landing.html', folder), 'utf8').replace('{{version}}', version);
const pageHeaders = {
  ETag: `"${createHash('sha256').update(html).digest('base64url')}"`,
  'Content-Security-Policy': ownFilesOnly,
};

/** The pages for people and the probes, by path. */
const reference = {
  page: '/api/docs',
  newer: '/api/openapi.json',
  older: '/api/openapi-older.json',
  graphql: '/graphql/schema.graphql',
};
const health = { live: '/livez', ready: '/readyz' };

/** Serves the style and the script of the page at `/`. */
export function landingFiles(): GatewayMiddleware {
  return serveFiles({
    folder,
    names: new Map([
      ['/landing/landing.css', 'landing.css'],
      ['/landing/landing.js', 'landing.js'],
    ]),
    contentSecurityPolicy: ownFilesOnly,
  });
}

/**
 * Answers `/` and `/api`, without a key: what runs here and where to go on. A browser gets a page at `/`, a
 * program JSON. Nothing of it depends on who asks.
 * Decision: O14.
 */
export function landing({ collections, publicUrl }: LandingParts): GatewayMiddleware {
  const base = publicUrl ?? '';
  const shared = { version, reference: at(base, reference), health: at(base, health) };
  const home = {
    name: 'Online store',
    ...shared,
    rest: `${base}/api`,
    graphql: `${base}/graphql`,
    admin: `${base}/admin`,
  };
  const api = { name: 'Online store REST API', ...shared, collections: at(base, collections) };
  const indexes = new Map<string, object>([
    ['/', home],
    ['/api', api],
  ]);
  return function landing(ctx, next) {
    const path = ctx.path.replace(/(?<=[^/])\/+$/, '');
    const index = indexes.get(path);
    if (!index) return next();
    ctx.state.route = path;
    if (ctx.method === 'OPTIONS') {
      ctx.status = 204;
      ctx.set('Allow', 'GET, HEAD, OPTIONS');
    } else if (ctx.method !== 'GET' && ctx.method !== 'HEAD') {
      refuse(ctx, 405, { Allow: 'GET, HEAD, OPTIONS' });
    } else {
      ctx.set('Cache-Control', 'no-cache');
      ctx.vary('Accept');
      if (path === '/' && ctx.accepts('json', 'html') === 'html') answerPage(ctx);
      else ctx.body = index;
    }
    return undefined;
  };
}

function answerPage(ctx: GatewayContext): void {
  ctx.status = 200;
  ctx.set(pageHeaders);
  ctx.type = 'text/html; charset=utf-8';
  if (ctx.fresh) ctx.status = 304;
  else ctx.body = html;
}

const at = (base: string, paths: Readonly<Record<string, string>>): Record<string, string> =>
  Object.fromEntries(Object.entries(paths).map(([name, path]) => [name, base + path]));
