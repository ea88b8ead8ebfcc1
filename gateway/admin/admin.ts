import { ownFilesOnly, serveFiles } from '../pages/page-files.ts';
import type { GatewayMiddleware } from '../passage/request-state.ts';

const page = '/admin';

/** What is served, by path. The modules of the script import each other by their file names. */
const names: ReadonlyMap<string, string> = new Map([
  [page, 'admin.html'],
  ...[
    'admin.js',
    'audit.js',
    'controls.css',
    'dialogs.js',
    'elements.js',
    'form.js',
    'forms.css',
    'keys.js',
    'layout.css',
    'notices.js',
    'operations.js',
    'overlays.css',
    'permission-choice.js',
    'permissions.js',
    'role-choice.js',
    'role.js',
    'roles.js',
    'store.js',
    'tables.css',
    'user.js',
    'users.js',
    'views.css',
  ].map((name): [string, string] => [`${page}/${name}`, name]),
]);

/**
 * Serves the admin page: a document, its style sheets and the modules of one script. It is the same for everybody;
 * what it shows and changes it asks for and sends to /graphql like any other client.
 * Decision: O30, P62.
 */
export function admin(): GatewayMiddleware {
  const folder = new URL('./page/', import.meta.url);
  return serveFiles({ folder, names, contentSecurityPolicy: ownFilesOnly });
}

export async function adminDocuments(): Promise<readonly string[]> {
  const operations = new URL('./page/operations.js', import.meta.url).href;
  return Object.values((await import(operations)) as Readonly<Record<string, string>>);
}
