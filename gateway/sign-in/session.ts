import { closeSession, openSession, type Viewer } from '../../schema/index.ts';
import type { LookUps } from '../limits/look-ups.ts';
import type { Admit } from '../operations/admission.ts';
import { contextOf, type Execution } from '../operations/execute.ts';
import { isOfOwnPage } from '../passage/origins.ts';
import { refuse, takesMethod } from '../passage/refusals.ts';
import type { GatewayContext, GatewayMiddleware } from '../passage/request-state.ts';
import type { SessionCookie } from './cookie.ts';

const path = '/session';

const foreign =
  'Sessions are for the pages of this store. Send your key in the header X-ServiceAPIKey instead.';

/**
 * Attaches the session to a request that one of the store's own pages sends without a key. Cookies of any other
 * request are ignored: a browser adds them by itself, so they prove nothing.
 */
export function recallSession(cookie: SessionCookie, publicUrl: string | null): GatewayMiddleware {
  return function recallSession(ctx, next) {
    const { credentials } = ctx.state;
    if (credentials.key === null && isOfOwnPage(ctx, publicUrl)) {
      ctx.state.credentials = { ...credentials, session: cookie.read(ctx) };
    }
    return next();
  };
}

interface SessionParts {
  readonly execution: Execution;
  readonly admit: Admit;
  readonly lookUps: LookUps;
  readonly cookie: SessionCookie;
  readonly publicUrl: string | null;
}

/**
 * Serves /session to the store's own pages: POST with a key signs the browser in, GET returns who is signed in and
 * takes away a cookie that signs nobody in, DELETE signs out.
 */
export function session(parts: SessionParts): GatewayMiddleware {
  const { execution, admit, lookUps, cookie, publicUrl } = parts;
  const contextHere = ({ state }: GatewayContext) => contextOf(execution, state, 'graphql');
  const answers: Readonly<Record<string, (ctx: GatewayContext) => Promise<void>>> = {
    GET: async (ctx) => {
      const { session = null } = ctx.state.credentials;
      const { viewer } = await contextHere(ctx);
      // else a browser whose session has ended would fail at each load of a page
      if (session !== null && viewer.key === 'bad') cookie.write(ctx, null);
      ctx.body = tellViewer(viewer);
    },
    POST: async (ctx) => {
      const refusal = await admit(ctx, false);
      const isKey = ctx.state.credentials.key !== null && refusal.length === 0;
      const context = await contextHere(ctx);
      const token = isKey ? await openSession(context, cookie.read(ctx)) : null;
      if (token === null) {
        refuse(ctx, 401);
        return;
      }
      lookUps.noteOpened(token, context.viewer);
      cookie.write(ctx, token);
      ctx.status = 201;
      ctx.body = tellViewer(context.viewer);
    },
    DELETE: async (ctx) => {
      const { session = null } = ctx.state.credentials;
      // first, so that the browser loses it also where the rest fails
      cookie.write(ctx, null);
      const context = await contextHere(ctx);
      if (session !== null && context.viewer.user) await closeSession(context, session);
      ctx.status = 204;
    },
  };
  const methods = [...Object.keys(answers), 'OPTIONS'];
  const serve = async (ctx: GatewayContext): Promise<void> => {
    ctx.state.route = path;
    ctx.set('Cache-Control', 'no-store');
    if (!takesMethod(ctx, methods)) return;
    if (isOfOwnPage(ctx, publicUrl)) await answers[ctx.method]?.(ctx);
    else refuse(ctx, 403, {}, foreign);
  };
  return function session(ctx, next) {
    return ctx.path === path ? serve(ctx) : next();
  };
}

/** The signed-in user and permissions, for the pages. */
function tellViewer({ user, keyId, permissions }: Viewer): object {
  if (!user) return { user: null };
  const { id, email, name } = user;
  return {
    user: { id: String(id), email, name },
    keyId: keyId?.toString() ?? null,
    permissions: [...permissions].sort(),
  };
}
