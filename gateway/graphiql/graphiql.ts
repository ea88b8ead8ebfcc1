import { readdir } from 'node:fs/promises';
import { answerFile, createFileReader, mediaTypeOf } from '../pages/page-files.ts';
import { codingFor } from '../passage/compression.ts';
import { refuse, takesMethod } from '../passage/refusals.ts';
import type { GatewayContext, GatewayMiddleware } from '../passage/request-state.ts';

/** What `npm run generate` makes: the page, and what it loads in three codings each. */
const folder = new URL('./files/', import.meta.url);
const read = createFileReader(folder);

const endings = { br: '.br', gzip: '.gz' } as const;

const prefix = '/graphiql/';

/**
 * Scripts and workers are files of our own alone. The editor sets styles of its own in the page, and
 * its style sheet holds its fonts and pictures.
 */
const contentSecurityPolicy = [
  "default-src 'none'",
  "script-src 'self'",
  "worker-src 'self'",
  "style-src 'self' 'unsafe-inline'",
  "img-src 'self' data:",
  'font-src data:',
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ');

/** Whether a browser asks for the page rather than for a result. */
export function wantsGraphiql(ctx: GatewayContext): boolean {
  const isRead = ctx.method === 'GET' || ctx.method === 'HEAD';
  return isRead && ctx.get('Accept').includes('text/html');
}

/**
 * Answers with the GraphiQL page. It is the same for everybody; the key is typed into a field of it, and is gone when
 * the page is left. Decision: P60.
 */
export async function answerGraphiql(ctx: GatewayContext): Promise<void> {
  ctx.set('Vary', 'Accept, Accept-Encoding');
  answerFile(ctx, 'index.html', await read('index.html'), contentSecurityPolicy);
}

/**
 * Serves what the GraphiQL page loads, as it was compressed when it was made. A name holds a digest of
 * the contents, so a browser keeps a file for ever.
 */
export function graphiqlFiles(): GatewayMiddleware {
  let names: ReadonlySet<string> | undefined;
  const serve = async (ctx: GatewayContext): Promise<void> => {
    const name = ctx.path.slice(prefix.length);
    names ??= await listFiles();
    if (!names.has(name)) {
      refuse(ctx, 404);
      return;
    }
    if (!takesMethod(ctx, ['GET', 'HEAD'])) return;
    ctx.state.isFile = true;
    const coding = codingFor(ctx);
    const body = await read(coding ? name + endings[coding] : name);
    ctx.status = 200;
    ctx.set({
      'Cache-Control': 'public, max-age=31536000, immutable',
      // a worker has the policy of its own file
      'Content-Security-Policy': contentSecurityPolicy,
      Vary: 'Accept-Encoding',
    });
    if (coding) ctx.set('Content-Encoding', coding);
    ctx.type = mediaTypeOf(name);
    ctx.body = body;
  };
  return function graphiqlFiles(ctx, next) {
    return ctx.path.startsWith(prefix) ? serve(ctx) : next();
  };
}

/** The names that are served: those which have compressed forms. */
async function listFiles(): Promise<ReadonlySet<string>> {
  const files = await readdir(folder);
  return new Set(
    files.filter((name) => name.endsWith('.br')).map((name) => name.slice(0, -'.br'.length)),
  );
}
