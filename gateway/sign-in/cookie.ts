import { sessionSeconds } from '../../schema/index.ts';
import type { GatewayContext } from '../passage/request-state.ts';

const plainName = 'online-store-session';

/** The port that the browser asks; cookies of a host name go to all its ports, so each has a name of its own. */
const portOf = (ctx: GatewayContext): string =>
  String(Number(/(?<=:)\d{1,5}$/.exec(ctx.get('Host'))?.[0] ?? '80'));

/** The value of a cookie. `ctx.cookies` keeps an expression for each name, which here comes from the client. */
function cookieOf({ headers }: GatewayContext, name: string): string | null {
  const sent = (headers.cookie ?? '').split(';').map((pair) => pair.trim());
  return sent.find((pair) => pair.startsWith(`${name}=`))?.slice(name.length + 1) ?? null;
}

/**
 * Creates the session cookie: scripts cannot read it, and pages of other sites cannot send it. Behind TLS it is
 * sent over TLS only, and no other host of the domain can set it (`__Host-`). Without TLS, stores on several ports of a
 * host do not sign each other out.
 */
export function createSessionCookie(publicUrl: string | null, trustedProxies: number) {
  const isPublicTls = publicUrl?.startsWith('https:') === true;
  const isBehindTls = (ctx: GatewayContext): boolean =>
    isPublicTls || (trustedProxies > 0 && /^https\b/i.test(ctx.get('X-Forwarded-Proto')));
  const nameFor = (ctx: GatewayContext): string =>
    isBehindTls(ctx) ? `__Host-${plainName}` : `${plainName}-${portOf(ctx)}`;
  return {
    /** The token that the browser sent; null if it sent none. */
    read: (ctx: GatewayContext): string | null => cookieOf(ctx, nameFor(ctx)),
    /** Sets the cookie, or deletes it. */
    write: (ctx: GatewayContext, token: string | null): void => {
      const parts = [
        `${nameFor(ctx)}=${token ?? ''}`,
        'Path=/',
        `Max-Age=${String(token === null ? 0 : sessionSeconds)}`,
        'HttpOnly',
        'SameSite=Strict',
        ...(isBehindTls(ctx) ? ['Secure'] : []),
      ];
      ctx.append('Set-Cookie', parts.join('; '));
    },
  };
}

export type SessionCookie = ReturnType<typeof createSessionCookie>;
