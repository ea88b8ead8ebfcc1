import type { IncomingMessage, ServerResponse } from 'node:http';
import helmet from 'helmet';
import type { GatewayMiddleware } from './request-state.ts';

/**
 * Security headers of every response, as helmet generates them: JSON that is never a page, a frame or a script.
 * Strict-Transport-Security is left to the proxy that terminates TLS.
 */
export const protectiveHeaders = new Map<string, string>();

const recorder = {
  setHeader: (name: string, value: string) => void protectiveHeaders.set(name, value),
  removeHeader: () => undefined,
};

helmet({
  contentSecurityPolicy: {
    useDefaults: false,
    directives: { defaultSrc: ["'none'"], frameAncestors: ["'none'"] },
  },
  strictTransportSecurity: false,
  xFrameOptions: { action: 'deny' },
  // it reads nothing of a request, and of a response it calls these two
})({} as unknown as IncomingMessage, recorder as unknown as ServerResponse, (error) => {
  if (error instanceof Error) throw error;
});

/** Sets the security headers; the pages replace the policy by their own. */
export const headers: GatewayMiddleware = function headers(ctx, next) {
  ctx.res.setHeaders(protectiveHeaders);
  return next();
};
