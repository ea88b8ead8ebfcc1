import { type ExecutionResult, getOperationAST, GraphQLError, type GraphQLSchema } from 'graphql';
import { clientOfRequest } from '../../prisma/shares/shares.ts';
import type { RestParts } from '../../rest/index.ts';
import {
  type Context,
  type Executor,
  isExpected,
  type Language,
  type Origin,
  reasonOf,
  type Settings,
  throwUnforeseen,
  toClientError,
  toldOf,
  type Viewer,
} from '../../schema/index.ts';
import { complexityOf } from './complexity.ts';
import { isAccepting } from '../limits/loop-turns.ts';
import { payFor } from '../limits/points.ts';
import { measureAnswer } from '../passage/request-cost.ts';
import { type Log, logFault, logTrouble } from '../passage/request-log.ts';
import { inTurn, runningOnceMore } from './run-operation.ts';
import { noteCodes, type RequestState } from '../passage/request-state.ts';

/** While others wait, an answer with more records is presented in a turn of the event loop of its own. */
const recordsOfTurn = 500;

/** What running operations of the schema requires. */
export interface Execution {
  readonly schema: GraphQLSchema;
  readonly executor: Executor;
  readonly db: Context['db'];
  readonly settings: Settings;
  readonly log: Log;
  readonly now?: () => Date;
  /** The viewer that runs operations, if it is not the caller of a request. */
  readonly actor?: Origin['actor'];
  /** The caller of a request, as it is now: of all that runs operations the one way to it. */
  readonly viewerOf: (state: RequestState) => Promise<Viewer>;
  /** Throws for unknown callers. */
  readonly requireKnownCaller: (
    db: Context['db'],
    viewer: Viewer,
    tokenOpens: boolean,
  ) => Promise<void>;
}

/** The context of a request's resolvers: that of its unit of work, else a new one with the viewer. */
export async function contextOf(
  execution: Execution,
  state: RequestState,
  language: Language,
): Promise<Context> {
  if (state.unit) return state.unit;
  const { db, settings, viewerOf, now = () => new Date(), actor = 'user' } = execution;
  let found: Viewer | undefined;
  let viewer: Viewer;
  const viewerNow = async (): Promise<Viewer> => {
    const now = await viewerOf(state);
    if (now !== found) viewer = { ...now, tokenRights: settings.orderTokenRights, language };
    found = now;
    return viewer;
  };
  const origin = { actor, address: state.address ?? null };
  const turns = state.isShared ? 'in-line' : 'at-once';
  const own = clientOfRequest(db, state.caller ?? 'program', turns);
  // REST says in its status what was refused
  const hearing = language === 'graphql' && {
    hearRefusal: (codes: readonly string[]): void => {
      noteCodes(state, codes);
    },
  };
  const { requestId } = state;
  return {
    db: own,
    viewer: await viewerNow(),
    viewerNow,
    now,
    requestId,
    settings,
    origin,
    ...hearing,
  };
}

/** The context after a wait, with the caller's rights of now; within a unit of work nothing waits. Decision: A8. */
export async function afterWait<Waited extends Context>(context: Waited): Promise<Waited> {
  if (context.unit || !context.viewerNow) return context;
  const viewer = await context.viewerNow();
  return viewer === context.viewer ? context : { ...context, viewer };
}

/**
 * Creates the function that runs the documents of the REST layer: in process, without the limits of /graphql
 * and without validation, which is done at start; with the same permissions, masking and logging. Points for
 * its cost are taken first, and settled by the actual result. In a unit of work it throws unexpected errors,
 * because they end the unit. The errors of the result may be shown to the client.
 */
export function createExecute(execution: Execution): RestParts['execute'] {
  const { schema, executor } = execution;
  const patient = runningOnceMore(executor);
  return async function executeInProcess(
    ctx: { readonly state: RequestState },
    document,
    variables,
  ) {
    try {
      const contextValue = await contextOf(execution, ctx.state, 'rest');
      const operation = getOperationAST(document);
      const { requested, asked } = operation
        ? complexityOf(schema, document, operation, variables)
        : { requested: 0, asked: 0 };
      const refusal = await payFor(ctx.state, document, requested);
      if (refusal) return { errors: [refusal] };
      const run = ctx.state.unit ? executor : patient;
      const result = await inTurn(ctx.state, operation, async (turn) =>
        run({
          schema,
          document,
          contextValue: await afterWait(contextValue),
          variableValues: variables,
          isOwn: true,
          turn,
        }),
      );
      const { records, characters } = measureAnswer(result.data);
      ctx.state.readCharacters = characters;
      const actual = asked + records;
      const { unit, isShared, ownTurn } = ctx.state;
      // nothing waits while a transaction holds locks and a connection
      if (!unit && records > recordsOfTurn && (isShared || isAccepting())) await ownTurn?.();
      ctx.state.cost?.note(document, actual);
      if (ctx.state.unit) throwUnforeseen(result.errors ?? []);
      return result.errors
        ? { ...result, errors: showErrors(execution, ctx.state, errorsOf(result)) }
        : result;
    } catch (error) {
      if (ctx.state.unit) throw error;
      return { errors: showErrors(execution, ctx.state, [error]) };
    }
  };
}

/** The errors of an execution; those before its first field without a code mean that the variables are invalid. */
export function errorsOf(result: ExecutionResult): readonly GraphQLError[] {
  const errors = result.errors ?? [];
  return 'data' in result ? errors : errors.map(toBadInput);
}

/** An invalid request, as graphql-js found, without its suggestions of names. Decision: A45. */
function toBadInput(error: GraphQLError): GraphQLError {
  if (error.extensions['code'] !== undefined) return error;
  return new GraphQLError(toldOf(error.message), {
    ...(error.nodes && { nodes: error.nodes }),
    extensions: { code: 'BAD_USER_INPUT' },
  });
}

/** Codes of responses that mean that a guess was wrong. */
const denials = new Set<unknown>(['UNAUTHENTICATED', 'UNAUTHORIZED', 'NOT_FOUND']);

/** Codes of errors that the client did not cause, and that are no bugs unless their reason is one. */
const troubles = new Set<unknown>(['RESPONSE_NOT_READ', 'UNAVAILABLE']);

/**
 * Errors as the client may see them. Errors that the client did not cause are logged: only the first of a
 * request, because a list repeats an error for every row.
 */
export function showErrors(
  { log }: Pick<Execution, 'log'>,
  state: RequestState,
  errors: readonly unknown[],
): GraphQLError[] {
  const logged = new Set<unknown>();
  return errors.map((error) => {
    const shown = toClientError(error, state.requestId);
    const code = shown.extensions['code'];
    if (denials.has(code)) state.denied = true;
    const reason = reasonOf(error);
    const isFault = !isExpected(reason);
    if (isFault) state.fault = true;
    if ((isFault || troubles.has(code)) && !logged.has(code)) {
      logged.add(code);
      const write = isFault ? logFault : logTrouble;
      write(log, state, reason);
    }
    return shown;
  });
}
