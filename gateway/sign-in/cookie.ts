import { sessionSeconds } from '../../schema/index.ts';
import type { GatewayContext } from '../request-state.ts';

/** The cookie that holds the token of a session. */
export interface SessionCookie {
  /** The token that the browser sent; null where it sent none. */
  readonly read: (ctx: GatewayContext) => string | null;
  /** Gives the browser a token, or takes away the one it has. */
  readonly write: (ctx: GatewayContext, token: string | null) => void;
}

/** Where the store stands. */
export interface Place {
  readonly publicUrl: string | null;
  readonly trustedProxies: number;
}

/** Other programs of the same host see the cookie as well, whatever their port, so its name says whose it is. */
const plainName = 'online-store-session';

/**
 * Makes the cookie of the sessions: no script reads it, no page of another site sends it. Behind TLS it is never
 * sent without, and no other host of the domain can set it (`__Host-`).
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
