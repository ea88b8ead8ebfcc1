import {
  type ExecutionResult,
  getOperationAST,
  GraphQLError,
  type OperationDefinitionNode,
  OperationTypeNode,
  validate,
} from 'graphql';
import { isObject } from '../../rest/index.ts';
import { afterWrite, type Context, isTooLarge, type Viewer } from '../../schema/index.ts';
import { sendable } from '../operations/answer-length.ts';
import { complexityOf, refuseCost } from '../operations/complexity.ts';
import type { DocumentCache } from './document-cache.ts';
import { afterWait, errorsOf, type Execution } from '../operations/execute.ts';
import type { ExecuteStart, Handed, YogaPlugin } from './yoga-input.ts';
import { asksForSchema, limits, parseWithinLimits } from '../operations/query-limits.ts';
import { refusals } from '../passage/refusals.ts';
import { payFor } from '../limits/points.ts';
import { inTurn, runningOnceMore } from '../operations/run-operation.ts';

// Yoga types it with `any`
interface ExecuteDone {
  readonly result: unknown;
  readonly setResult: (result: ExecutionResult) => void;
}

/** What a mutation that costs more tells is not read in its transaction. Decision: N46. */
const mostToldAtOnce = 1_000;

/**
 * Refuses what would cost too much: before validation by shape, before execution by cost, which every result
 * contains and the caller pays; and introspection by callers without a valid key.
 */
export const limitQueries = (documents: DocumentCache): YogaPlugin => ({
  onParse({ setParseFn }) {
    setParseFn((source: Parameters<typeof parseWithinLimits>[0]) =>
      documents.parse(source, () => parseWithinLimits(source)),
    );
  },
  onValidate({ context, setValidationFn }) {
    // Yoga hands on its server context
    const { ctx } = context as object as Handed;
    const { caller = 'program' } = ctx.state;
    setValidationFn((...[schema, document, rules]: Parameters<typeof validate>) =>
      documents.validate(document, () => validateWithinLimits(schema, document, rules), caller),
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
    ctx.state.tellsMuch = !ctx.state.onlyReads && requested > mostToldAtOnce;
    const costing = (actual: number) => ({ cost: { requested, actual, limit: limits.complexity } });
    if (refusal) {
      setResultAndStopExecution({ errors: [refusal], extensions: costing(0) });
      return undefined;
    }
    return {
      onExecuteDone({ result, setResult }: ExecuteDone) {
        if (!isSingle(result)) return;
        const { records, characters, shown } = sendable(result, operation.operation);
        ctx.state.readCharacters = characters;
        // what was refused for its size was work like any other
        const actual = shown.errors?.some(isTooLarge) ? limits.complexity : asked + records;
        ctx.state.cost?.note(document, actual);
        const errors = shown.errors && { errors: errorsOf(shown) };
        setResult({ ...shown, ...errors, extensions: costing(actual) });
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
 * Runs documents by the executor of the REST layer. The document cache decides which ones are remembered. What cannot
 * be read of a mutation that was carried out is told as such.
 */
export function runCompiled({ executor }: Execution): YogaPlugin {
  const run = runningOnceMore(executor);
  return {
    onExecute({ args, setExecuteFn }: ExecuteStart) {
      const { document, operationName } = args;
      const { ctx } = args.contextValue as Handed;
      const operation = getOperationAST(document, operationName);
      setExecuteFn((given) =>
        inTurn(ctx.state, operation, async (turn) => {
          const context = await afterWait(given.contextValue as Context);
          const { readInTurn, tellsMuch } = ctx.state;
          const waits = tellsMuch && readInTurn;
          const contextValue = waits
            ? { ...context, waitToRead: () => readInTurn(() => undefined) }
            : context;
          const result = await run({ ...given, contextValue, turn });
          const isWrite = operation?.operation === OperationTypeNode.MUTATION;
          return isWrite && result.errors
            ? { ...result, errors: result.errors.map(afterWrite) }
            : result;
        }),
      );
    },
  };
}

/** Whether it is no stream of results, as subscriptions would have. */
export const isSingle = (result: unknown): result is ExecutionResult =>
  isObject(result) && !(Symbol.asyncIterator in result);
