import { IncomingMessage, ServerResponse } from 'node:http';
import { Socket } from 'node:net';
import helmet from 'helmet';
import type { GatewayMiddleware } from './request-state.ts';

/**
 * Protective headers of every answer, as helmet gives them: JSON that is never a page, a frame or a script.
 * Strict-Transport-Security is left to the proxy that terminates TLS.
 */
export const protectiveHeaders = new Map<string, string>();

/** Notes the headers instead of sending them: they are the same for every answer. */
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

/** Sets the protective headers; the pages of GraphiQL and of the docs replace the policy by their own. */
export function headers(): GatewayMiddleware {
  return async function headers(ctx, next) {
    ctx.res.setHeaders(protectiveHeaders);
    await next();
  };
}
