import {
  type DocumentNode,
  type ExecutionResult,
  getOperationAST,
  GraphQLError,
  type OperationDefinitionNode,
  OperationTypeNode,
  validate,
} from 'graphql';
import { type Context, interpret, showsTooMuch, type Viewer } from '../../schema/index.ts';
import { complexityOf, refuseCost } from '../operations/complexity.ts';
import type { DocumentCache } from './document-cache.ts';
import { afterWait, errorsOf, type Execution } from '../operations/execute.ts';
import type { ExecuteStart, Handed, YogaPlugin } from './handed.ts';
import { asksForSchema, limits, parseWithinLimits } from '../operations/query-limits.ts';
import { refusals } from '../passage/refusals.ts';
import { payFor } from '../limits/points.ts';
import { countRecords } from '../passage/request-cost.ts';
import { inTurn, runningOnceMore } from '../operations/run-operation.ts';

// Yoga types it with `any`
interface ExecuteDone {
  readonly result: unknown;
  readonly setResult: (result: ExecutionResult) => void;
}

/**
 * Refuses what would cost too much: before validation by shape, before execution by cost, which every result
 * contains and the caller pays; and introspection by callers without a valid key.
 * Decision: A43, P40, P41, N33.
 */
export const limitQueries = (documents: DocumentCache): YogaPlugin => ({
  onParse({ setParseFn }) {
    setParseFn((source: Parameters<typeof parseWithinLimits>[0]) =>
      documents.parse(source, () => parseWithinLimits(source)),
    );
  },
  onValidate({ setValidationFn }) {
    setValidationFn((...[schema, document, rules]: Parameters<typeof validate>) =>
      documents.validate(document, () => validateWithinLimits(schema, document, rules)),
    );
  },
  async onExecute({ args, setResultAndStopExecution }: ExecuteStart) {
    const { schema, document, operationName, variableValues, contextValue } = args;
    const operation = getOperationAST(document, operationName);
    if (!operation) return undefined;
    // Yoga passes its server context on in the context
    const { ctx, viewer } = contextValue as Context & Handed;
    ctx.state.operation = [operation.operation, operation.name?.value].join(' ').trim();
    ctx.state.onlyReads = operation.operation === OperationTypeNode.QUERY;
    const { requested, asked } = complexityOf(schema, document, operation, { ...variableValues });
    const refusal =
      refuseCost(requested) ??
      refuseSchema(operation, viewer) ??
      (await payFor(ctx.state, document, requested));
    const costing = (actual: number) => ({ cost: { requested, actual, limit: limits.complexity } });
    if (refusal) {
      setResultAndStopExecution({ errors: [refusal], extensions: costing(0) });
      return undefined;
    }
    return {
      onExecuteDone({ result, setResult }: ExecuteDone) {
        if (!isSingle(result)) return;
        const actual = asked + countRecords(result.data);
        ctx.state.cost?.note(document, actual);
        const errors = result.errors && { errors: errorsOf(result) };
        setResult({ ...result, ...errors, extensions: costing(actual) });
      },
    };
  },
});

/** Validation that stops early and makes no suggestions of names. */
const validateWithinLimits: typeof validate = (schema, document, rules) =>
  validate(schema, document, rules, {
    maxErrors: limits.validationErrors,
    hideSuggestions: true,
  });

/** Only callers with a valid key may read the schema. Decision: P41. */
function refuseSchema(
  operation: OperationDefinitionNode,
  viewer: Viewer,
): GraphQLError | undefined {
  if (viewer.key === 'good' || !asksForSchema(operation)) return undefined;
  const reason = viewer.key === 'bad' ? 'invalid_key' : 'missing_key';
  return new GraphQLError(refusals[401], { extensions: { code: 'UNAUTHENTICATED', reason } });
}

/**
 * Runs a document by the executor of the REST layer from its second use on: compiling takes longer than one
 * run. At once if it is no query, which does not run twice, or if graphql-js stops because it would show too much. The
 * document cache decides which documents are remembered.
 * Decision: Q20, L27, P74.
 */
export function runSeenAgain({ executor }: Execution): YogaPlugin {
  const seen = new WeakSet<DocumentNode>();
  const first = runningOnceMore(async (args) => {
    const result = await interpret(args);
    return showsTooMuch(result) ? executor(args) : result;
  });
  const again = runningOnceMore(executor);
  return {
    onExecute({ args, setExecuteFn }: ExecuteStart) {
      const { document, operationName } = args;
      const { ctx } = args.contextValue as Handed;
      const operation = getOperationAST(document, operationName);
      const isRead = operation?.operation === OperationTypeNode.QUERY;
      const run = isRead && !seen.has(document) ? first : again;
      seen.add(document);
      setExecuteFn((given) =>
        inTurn(ctx.state, operation, async () => {
          const contextValue = await afterWait(given.contextValue as Context);
          return run({ ...given, contextValue });
        }),
      );
    },
  };
}

/** Whether it is no stream of results, as subscriptions would have. */
export function isSingle(result: unknown): result is ExecutionResult {
  return (
    typeof result === 'object' &&
    result !== null &&
    !Array.isArray(result) &&
    !(Symbol.asyncIterator in result)
  );
}
