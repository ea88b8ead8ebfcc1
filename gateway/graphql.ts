import { execute, getOperationAST, GraphQLError, validate } from 'graphql';
import type {
  DocumentNode,
  ExecutionArgs,
  ExecutionResult,
  OperationDefinitionNode,
} from 'graphql';
import { createYoga } from 'graphql-yoga';
import type { Plugin } from 'graphql-yoga';
import type { Context, Executor } from '../schema/index.ts';
import { complexityOf, refuseCost } from './complexity.ts';
import { contextOf, errorsOf, showErrors, withoutHints } from './execute.ts';
import type { Execution } from './execute.ts';
import { answerGraphiql, wantsGraphiql } from './graphiql.ts';
import { readGraphQLRequest, Unreadable } from './graphql-request.ts';
import type { GraphQLRequest } from './graphql-request.ts';
import { asksForSchema, limits, parseWithinLimits, refuseValues } from './limits.ts';
import { refusals, refuse } from './refusals.ts';
import { runningOnceMore } from './run-operation.ts';
import type { GatewayContext, GatewayMiddleware } from './request-state.ts';

/** What Yoga is handed beside its own Request, which is only a shell: the gateway has read it. */
interface Handed {
  readonly ctx: GatewayContext;
  readonly request: GraphQLRequest;
}

// Yoga types both with `any`, and the context as its own
interface ExecuteStart {
  readonly args: Pick<ExecutionArgs, 'schema' | 'document' | 'operationName' | 'variableValues'> & {
    readonly contextValue: object;
  };
  readonly setResultAndStopExecution: (result: ExecutionResult) => void;
}
interface SeenAgain {
  readonly args: Pick<ExecutionArgs, 'document'>;
  readonly setExecuteFn: (execute: Executor) => void;
}
interface ExecuteDone {
  readonly result: unknown;
  readonly setResult: (result: ExecutionResult) => void;
}

/** What results are answered as; the first where the client has no preference. */
const mediaTypes = ['application/json', 'application/graphql-response+json'];

type YogaPlugin = Plugin<object, Handed, Context>;

/** Statuses of codes at /graphql; those without a row are 200. Decision: A45. */
const statuses: Readonly<Record<string, number>> = {
  UNAUTHENTICATED: 401,
  RATE_LIMITED: 429,
  UNAVAILABLE: 503,
  GRAPHQL_PARSE_FAILED: 400,
  GRAPHQL_VALIDATION_FAILED: 400,
  BAD_USER_INPUT: 400,
  QUERY_TOO_COMPLEX: 400,
};

/** Yoga's own codes that mean a request it could not take; A45 knows one word for them. */
const badRequests = new Set<unknown>(['BAD_REQUEST', 'OPERATION_RESOLUTION_FAILURE']);

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

/** Gives Yoga the request that the gateway has read. */
const takeRequest: YogaPlugin = {
  onRequestParse({ serverContext, setRequestParser }) {
    setRequestParser(() => serverContext.request);
  },
};

/**
 * Refuses what would cost too much: before validation by shape, before execution by cost, which every
 * result tells; and the schema to callers without a good key.
 * Decision: A43, P40, P41, P42.
 */
const limitQueries: YogaPlugin = {
  onParse({ setParseFn }) {
    setParseFn(parseWithinLimits);
  },
  onValidate({ setValidationFn }) {
    setValidationFn(validateWithinLimits);
  },
  onExecute({ args, setResultAndStopExecution }: ExecuteStart) {
    const { schema, document, operationName, variableValues, contextValue } = args;
    const operation = getOperationAST(document, operationName);
    if (!operation) return undefined;
    const requested = complexityOf(schema, document, operation, { ...variableValues });
    const extensions = { cost: { requested, limit: limits.complexity } };
    const refusal = refuseCost(requested) ?? refuseSchema(operation, contextValue as Context);
    if (refusal) {
      setResultAndStopExecution({ errors: [refusal], extensions });
      return undefined;
    }
    return {
      onExecuteDone({ result, setResult }: ExecuteDone) {
        if (!isSingle(result)) return;
        setResult({ ...result, ...(result.errors && { errors: errorsOf(result) }), extensions });
      },
    };
  },
};

/**
 * Runs a document by the executor of the REST floor once it is seen again: compiling costs more than
 * one run. Yoga keeps the documents it has parsed, the last thousand of them.
 * Decision: Q25, L27.
 */
function runSeenAgain({ executor }: Execution): YogaPlugin {
  const seen = new WeakSet<DocumentNode>();
  const first = runningOnceMore(execute);
  const again = runningOnceMore(executor);
  return {
    onExecute({ args, setExecuteFn }: SeenAgain) {
      setExecuteFn(seen.has(args.document) ? again : first);
      seen.add(args.document);
    },
  };
}

/** Validation that stops early and spends nothing on guesses at what name was meant. */
const validateWithinLimits: typeof validate = (schema, document, rules) =>
  validate(schema, document, rules, {
    maxErrors: limits.validationErrors,
    hideSuggestions: true,
  });

/** The schema is told to those who may call it. Decision: P41. */
function refuseSchema(
  operation: OperationDefinitionNode,
  { viewer }: Context,
): GraphQLError | undefined {
  if (viewer.key === 'good' || !asksForSchema(operation)) return undefined;
  const reason = viewer.key === 'bad' ? 'invalid_key' : 'missing_key';
  return new GraphQLError(refusals[401], { extensions: { code: 'UNAUTHENTICATED', reason } });
}

/** Masks and logs the errors of every result, whatever stage it comes from, and sets the status. */
function showResult(execution: Execution): YogaPlugin {
  return {
    onResultProcess(processing) {
      const { result, serverContext } = processing;
      const { ctx } = serverContext;
      if (!isSingle(result) || !result.errors) return;
      const errors = showErrors(execution, ctx.state, result.errors.map(inOurWords));
      const shown = { ...result, errors };
      const isPlainJson = ctx.accepts(mediaTypes) === 'application/json';
      const http = isPlainJson && isUnfit(result) ? fitting : outcomeOf(shown, result.errors);
      processing.setResult({ ...shown, extensions: { ...result.extensions, http } });
    },
  };
}

function isSingle(result: unknown): result is ExecutionResult {
  return (
    typeof result === 'object' &&
    result !== null &&
    !Array.isArray(result) &&
    !(Symbol.asyncIterator in result)
  );
}

/** Codes of a document or variables that the schema has no use for. */
const unfit = new Set<unknown>([
  'GRAPHQL_PARSE_FAILED',
  'GRAPHQL_VALIDATION_FAILED',
  'BAD_USER_INPUT',
]);

/**
 * Whether a well-formed request does not fit the schema: as plain JSON that is told by the body alone, with
 * 200, because clients of that media type take other statuses for trouble on the way.
 * Decision: P43.
 */
function isUnfit({ errors = [] }: ExecutionResult): boolean {
  return errors.every(
    ({ extensions: { code, http } }) =>
      unfit.has(code) && [undefined, 400].includes(httpStatus(http)),
  );
}

const fitting: Outcome = { status: 200, headers: {} };

/** An error that Yoga or graphql-js made, with a code of A45 and without hints of names. */
function inOurWords(error: GraphQLError): GraphQLError {
  const { http, code, ...extensions } = error.extensions;
  if (error.originalError && http === undefined) return error;
  return new GraphQLError(withoutHints(error.message), {
    ...(error.nodes && { nodes: error.nodes }),
    ...(!error.nodes && error.source && { source: error.source, positions: error.positions }),
    ...(error.path && { path: error.path }),
    extensions: {
      ...extensions,
      ...(code !== undefined && { code: badRequests.has(code) ? 'BAD_USER_INPUT' : code }),
    },
  });
}

interface Outcome {
  readonly status: number;
  readonly headers: Record<string, string>;
}

/** Status and headers of a result with errors. `raw` may tell of a method that does not fit. Decision: A9, A45. */
function outcomeOf(result: ExecutionResult, raw: readonly GraphQLError[] = []): Outcome {
  const errors = result.errors ?? [];
  const wrongMethod = raw.some(({ extensions }) => httpStatus(extensions['http']) === 405);
  if (wrongMethod) return { status: 405, headers: { Allow: 'POST' } };
  const ofCode = (code: unknown): number =>
    code === 'INTERNAL_SERVER_ERROR' && !('data' in result) ? 500 : (statuses[String(code)] ?? 200);
  const status = Math.max(...errors.map(({ extensions }) => ofCode(extensions['code'])));
  const deciding = errors.find(
    ({ extensions }) => ofCode(extensions['code']) === status,
  )?.extensions;
  const reason = textOr(deciding?.['reason'], 'missing_key');
  const retryAfter = textOr(deciding?.['retryAfter'], '5');
  return {
    status,
    headers: {
      ...(status === 401 && {
        'WWW-Authenticate': `ApiKey realm="Online Store API", error="${reason}"`,
      }),
      ...((status === 429 || status === 503) && { 'Retry-After': retryAfter }),
    },
  };
}

function textOr(value: unknown, otherwise: string): string {
  return typeof value === 'string' || typeof value === 'number' ? String(value) : otherwise;
}

function httpStatus(http: unknown): number | undefined {
  const isNoted = typeof http === 'object' && http !== null && 'status' in http;
  return isNoted ? Number(http.status) : undefined;
}

/** Answers without Yoga. */
function answer(ctx: GatewayContext, result: ExecutionResult): void {
  const { status, headers } = outcomeOf(result);
  ctx.status = status;
  ctx.set(headers);
  ctx.body = result;
}
