import { GraphQLError } from 'graphql';
import type { ExecutionResult } from 'graphql';
import { createYoga } from 'graphql-yoga';
import { preferredType } from '../../rest/index.ts';
import type { Context } from '../../schema/index.ts';
import type { Admit } from '../operations/admission.ts';
import { DocumentCache } from './document-cache.ts';
import { contextOf, showErrors } from '../operations/execute.ts';
import type { Execution } from '../operations/execute.ts';
import { answerGraphiql, wantsGraphiql } from '../graphiql/graphiql.ts';
import { mediaTypes, outcomeOf } from './graphql-outcome.ts';
import type { MediaType } from './graphql-outcome.ts';
import { limitQueries, codesOf, runSeenAgain, showResult, takeRequest } from './graphql-plugins.ts';
import type { Handed } from './handed.ts';
import { isProbe, probe, readGraphQLRequest, readKey } from './graphql-request.ts';
import { PersistedQueries } from './persisted-queries.ts';
import type { Persistence } from './persisted-queries.ts';
import { runOnce } from './repetition.ts';
import { refuseValues } from '../operations/query-limits.ts';
import { refuse } from '../passage/refusals.ts';
import { noteCodes } from '../passage/request-state.ts';
import type { GatewayContext, GatewayMiddleware } from '../passage/request-state.ts';

/**
 * Serves /graphql: the schema to programs, the GraphiQL page to browsers. A caller with neither a valid key nor
 * an order token is refused before anything is read, except for a probe without a key. Every answer after that is
 * a GraphQL result.
 * Decision: A35, A43, A45, A47, A48, N5.
 */
export function graphql(
  execution: Execution,
  admit: Admit,
  persistence: Persistence = { mode: 'on', list: new Map() },
): GatewayMiddleware {
  const documents = new DocumentCache();
  const persisted = new PersistedQueries(persistence, documents);
  const yoga = createYoga<Handed, Context>({
    schema: execution.schema,
    context: ({ ctx }) => contextOf(execution, ctx.state, 'graphql'),
    plugins: [
      takeRequest,
      limitQueries(documents),
      runSeenAgain(execution),
      runOnce(execution),
      showResult(execution),
    ],
    parserAndValidationCache: false,
    graphqlEndpoint: '/graphql',
    graphiql: false,
    landingPage: false,
    cors: false,
    multipart: false,
    batching: false,
    // errors are masked in one place for both interfaces: showErrors
    maskedErrors: false,
    logging: false,
  });

  const serve = async (ctx: GatewayContext): Promise<void> => {
    ctx.state.route = ctx.path;
    if (ctx.method === 'OPTIONS') {
      ctx.status = 204;
      ctx.set('Allow', 'GET, HEAD, POST, OPTIONS');
      return;
    }
    if (!['GET', 'HEAD', 'POST'].includes(ctx.method)) {
      refuse(ctx, 405, { Allow: 'GET, HEAD, POST, OPTIONS' });
      return;
    }
    if (wantsGraphiql(ctx)) return answerGraphiql(ctx);
    ctx.set({
      'Cache-Control': 'no-store',
      Vary: 'Accept, Accept-Encoding, Authorization, X-ServiceAPIKey, X-ServiceOrderToken',
    });
    const mediaType = preferredType(ctx.headers.accept, mediaTypes);
    if (mediaType === undefined) {
      refuse(ctx, 406);
      return;
    }
    const refusal = await admit(ctx, true);
    const isKnown = refusal.length === 0;
    if (!isKnown && (ctx.state.credentials.key !== null || !(await isProbe(ctx)))) {
      answer(ctx, mediaType, { errors: refusal });
      return;
    }
    try {
      const request = isKnown ? persisted.find(await readGraphQLRequest(ctx)) : probe;
      const tooMany = refuseValues(request.variables);
      if (tooMany) throw tooMany;
      const response = await yoga.fetch(
        'http://gateway/graphql',
        { method: ctx.method === 'POST' ? 'POST' : 'GET', headers: { accept: mediaType } },
        { ctx, request, text: request['query'], mediaType, key: readKey(ctx) },
      );
      if (isKnown) persisted.keep(request);
      ctx.status = response.status;
      response.headers.forEach((value, name) => {
        ctx.set(name, value);
      });
      ctx.body = await response.text();
    } catch (error) {
      if (!(error instanceof GraphQLError)) throw error;
      answer(ctx, mediaType, { errors: showErrors(execution, ctx.state, [error]) });
    }
  };
  return function graphql(ctx, next) {
    return ctx.path === '/graphql' ? serve(ctx) : next();
  };
}

/** Responses without Yoga. */
function answer(ctx: GatewayContext, mediaType: MediaType, result: ExecutionResult): void {
  const { status, headers } = outcomeOf(result);
  noteCodes(ctx.state, codesOf(result.errors ?? []));
  ctx.status = status;
  ctx.set(headers);
  ctx.type = `${mediaType}; charset=utf-8`;
  ctx.body = result;
}
