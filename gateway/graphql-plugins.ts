import { execute, getOperationAST, GraphQLError, validate } from 'graphql';
import type {
  DocumentNode,
  ExecutionArgs,
  ExecutionResult,
  OperationDefinitionNode,
} from 'graphql';
import type { Plugin } from 'graphql-yoga';
import type { Context, Executor } from '../schema/index.ts';
import { complexityOf, refuseCost } from './complexity.ts';
import { errorsOf, showErrors } from './execute.ts';
import type { Execution } from './execute.ts';
import { fitting, inOurWords, isUnfit, outcomeOf } from './graphql-outcome.ts';
import type { GraphQLRequest } from './graphql-request.ts';
import { asksForSchema, limits, parseWithinLimits } from './limits.ts';
import { refusals } from './refusals.ts';
import { runningOnceMore } from './run-operation.ts';
import type { GatewayContext } from './request-state.ts';

/** What Yoga is handed beside its own Request, which is only a shell: the gateway has read it. */
export interface Handed {
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
export const mediaTypes = ['application/json', 'application/graphql-response+json'];

type YogaPlugin = Plugin<object, Handed, Context>;

/** Gives Yoga the request that the gateway has read. */
export const takeRequest: YogaPlugin = {
  onRequestParse({ serverContext, setRequestParser }) {
    setRequestParser(() => serverContext.request);
  },
};

/**
 * Refuses what would cost too much: before validation by shape, before execution by cost, which every
 * result tells; and the schema to callers without a good key.
 * Decision: A43, P40, P41, P42.
 */
export const limitQueries: YogaPlugin = {
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

/**
 * Runs a document by the executor of the REST floor once it is seen again: compiling costs more than
 * one run. Yoga keeps the documents it has parsed, the last thousand of them.
 * Decision: Q25, L27.
 */
export function runSeenAgain({ executor }: Execution): YogaPlugin {
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

/** Masks and logs the errors of every result, whatever stage it comes from, and sets the status. */
export function showResult(execution: Execution): YogaPlugin {
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
