import Koa from 'koa';
import type { FairQueue } from '../prisma/shares/fair-queue.ts';
import type { RestParts } from '../rest/index.ts';
import { type Context, type Credentials, isKnownToken, type Viewer } from '../schema/index.ts';
import { createAdmit } from './operations/admission.ts';
import { boundAnswers } from './passage/answer-budget.ts';
import { awaitedBody } from './passage/awaited-body.ts';
import { addressReader } from './passage/client-address.ts';
import { compression } from './passage/compression.ts';
import { answerCrash, logFailedBodies, statusOf } from './operations/crashes.ts';
import { createExecute, type Execution } from './operations/execute.ts';
import { graphiqlFiles } from './graphiql/graphiql.ts';
import { graphql } from './graphql/graphql.ts';
import type { Persistence } from './graphql/persisted-queries.ts';
import { schemaText } from './graphql/schema-text.ts';
import { headers } from './passage/headers.ts';
import { health, type HealthParts } from './passage/health.ts';
import { requireHostAndPath } from './passage/host.ts';
import { identify } from './passage/identify.ts';
import { landing } from './landing/landing.ts';
import { LookUps } from './limits/look-ups.ts';
import type { Metrics } from './metrics/metrics.ts';
import { crossOrigin, refuseForeignWrites } from './passage/origins.ts';
import { pageFiles } from './pages/page-files.ts';
import { rateLimit, type RateLimitParts } from './limits/rate-limit.ts';
import { refuse } from './passage/refusals.ts';
import { readOnceMore } from './operations/run-operation.ts';
import { tellCost } from './limits/points.ts';
import { requestLog } from './passage/request-log.ts';
import type { RequestState } from './passage/request-state.ts';
import { queueOfRequests, runningRequests } from './limits/running-requests.ts';
import { createSessionCookie } from './sign-in/cookie.ts';
import { recallSession, session } from './sign-in/session.ts';
import { createInUnit } from './operations/run-as-unit.ts';
import { endUnreadBody } from './passage/unread-body.ts';

export interface Parts extends Omit<Execution, 'viewerOf'>, HealthParts {
  readonly loadViewer: (db: Context['db'], credentials: Credentials) => Promise<Viewer>;
  /** Number of trusted proxies in front. Default 0. */
  readonly trustedProxies?: number;
  /** The rate limits and their store; without it nothing is counted. */
  readonly rateLimits?: Pick<RateLimitParts, 'limits' | 'openStore'> | null;
  /** Receives what is counted for the operator. */
  readonly metrics?: Pick<Metrics, 'requestAnswered' | 'limitRefused'> | undefined;
  /** The queue of requests, for metrics. */
  readonly requests?: FairQueue | undefined;
  /** Origins whose pages may send requests from a browser. Default none. */
  readonly allowedOrigins?: readonly string[];
  /** How many bytes of responses are held for clients. */
  readonly answerBudget?: number;
  readonly publicUrl?: string | null;
  /** Which documents /graphql runs. */
  readonly persistence?: Persistence;
  /** Creates the REST layer, which answers every remaining path. */
  readonly createRest: (
    functions: Pick<RestParts, 'admit' | 'execute' | 'inUnit'>,
  ) => Koa.Middleware;
}

/** The middleware of the program, from the outside in. */
export function createApp(parts: Parts): Koa<RequestState> {
  const { allowedOrigins = [], publicUrl = null, trustedProxies = 0, metrics } = parts;
  const cookie = createSessionCookie(publicUrl, trustedProxies);
  const onRefused = metrics?.limitRefused;
  const lookUps = new LookUps(
    (credentials) => readOnceMore(() => parts.loadViewer(parts.db, credentials)),
    onRefused,
  );
  const execution: Execution = { ...parts, viewerOf: lookUps.viewerOf };
  const app = new Koa<RequestState>();
  app.context.onerror = answerCrash(parts);
  app.use(
    requestLog({
      log: parts.log,
      addressOf: addressReader(trustedProxies),
      statusOfThrown: (ctx, error) => statusOf(parts, ctx, error),
      onAnswered: metrics?.requestAnswered,
    }),
  );
  app.use(awaitedBody);
  app.use(endUnreadBody(parts.lifecycle));
  app.use(headers);
  app.use(requireHostAndPath);
  app.use(health(parts));
  if (allowedOrigins.length > 0) app.use(crossOrigin(allowedOrigins));
  app.use(refuseForeignWrites(allowedOrigins, publicUrl));
  app.use(identify);
  app.use(recallSession(cookie, publicUrl));
  const callers = { lookUps, isKnownToken: (token: string) => isKnownToken(parts.db, token) };
  if (parts.rateLimits) app.use(rateLimit({ ...parts.rateLimits, ...callers, onRefused }));
  const { requests = queueOfRequests() } = parts;
  app.use(runningRequests({ ...callers, requests, onRefused }));
  app.use(compression());
  app.use(boundAnswers(parts.answerBudget));
  app.use(landing(publicUrl));
  app.use(pageFiles());
  app.use(graphiqlFiles());
  const admit = createAdmit(execution);
  app.use(session({ execution, admit, lookUps, cookie, publicUrl }));
  app.use(graphql(execution, admit, parts.persistence));
  app.use(schemaText(parts.schema, admit));
  app.use(tellCost);
  app.use(logFailedBodies(parts));
  const [execute, inUnit] = [createExecute(execution), createInUnit(execution)];
  app.use(parts.createRest({ admit, execute, inUnit }));
  app.use(function answerUnknownPath(ctx) {
    refuse(ctx, 404);
  });
  return app;
}
