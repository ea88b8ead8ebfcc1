import { IncomingMessage, ServerResponse } from 'node:http';
import { Socket } from 'node:net';
import helmet from 'helmet';
import type { GatewayMiddleware } from './request-state.ts';

/**
 * Security headers of every response, as helmet generates them: JSON that is never a page, a frame or a script.
 * Strict-Transport-Security is left to the proxy that terminates TLS.
 */
export const protectiveHeaders = new Map<string, string>();

/** Captures the headers instead of sending them: they are the same for every response. */
class HeaderRecorder extends ServerResponse {
  override setHeader(name: string, value: number | string | readonly string[]): this {
    protectiveHeaders.set(name, String(value));
    return this;
  }
}

{
  const protect = helmet({
    contentSecurityPolicy: {
      useDefaults: false,
      directives: { defaultSrc: ["'none'"], frameAncestors: ["'none'"] },
    },
    strictTransportSecurity: false,
    xFrameOptions: { action: 'deny' },
  });
  const request = new IncomingMessage(new Socket());
  protect(request, new HeaderRecorder(request), (error) => {
    if (error instanceof Error) throw error;
  });
}

/** Sets the security headers; the pages replace the policy by their own. */
export const headers: GatewayMiddleware = function headers(ctx, next) {
  ctx.res.setHeaders(protectiveHeaders);
  return next();
};
