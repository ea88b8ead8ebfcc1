import { Readable } from 'node:stream';
import { PartFailed } from '../../rest/index.ts';
import { refusals, type RefusalStatus, refuse } from '../passage/refusals.ts';
import type { GatewayContext, GatewayMiddleware } from '../passage/request-state.ts';
import { type Execution, showErrors } from './execute.ts';

type Logging = Pick<Execution, 'log'>;

/**
 * The response when a middleware throws. A connection that was lost is no error; a client's error that Koa or a
 * parser raised keeps its status; everything else is logged and masked.
 */
export function answerCrash(parts: Logging) {
  return function onerror(this: GatewayContext, error: Error | null): void {
    if (error === null || this.req.socket.destroyed || this.res.writableFinished) return;
    const status = statusOf(parts, this, error);
    if (this.headerSent || !this.writable) {
      this.res.destroy();
      return;
    }
    refuse(this, status);
    const body = JSON.stringify(this.body);
    this.type = 'application/json; charset=utf-8';
    this.length = Buffer.byteLength(body);
    this.res.end(this.method === 'HEAD' ? undefined : body);
  };
}

/** The status of what a middleware has thrown; logs what the client did not cause. */
export function statusOf(parts: Logging, { state }: GatewayContext, error: unknown): RefusalStatus {
  const status = (error as { readonly status?: number } | null)?.status;
  if (isRefusal(status)) return status;
  const [shown] = showErrors(parts, state, [error]);
  return shown?.extensions['code'] === 'UNAVAILABLE' ? 503 : 500;
}

function isRefusal(status: number | undefined): status is RefusalStatus {
  return status !== undefined && status >= 400 && status < 500 && status in refusals;
}

/**
 * Logs why a response failed behind its head, where the client can only be cut off. A client that leaves is no error,
 * and why a part of a list could not be read was logged when it was read.
 */
export function logFailedBodies(parts: Logging): GatewayMiddleware {
  return async function logFailedBodies(ctx, next) {
    await next();
    const body: unknown = ctx.body;
    if (!(body instanceof Readable)) return;
    body.once('error', (error) => {
      if (!ctx.res.closed && !(error instanceof PartFailed)) showErrors(parts, ctx.state, [error]);
    });
  };
}
