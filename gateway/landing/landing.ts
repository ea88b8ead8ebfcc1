import { readFileSync } from 'node:fs';
import { collections, preferredType } from '../../rest/index.ts';
import { answerFile, ownFilesOnly } from '../pages/page-files.ts';
import { takesMethod } from '../passage/refusals.ts';
import type { GatewayMiddleware } from '../passage/request-state.ts';
import { version } from '../version.ts';

const file = new URL('./page/landing.html', import.meta.url);
const html = Buffer.from(readFileSync(file, 'utf8').replace('{{version}}', version));

const mediaTypes = ['application/json', 'text/html'] as const;

/** The pages for people and the probes, by path. */
const reference = {
  page: '/api/docs',
  newer: '/api/openapi.json',
  older: '/api/openapi-older.json',
  graphql: '/graphql/schema.graphql',
};
const health = { live: '/livez', ready: '/readyz' };

/**
 * Answers `/` and `/api`, without a key: what runs here and where to go on. A browser gets a page at `/`, a
 * program JSON. Nothing of it depends on who asks. The addresses begin with the public one, where it is known.
 */
export function landing(publicUrl: string | null): GatewayMiddleware {
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
  const indexes: Readonly<Record<string, object>> = { '/': home, '/api': api };
  return function landing(ctx, next) {
    const path = ctx.path.replace(/(?<=[^/])\/+$/, '');
    const index = indexes[path];
    if (!index) return next();
    ctx.state.route = path;
    if (!takesMethod(ctx, ['GET', 'HEAD', 'OPTIONS'])) return undefined;
    ctx.set('Cache-Control', 'no-cache');
    ctx.vary('Accept');
    if (path === '/' && preferredType(ctx.headers.accept, mediaTypes) === 'text/html') {
      answerFile(ctx, 'landing.html', html, ownFilesOnly);
    } else ctx.body = index;
    return undefined;
  };
}

const at = (base: string, paths: Readonly<Record<string, string>>): Record<string, string> =>
  Object.fromEntries(Object.entries(paths).map(([name, path]) => [name, base + path]));
