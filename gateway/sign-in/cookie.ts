import { sessionSeconds } from '../../schema/index.ts';
import type { GatewayContext } from '../passage/request-state.ts';

export interface SessionCookie {
  /** The token that the browser sent; null if it sent none. */
  readonly read: (ctx: GatewayContext) => string | null;
  /** Sets the cookie, or deletes it. */
  readonly write: (ctx: GatewayContext, token: string | null) => void;
}

/** The public address of the store. */
export interface Place {
  readonly publicUrl: string | null;
  readonly trustedProxies: number;
}

/** Other programs on the same host see the cookie too, whatever their port, so its name contains the port. */
const plainName = 'online-store-session';

/**
 * Creates the session cookie: scripts cannot read it, and pages of other sites cannot send it. Behind TLS it is
 * sent over TLS only, and no other host of the domain can set it (`__Host-`).
 * Decision: O30.
 */
export function createSessionCookie({ publicUrl, trustedProxies }: Place): SessionCookie {
  const isPublicTls = publicUrl?.startsWith('https:') === true;
  const isBehindTls = (ctx: GatewayContext): boolean =>
    isPublicTls || (trustedProxies > 0 && /^https\b/i.test(ctx.get('X-Forwarded-Proto')));
  const nameFor = (ctx: GatewayContext): string =>
    isBehindTls(ctx) ? `__Host-${plainName}` : plainName;
  return {
    read: (ctx) => ctx.cookies.get(nameFor(ctx)) ?? null,
    write: (ctx, token) => {
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
