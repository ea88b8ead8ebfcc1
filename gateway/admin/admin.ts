import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { refuse } from '../refusals.ts';
import type { GatewayContext, GatewayMiddleware } from '../request-state.ts';

const page = '/admin';

/** Script and style of our own files alone, and no text is ever taken for markup. */
const contentSecurityPolicy = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self'",
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
  "require-trusted-types-for 'script'",
  "trusted-types 'none'",
].join('; ');

const types = {
  html: 'text/html; charset=utf-8',
  css: 'text/css; charset=utf-8',
  js: 'text/javascript; charset=utf-8',
  svg: 'image/svg+xml',
} as const;

/** What is served, by path. The modules of the script import each other by their file names. */
const names: ReadonlyMap<string, string> = new Map([
  [page, 'admin.html'],
  ...[
    'admin.css',
    'admin.js',
    'dialogs.js',
    'elements.js',
    'form.js',
    'icon.svg',
    'keys.js',
    'operations.js',
    'role-choice.js',
    'roles.js',
    'sign-in.js',
    'store.js',
    'user.js',
    'users.js',
  ].map((name): [string, string] => [`${page}/${name}`, name]),
]);

/**
 * Serves the admin page: a document, one style sheet and the modules of one script. It is the same for
 * everybody and asks for no key; the key is typed into it, and what it shows and changes it asks for and
 * sends to /graphql like any other client.
 * Decision: P60, P62.
 */
export function admin(): GatewayMiddleware {
  const files = new Map<string, Promise<ServedFile>>();
  return async function admin(ctx, next) {
    const name = names.get(ctx.path.replace(/\/$/, ''));
    if (name === undefined) {
      await next();
      return;
    }
    if (ctx.method !== 'GET' && ctx.method !== 'HEAD') {
      refuse(ctx, 405, { Allow: 'GET, HEAD' });
      return;
    }
    let file = files.get(name);
    if (file === undefined) {
      file = read(name);
      files.set(name, file);
      file.catch(() => files.delete(name));
    }
    answer(ctx, await file);
  };
}

interface ServedFile {
  readonly body: Buffer;
  readonly type: string;
  readonly etag: string;
}

async function read(name: string): Promise<ServedFile> {
  const body = await readFile(new URL(`./page/${name}`, import.meta.url));
  const ending = name.slice(name.lastIndexOf('.') + 1) as keyof typeof types;
  const etag = `"${createHash('sha256').update(body).digest('base64url')}"`;
  return { body, type: types[ending], etag };
}

function answer(ctx: GatewayContext, { body, type, etag }: ServedFile): void {
  ctx.status = 200;
  ctx.set({
    'Cache-Control': 'no-cache',
    'Content-Security-Policy': contentSecurityPolicy,
    ETag: etag,
  });
  ctx.type = type;
  if (ctx.fresh) ctx.status = 304;
  else ctx.body = body;
}
