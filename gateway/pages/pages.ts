import { ownFilesOnly, serveFiles } from './page-files.ts';
import type { GatewayMiddleware } from '../passage/request-state.ts';

const names: ReadonlyMap<string, string> = new Map(
  [
    'h.js',
    'header.js',
    'icon.svg',
    'own.css',
    'pages.css',
    'reference-dialog.js',
    'reference-markup.js',
    'reference.css',
    'reference.js',
    'session.js',
    'sign-in.css',
    'sign-in.js',
  ].map((name): [string, string] => [`/pages/${name}`, name]),
);

/** Serves what the pages share: the header, the sign-in form, and their style. Decision: O32. */
export function pages(): GatewayMiddleware {
  const folder = new URL('./page/', import.meta.url);
  return serveFiles({ folder, names, contentSecurityPolicy: ownFilesOnly });
}
