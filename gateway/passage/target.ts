import { refuse } from './refusals.ts';
import type { GatewayContext, GatewayMiddleware } from './request-state.ts';

/** Whether the target of a request has a path. Node takes more than can be read, such as `http://%@host/`. */
function hasPath(ctx: GatewayContext): boolean {
  try {
    return /^(?:\/|\*$)/.test(ctx.path);
  } catch (error) {
    if (error instanceof URIError || error instanceof TypeError) return false;
    throw error;
  }
}

/** Refuses a target without a path that can be read with 400: everything behind this looks at the path. */
export const requireTarget: GatewayMiddleware = function requireTarget(ctx, next) {
  if (hasPath(ctx)) return next();
  ctx.url = '/';
  refuse(ctx, 400);
  return undefined;
};
