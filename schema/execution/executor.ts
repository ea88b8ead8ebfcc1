import { getOperationAST } from 'graphql';
import type { DocumentNode, ExecutionArgs, ExecutionResult, GraphQLSchema } from 'graphql';
import { coerceVariables } from './coerce-variables.ts';
import { compile, type Compiled } from './compile.ts';
import { type Conditions, conditionsOf } from './conditions.ts';
import type { OnUnplanned } from './plan.ts';
import { interpretBounded } from './shown-values.ts';

/** The arguments for running an operation of the executor's schema. */
export interface ExecutorArgs extends Pick<
  ExecutionArgs,
  'schema' | 'document' | 'contextValue' | 'variableValues' | 'operationName'
> {
  /** The document is the program's own and leads back to nothing: its values have no bound but that of its records. */
  readonly isOwn?: boolean;
}

/** Runs an operation of a validated document, as `execute` of graphql-js does. */
export type Executor = (args: ExecutorArgs) => ExecutionResult | Promise<ExecutionResult>;

/**
 * Runs an operation by graphql-js, within the bound of an answer's values, after what is wrong with its variables was
 * told within bounds: graphql-js tells fifty errors of a megabyte. Nothing else in the program does.
 * Decision: A45, P74.
 */
const interpreting =
  (by: 'interpreted' | 'whole'): Executor =>
  (args) => {
    const { schema, document, operationName, variableValues } = args;
    const { variableDefinitions = [] } = getOperationAST(document, operationName) ?? {};
    const { errors } = coerceVariables(schema, variableDefinitions, variableValues ?? {});
    return errors ? { errors } : interpretBounded(args, by);
  };

const interpret = interpreting('interpreted');

/** Runs everything so, however large. Decision: Q8. */
export const interpretAll = interpreting('whole');

/** How a document is run: by its variants under `@skip` and `@include`, or left to graphql-js. */
interface Known {
  readonly conditions: Conditions | undefined;
  readonly variants: Map<string, Compiled | undefined>;
}

/**
 * Creates an executor that compiles each document once, as long as the caller keeps it, and leaves to
 * graphql-js what it does not support. Every resolver runs; the results are the same. `onUnplanned` hears of each
 * run that plans anew what could be planned once.
 * Decision: Q20, Q26, Q27.
 */
export function createExecutor(
  schema: GraphQLSchema,
  onUnplanned: OnUnplanned = () => undefined,
): Executor {
  const known = new WeakMap<DocumentNode, Known>();
  const compiledFor = (
    document: DocumentNode,
    variables: Readonly<Record<string, unknown>>,
  ): Compiled | undefined => {
    let of = known.get(document);
    if (!of)
      known.set(document, (of = { conditions: conditionsOf(document), variants: new Map() }));
    const { conditions, variants } = of;
    const values = conditions?.valuesOf(variables);
    if (!conditions || values === undefined) return undefined;
    const compiled = variants.get(values);
    if (compiled || variants.has(values)) return compiled;
    const made = compile(schema, conditions.under(values), onUnplanned);
    variants.set(values, made);
    return made;
  };
  return function executeCompiled(args) {
    const { document, contextValue, variableValues, operationName } = args;
    const variables = variableValues ?? {};
    const compiled = args.schema === schema ? compiledFor(document, variables) : undefined;
    if (compiled && (operationName == null || operationName === compiled.name)) {
      return compiled.run(contextValue, variables, args.isOwn);
    }
    onUnplanned('operation');
    return interpret(args);
  };
}
