import { createHash } from 'node:crypto';
import { readdirSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { takesMethod } from '../passage/refusals.ts';
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

const types = {
  html: 'text/html; charset=utf-8',
  css: 'text/css; charset=utf-8',
  js: 'text/javascript; charset=utf-8',
  svg: 'image/svg+xml',
} as const;

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

export const tagOf = (body: Buffer | string): string =>
  `"${createHash('sha256').update(body).digest('base64url')}"`;

/** Answers with a text or a file, whose tag is among the headers; with 304 if the client has it. */
export function answerUnlessKept(ctx: GatewayContext, type: string, body: Buffer | string): void {
  ctx.state.isFile = true;
  ctx.status = 200;
  ctx.type = type;
  if (ctx.fresh) ctx.status = 304;
  else ctx.body = body;
}

/** Answers with a file that a browser revalidates each time; `policy` is the page's Content-Security-Policy. */
export function answerFile(ctx: GatewayContext, name: string, body: Buffer, policy: string): void {
  ctx.set({ 'Cache-Control': 'no-cache', 'Content-Security-Policy': policy, ETag: tagOf(body) });
  answerUnlessKept(ctx, mediaTypeOf(name), body);
}

/** Each page's folder; the URLs of its files begin with the folder's name. */
const gateway = new URL('../', import.meta.url);
const places = ['admin', 'landing', 'pages'] as const;

/** What is served, by path: the admin page, and the scripts, styles and pictures of all pages; no other file. */
function listFiles(): ReadonlyMap<string, string> {
  const files = new Map([['/admin', 'admin/page/admin.html']]);
  for (const place of places) {
    for (const name of readdirSync(new URL(`${place}/page/`, gateway))) {
      if (/\.(css|js|svg)$/.test(name)) files.set(`/${place}/${name}`, `${place}/page/${name}`);
    }
  }
  return files;
}

/**
 * Serves the files of the pages, which are the same for everybody and which a browser revalidates each time. What
 * the admin page shows and changes it asks for and sends to /graphql like any other client.
 */
export function pageFiles(): GatewayMiddleware {
  const read = createFileReader(gateway);
  const files = listFiles();
  const serve = async (ctx: GatewayContext, name: string): Promise<void> => {
    if (!takesMethod(ctx, ['GET', 'HEAD'])) return;
    answerFile(ctx, name, await read(name), ownFilesOnly);
  };
  return function pageFiles(ctx, next) {
    const name = files.get(ctx.path.replace(/\/$/, ''));
    return name === undefined ? next() : serve(ctx, name);
  };
}
