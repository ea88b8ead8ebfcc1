import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { refuse } from '../passage/refusals.ts';
import type { GatewayContext, GatewayMiddleware } from '../passage/request-state.ts';

/**
 * Reads the files of a page, each once, on first use. A file that could not be read is tried again with the
 * next request; the caller limits which names are allowed.
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

/** The media types of the pages' files, by extension. */
const types = {
  html: 'text/html; charset=utf-8',
  css: 'text/css; charset=utf-8',
  js: 'text/javascript; charset=utf-8',
  svg: 'image/svg+xml',
} as const;

/** The media type of a page's file. */
export function mediaTypeOf(name: string): string {
  return types[name.slice(name.lastIndexOf('.') + 1) as keyof typeof types];
}

/** Scripts and styles only from our own files, and text is never parsed as markup. */
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
interface PageFiles {
  readonly folder: URL;
  /** The served files, by path; nothing else in the directory is served. */
  readonly names: ReadonlyMap<string, string>;
  readonly contentSecurityPolicy: string;
}

/** Serves the files of a page, which a browser revalidates each time. */
export function serveFiles({ folder, names, contentSecurityPolicy }: PageFiles): GatewayMiddleware {
  const read = createFileReader(folder);
  const serve = async (ctx: GatewayContext, name: string): Promise<void> => {
    if (ctx.method !== 'GET' && ctx.method !== 'HEAD') {
      refuse(ctx, 405, { Allow: 'GET, HEAD' });
      return;
    }
    answer(ctx, name, await read(name), contentSecurityPolicy);
  };
  return function serveFiles(ctx, next) {
    const name = names.get(ctx.path.replace(/\/$/, ''));
    return name === undefined ? next() : serve(ctx, name);
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
