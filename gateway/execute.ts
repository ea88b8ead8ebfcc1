import { GraphQLError } from 'graphql';
import type { DocumentNode, ExecutionResult, GraphQLSchema } from 'graphql';
import { throwUnforeseen } from '../schema/index.ts';
import type { Context, Executor, Settings, Viewer } from '../schema/index.ts';
import { viewerOf } from './identify.ts';
import { logFault, logTrouble } from './request-log.ts';
import type { Log } from './request-log.ts';
import { readOnceMore, runningOnceMore } from './run-operation.ts';
import type { Credentials, RequestState } from './request-state.ts';

/** What it takes to run operations of the schema. */
export interface Execution {
  readonly schema: GraphQLSchema;
  /** Runs a document of the schema: compiled, or by graphql-js. */
  readonly executor: Executor;
  readonly db: Context['db'];
  readonly settings: Settings;
  readonly log: Log;
  readonly now?: () => Date;
  readonly loadViewer: (db: Context['db'], credentials: Credentials) => Promise<Viewer>;
  readonly toClientError: (error: unknown, requestId: string) => GraphQLError;
}

/** Runs one prepared operation for a request. The errors of the result may be shown to the client. */
export type Execute = (
  ctx: { readonly state: RequestState },
  document: DocumentNode,
  variables: Readonly<Record<string, unknown>>,
  operationName?: string,
) => Promise<ExecutionResult>;

/** The context that resolvers of a request see: of its unit of work, else a new one with the viewer. */
export async function contextOf(execution: Execution, state: RequestState): Promise<Context> {
  if (state.unit) return state.unit;
  const { db, settings, loadViewer, now = () => new Date() } = execution;
  const viewer = await viewerOf(state, (credentials) =>
    readOnceMore(() => loadViewer(db, credentials)),
  );
  return { db, viewer, now, requestId: state.requestId, settings };
}

/**
 * Makes the function by which the REST floor runs its documents: in process, without the limits of
 * /graphql and without validation, which those documents pass at start; with the same rights, masking
 * and logging. Inside a unit of work it throws what no operation foresaw, because that ends the unit.
 * Decision: A43, A45, A47, L1, L27.
 */
export function createExecute(execution: Execution): Execute {
  const { schema, executor } = execution;
  const patient = runningOnceMore(executor);
  return async function executeInProcess(ctx, document, variables, operationName) {
    try {
      const contextValue = await contextOf(execution, ctx.state);
      const run = ctx.state.unit ? executor : patient;
      const result = await run({
        schema,
        document,
        contextValue,
        variableValues: variables,
        operationName: operationName ?? null,
      });
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

/** The errors of an execution; those before its first field say that the variables do not fit. */
export function errorsOf(result: ExecutionResult): readonly GraphQLError[] {
  const errors = result.errors ?? [];
  return 'data' in result ? errors : errors.map(toBadInput);
}

/** A request that does not fit the schema, as graphql-js found, without its hints of names. Decision: A45. */
function toBadInput(error: GraphQLError): GraphQLError {
  return new GraphQLError(withoutHints(error.message), {
    ...(error.nodes && { nodes: error.nodes }),
    extensions: { code: 'BAD_USER_INPUT' },
  });
}

/** A message of graphql-js without its guesses at what name was meant. Decision: A45. */
export function withoutHints(message: string): string {
  return message.replace(/ ?Did you mean .*$/s, '');
}

/** Codes by which a guess is told that it was wrong. */
const denials = new Set<unknown>(['UNAUTHENTICATED', 'UNAUTHORIZED', 'NOT_FOUND']);

/**
 * Errors as the client may see them. What is not the client's doing goes to the log: the first fault of
 * a request, because a list repeats one fault for every row.
 * Decision: A45, A47.
 */
export function showErrors(
  { log, toClientError }: Pick<Execution, 'log' | 'toClientError'>,
  state: RequestState,
  errors: readonly unknown[],
): GraphQLError[] {
  const logged = new Set<unknown>();
  return errors.map((error) => {
    const shown = toClientError(error, state.requestId);
    const code = shown.extensions['code'];
    if (denials.has(code)) state.denied = true;
    if (code === 'INTERNAL_SERVER_ERROR') state.fault = true;
    const write = { INTERNAL_SERVER_ERROR: logFault, UNAVAILABLE: logTrouble }[String(code)];
    if (write && !logged.has(code)) {
      logged.add(code);
      write(log, state, error instanceof GraphQLError ? (error.originalError ?? error) : error);
    }
    return shown;
  });
}
