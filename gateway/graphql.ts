import { GraphQLError } from 'graphql';
import type { ExecutionResult } from 'graphql';
import { createYoga } from 'graphql-yoga';
import type { Context } from '../schema/index.ts';
import { contextOf, showErrors } from './execute.ts';
import type { Execution } from './execute.ts';
import { answerGraphiql, wantsGraphiql } from './graphiql.ts';
import { outcomeOf } from './graphql-outcome.ts';
import {
  limitQueries,
  mediaTypes,
  runSeenAgain,
  showResult,
  takeRequest,
} from './graphql-plugins.ts';
import type { Handed } from './graphql-plugins.ts';
import { readGraphQLRequest, Unreadable } from './graphql-request.ts';
import { refuseValues } from './limits.ts';
import { refusals, refuse } from './refusals.ts';
import type { GatewayContext, GatewayMiddleware } from './request-state.ts';

/**
 * Serves /graphql: the schema to programs, the GraphiQL page to browsers.
 * What cannot be read as a GraphQL request gets the JSON bodies of REST; everything after that a
 * GraphQL result. A bad key without an order token executes nothing; with one, the resolvers judge.
 * Decision: A35, A43, A45, A47, A48.
 */
export function graphql(execution: Execution): GatewayMiddleware {
  const yoga = createYoga<Handed, Context>({
    schema: execution.schema,
    context: ({ ctx }) => contextOf(execution, ctx.state),
    plugins: [takeRequest, limitQueries, runSeenAgain(execution), showResult(execution)],
    graphqlEndpoint: '/graphql',
    graphiql: false,
    landingPage: false,
    cors: false,
    multipart: false,
    batching: false,
    // masking is done in one place for both floors: showErrors
    maskedErrors: false,
    logging: false,
  });

  return async function graphql(ctx, next) {
    if (ctx.path !== '/graphql') {
      await next();
      return;
    }
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
      Vary: 'Accept, Authorization, X-ServiceAPIKey, X-ServiceOrderToken',
    });
    const accept = ctx.accepts(mediaTypes);
    if (accept === false) {
      refuse(ctx, 406);
      return;
    }
    const refusal = await refuseKey(execution, ctx);
    if (refusal) {
      answer(ctx, { errors: showErrors(execution, ctx.state, [refusal]) });
      return;
    }
    try {
      const request = await readGraphQLRequest(ctx);
      const tooMany = refuseValues(request.variables);
      if (tooMany) {
        answer(ctx, { errors: showErrors(execution, ctx.state, [tooMany]) });
        return;
      }
      const response = await yoga.fetch(
        'http://gateway/graphql',
        { method: ctx.method === 'POST' ? 'POST' : 'GET', headers: { accept } },
        { ctx, request },
      );
      ctx.status = response.status;
      response.headers.forEach((value, name) => {
        ctx.set(name, value);
      });
      ctx.body = await response.text();
    } catch (error) {
      if (!(error instanceof Unreadable)) throw error;
      // the rest of the body is not worth waiting for
      refuse(ctx, error.status, error.status === 413 ? { Connection: 'close' } : {}, error.message);
    }
  };
}

/** What stands against executing anything: a bad key, or a look-up that failed. Decision: A48. */
async function refuseKey(execution: Execution, ctx: GatewayContext): Promise<unknown> {
  try {
    const { viewer } = await contextOf(execution, ctx.state);
    if (viewer.key !== 'bad' || viewer.orderToken !== null) return undefined;
    return new GraphQLError(refusals[401], {
      extensions: { code: 'UNAUTHENTICATED', reason: 'invalid_key' },
    });
  } catch (error) {
    return error;
  }
}

/** Answers without Yoga. */
function answer(ctx: GatewayContext, result: ExecutionResult): void {
  const { status, headers } = outcomeOf(result);
  ctx.status = status;
  ctx.set(headers);
  ctx.body = result;
}
