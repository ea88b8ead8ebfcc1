import helmet from 'helmet';
import type { GatewayMiddleware } from './request-state.ts';

/**
 * Protective headers of every answer: JSON that is never a page, a frame or a script. The page of
 * GraphiQL replaces the content security policy by its own.
 * Strict-Transport-Security is left to whoever terminates TLS.
 */
export function headers(): GatewayMiddleware {
  const protect = helmet({
    contentSecurityPolicy: {
      useDefaults: false,
      directives: { defaultSrc: ["'none'"], frameAncestors: ["'none'"] },
    },
    strictTransportSecurity: false,
    xFrameOptions: { action: 'deny' },
  });
  return async function headers(ctx, next) {
    protect(ctx.req, ctx.res, (error) => {
      if (error instanceof Error) throw error;
    });
    await next();
  };
}
