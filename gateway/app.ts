import Koa from 'koa';
import type { GraphQLError } from 'graphql';
import { admin } from './admin/admin.ts';
import { addressReader } from './client-address.ts';
import { createExecute, showErrors } from './execute.ts';
import type { Execute, Execution } from './execute.ts';
import { graphql } from './graphql.ts';
import { headers } from './headers.ts';
import { health } from './health.ts';
import type { HealthParts, Lifecycle } from './health.ts';
import { identify } from './identify.ts';
import type { Metrics } from './metrics.ts';
import { crossOrigin, refuseForeignWrites } from './origins.ts';
import { rateLimit } from './rate-limit.ts';
import type { RateLimitParts } from './rate-limit.ts';
import { refusals, refuse } from './refusals.ts';
import type { RefusalStatus } from './refusals.ts';
import { readOnceMore } from './run-operation.ts';
import { requestLog } from './request-log.ts';
import type { GatewayContext, GatewayMiddleware, RequestState } from './request-state.ts';
import { createInUnit } from './unit.ts';
import type { InUnit } from './unit.ts';

/** What the program is made of. */
export interface Parts extends Execution, HealthParts {
  /** Trusted proxies in front. Default 0. */
  readonly trustedProxies?: number;
  /** What is counted and where; without it nothing is. */
  readonly rateLimits?: Pick<RateLimitParts, 'limits' | 'openStore'> | null;
  /** Told what is counted for the operator. */
  readonly metrics?: Pick<Metrics, 'requestAnswered' | 'limitRefused'> | undefined;
  /** Origins whose pages may call from a browser. Default none. */
  readonly allowedOrigins?: readonly string[];
  /** Address clients use, where it is known. */
  readonly publicUrl?: string | null;
  /** Makes the REST floor, which answers every path that is left. */
  readonly createRest: (execute: Execute, inUnit: InUnit) => Koa.Middleware;
}

/** The program as a list, from the outside in. */
export function createApp(parts: Parts): Koa<RequestState> {
  const { allowedOrigins = [], publicUrl = null, metrics } = parts;
  const app = new Koa<RequestState>();
  app.context.onerror = answerCrash(parts);
  app.use(
    requestLog(parts.log, addressReader(parts.trustedProxies ?? 0), metrics?.requestAnswered),
  );
  app.use(closeWhenDraining(parts.lifecycle));
  app.use(headers());
  app.use(requireHost);
  app.use(health(parts));
  if (allowedOrigins.length > 0) app.use(crossOrigin(allowedOrigins));
  app.use(refuseForeignWrites(allowedOrigins, publicUrl));
  app.use(identify);
  if (parts.rateLimits) {
    const { limits, openStore } = parts.rateLimits;
    const onRefused = metrics?.limitRefused;
    app.use(rateLimit({ limits, openStore, onRefused, loadViewer: viewersOf(parts) }));
  }
  app.use(admin());
  app.use(graphql(parts));
  app.use(parts.createRest(createExecute(parts), createInUnit(parts)));
  app.use(answerUnknownPath);
  return app;
}

function viewersOf({ loadViewer, db }: Parts): RateLimitParts['loadViewer'] {
  return (credentials) => readOnceMore(() => loadViewer(db, credentials));
}

/** Lets clients reconnect elsewhere while the program stops. */
function closeWhenDraining(lifecycle: Lifecycle): GatewayMiddleware {
  return async function closeWhenDraining(ctx, next) {
    await next();
    if (lifecycle.draining) ctx.set('Connection', 'close');
  };
}

/** Node would refuse HTTP/1.1 without Host by itself, but with an empty body. */
const requireHost: GatewayMiddleware = async function requireHost(ctx, next) {
  if (ctx.req.httpVersion === '1.1' && ctx.headers.host === undefined) refuse(ctx, 400);
  else await next();
};

const answerUnknownPath: GatewayMiddleware = function answerUnknownPath(ctx) {
  refuse(ctx, 404);
};

const statusOfCode: Readonly<Record<string, RefusalStatus>> = { UNAVAILABLE: 503 };

/**
 * Answers when a middleware throws. A client that went away is nobody's fault; a client's mistake that
 * Koa or a parser raised keeps its status; the rest is logged and masked.
 * Decision: A27, A28, A47.
 */
function answerCrash(parts: Parts) {
  return function onerror(this: GatewayContext, error: (Error & { status?: number }) | null): void {
    if (error === null || this.req.socket.destroyed || this.res.writableFinished) return;
    const status = isRefusal(error.status) ? error.status : statusOf(showCrash(parts, this, error));
    if (this.headerSent || !this.writable) {
      this.res.destroy();
      return;
    }
    for (const name of ['Content-Encoding', 'Content-Length', 'ETag', 'Link', 'Location']) {
      this.remove(name);
    }
    refuse(this, status, status === 503 ? { 'Retry-After': '5' } : {});
    const body = JSON.stringify({ error: refusals[status] });
    this.type = 'application/json; charset=utf-8';
    this.length = Buffer.byteLength(body);
    this.res.end(this.method === 'HEAD' ? undefined : body);
  };
}

function isRefusal(status: number | undefined): status is RefusalStatus {
  return status !== undefined && status >= 400 && status < 500 && status in refusals;
}

function showCrash(parts: Parts, ctx: GatewayContext, error: Error): GraphQLError | undefined {
  return showErrors(parts, ctx.state, [error])[0];
}

function statusOf(shown: GraphQLError | undefined): RefusalStatus {
  return statusOfCode[String(shown?.extensions['code'])] ?? 500;
}
