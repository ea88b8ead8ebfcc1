import { Readable } from 'node:stream';
import { type ExecutionResult, GraphQLError } from 'graphql';
import { createYoga } from 'graphql-yoga';
import { oneATurn, preferredType } from '../../rest/index.ts';
import { type Context, NotTold } from '../../schema/index.ts';
import type { Admit } from '../operations/admission.ts';
import { DocumentCache } from './document-cache.ts';
import { untold } from '../operations/answer-length.ts';
import { contextOf, type Execution, showErrors } from '../operations/execute.ts';
import { answerGraphiql, wantsGraphiql } from '../graphiql/graphiql.ts';
import {
  fitting,
  inOurWords,
  isUnfit,
  type MediaType,
  mediaTypes,
  type HttpOutcome,
  outcomeOf,
} from './graphql-outcome.ts';
import { isSingle, limitQueries, runCompiled } from './graphql-plugins.ts';
import type { Handed } from './yoga-input.ts';
import { mostAtOnce, partsOf } from './long-result.ts';
import { isProbe, probe, readGraphQLRequest, readKey } from './graphql-request.ts';
import { persistedQueries, type Persistence } from './persisted-queries.ts';
import { runOnce } from './repetition.ts';
import { refuseValues } from '../operations/query-limits.ts';
import { refuse, takesMethod } from '../passage/refusals.ts';
import {
  type GatewayContext,
  type GatewayMiddleware,
  noteCodes,
} from '../passage/request-state.ts';

/**
 * What Yoga knows of a request beside its parameters: the method, by which it refuses mutations. The gateway reads
 * the real request and writes the response, which takes Yoga a tenth of a small query's time.
 */
const shells = {
  GET: new Request('http://gateway/graphql'),
  POST: new Request('http://gateway/graphql', { method: 'POST' }),
} as const;

const methods = ['GET', 'HEAD', 'POST', 'OPTIONS'];

/**
 * Serves /graphql: the schema to programs, the GraphiQL page to browsers. A caller with neither a valid key nor
 * an order token is refused before anything is read, except for a probe without a key. Every answer to a program
 * has the form of a GraphQL result.
 */
export function graphql(
  execution: Execution,
  admit: Admit,
  persistence: Persistence = { mode: 'on', list: new Map() },
): GatewayMiddleware {
  const documents = new DocumentCache();
  const persisted = persistedQueries(persistence, documents);
  const yoga = createYoga<Handed, Context>({
    schema: execution.schema,
    context: ({ ctx }) => contextOf(execution, ctx.state, 'graphql'),
    plugins: [limitQueries(documents), runCompiled(execution), runOnce(execution)],
    parserAndValidationCache: false,
    // errors are masked in one place for both interfaces: showErrors
    maskedErrors: false,
    logging: false,
  });

  const serve = async (ctx: GatewayContext): Promise<void> => {
    ctx.state.route = ctx.path;
    if (!takesMethod(ctx, methods)) return;
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
      const sent = isKnown ? await readGraphQLRequest(ctx) : undefined;
      // again, because the key may have ended while the body arrived
      const ended = isKnown ? await admit(ctx, true) : [];
      if (ended.length > 0) {
        answer(ctx, mediaType, { errors: ended });
        return;
      }
      const request = sent ? persisted.find(sent) : probe;
      const tooMany = refuseValues(request.variables);
      if (tooMany) throw tooMany;
      const result = await yoga.getResultForParams(
        { params: request, request: ctx.method === 'POST' ? shells.POST : shells.GET },
        { ctx, text: request['query'], key: readKey(ctx) },
      );
      if (!isSingle(result)) throw new TypeError('A query or a mutation has one result.');
      if (isKnown) persisted.keep(request);
      const tell = (told: ExecutionResult): void => {
        answer(ctx, mediaType, ...shownOf(told, mediaType, ctx));
      };
      tell(result);
      ctx.state.leaveOut = () => {
        tell(untold(result, new NotTold()));
      };
    } catch (error) {
      if (!(error instanceof GraphQLError)) throw error;
      answer(ctx, mediaType, { errors: showErrors(execution, ctx.state, [inOurWords(error)]) });
    }
  };

  /** A result with its errors masked and logged, and what it is over HTTP. */
  function shownOf(
    result: ExecutionResult,
    mediaType: MediaType,
    { state }: GatewayContext,
  ): [ExecutionResult, HttpOutcome] {
    if (!result.errors) return [result, fitting];
    const shown = {
      ...result,
      errors: showErrors(execution, state, result.errors.map(inOurWords)),
    };
    const isFitting = mediaType === 'application/json' && isUnfit(result);
    return [shown, isFitting ? fitting : outcomeOf(shown, result.errors)];
  }

  return function graphql(ctx, next) {
    if (ctx.path === '/graphql') return serve(ctx);
    if (ctx.path !== '/graphql/') return next();
    refuse(ctx, 404);
    return undefined;
  };
}

function answer(
  ctx: GatewayContext,
  mediaType: MediaType,
  result: ExecutionResult,
  { status, headers }: HttpOutcome = outcomeOf(result),
): void {
  const codes = result.errors?.map(({ extensions }) => String(extensions['code']));
  if (codes) noteCodes(ctx.state, codes);
  ctx.status = status;
  ctx.set(headers);
  ctx.type = `${mediaType}; charset=utf-8`;
  const { readCharacters = 0 } = ctx.state;
  if (result.data && readCharacters > mostAtOnce) {
    ctx.body = Readable.from(oneATurn(partsOf(result)), { highWaterMark: 1 });
    // what it is written from stays until it is sent
    ctx.state.hold?.(readCharacters);
    return;
  }
  // a buffer is read once: a text is read again for its length, and copied when it is sent
  ctx.body = Buffer.from(JSON.stringify(result));
}
