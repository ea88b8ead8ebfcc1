import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { refuse } from './refusals.ts';
import type { GatewayContext, GatewayMiddleware } from './request-state.ts';

/**
 * Reads the files of a page, each once, when it is first asked for. A file that could not be read is
 * read again for the next request; which names are asked for is for the caller to bound.
 */
export function createFileReader(folder: URL): (name: string) => Promise<Buffer> {
  const files = new Map<string, Promise<Buffer>>();
  return function read(name) {
    let file = files.get(name);
    if (file === undefined) {
      file = readFile(new URL(name, folder));
      files.set(name, file);
      file.catch(() => files.delete(name));
    }
    return file;
  };
}

/** The media types of what pages are made of, by the end of the name. */
const types = {
  html: 'text/html; charset=utf-8',
  css: 'text/css; charset=utf-8',
  js: 'text/javascript; charset=utf-8',
  svg: 'image/svg+xml',
} as const;

/** The media type of a file of a page. */
export function mediaTypeOf(name: string): string {
  return types[name.slice(name.lastIndexOf('.') + 1) as keyof typeof types];
}

/** Script and style of our own files alone, and no text is ever taken for markup. */
export const ownFilesOnly = [
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

/** Files that are the same for everybody. */
export interface PageFiles {
  readonly folder: URL;
  /** What is served, by path; nothing else of the folder is. */
  readonly names: ReadonlyMap<string, string>;
  readonly contentSecurityPolicy: string;
}

/** Serves the files of a page, which a browser asks about each time, and gets when they have changed. */
export function serveFiles({ folder, names, contentSecurityPolicy }: PageFiles): GatewayMiddleware {
  const read = createFileReader(folder);
  return async function serveFiles(ctx, next) {
    const name = names.get(ctx.path.replace(/\/$/, ''));
    if (name === undefined) {
      await next();
      return;
    }
    if (ctx.method !== 'GET' && ctx.method !== 'HEAD') {
      refuse(ctx, 405, { Allow: 'GET, HEAD' });
      return;
    }
    answer(ctx, name, await read(name), contentSecurityPolicy);
  };
}

function answer(ctx: GatewayContext, name: string, body: Buffer, policy: string): void {
  ctx.status = 200;
  ctx.set({
    'Cache-Control': 'no-cache',
    'Content-Security-Policy': policy,
    ETag: `"${createHash('sha256').update(body).digest('base64url')}"`,
  });
  ctx.type = mediaTypeOf(name);
  if (ctx.fresh) ctx.status = 304;
  else ctx.body = body;
}
