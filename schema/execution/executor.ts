import { execute, getOperationAST, GraphQLError, isAbstractType, isObjectType } from 'graphql';
import type {
  DocumentNode,
  ExecutionArgs,
  ExecutionResult,
  GraphQLSchema,
  OperationDefinitionNode,
} from 'graphql';
import { LRUCache } from 'lru-cache';
import { coerceVariables } from './coerce-variables.ts';
import { compile, type Compiled } from './compile.ts';
import { type Conditions, conditionsOf } from './conditions.ts';
import type { Turn } from './pace.ts';
import type { OnUnplanned } from './plan.ts';

interface ExecutorArgs extends Pick<
  ExecutionArgs,
  'schema' | 'document' | 'contextValue' | 'variableValues' | 'operationName'
> {
  /** The document is the program's own and leads back to nothing: its values have no bound but that of its records. */
  readonly isOwn?: boolean;
  /** How a run that shows much waits for others; without it, it does not. */
  readonly turn?: Turn | undefined;
}

/** Runs an operation of a validated document, as `execute` of graphql-js does. */
export type Executor = (args: ExecutorArgs) => ExecutionResult | Promise<ExecutionResult>;

type RunOperation = (
  args: ExecutorArgs,
  operation: OperationDefinitionNode,
  variables: Readonly<Record<string, unknown>>,
) => ReturnType<Executor>;

/**
 * Runs an operation after what is wrong with its variables was told within bounds: graphql-js tells fifty errors of a
 * megabyte. What the document or the schema has no operation for is left to graphql-js, which says so.
 */
const withVariables =
  (run: RunOperation): Executor =>
  (args) => {
    const { schema, document, operationName, variableValues } = args;
    const operation = getOperationAST(document, operationName);
    if (!operation || !schema.getRootType(operation.operation)) return execute(args);
    const { variableDefinitions = [] } = operation;
    const { errors, coerced } = coerceVariables(schema, variableDefinitions, variableValues ?? {});
    return errors ? { errors } : run(args, operation, coerced);
  };

/** Runs everything by graphql-js, however large its answer. */
export const interpretAll = withVariables((args) => execute(args));

/** How many operations of a document are kept compiled, by the values of its conditions; the least used one goes. */
export const mostCompiled = 4;

interface Known {
  readonly conditions: Conditions;
  readonly compiled: LRUCache<string, Compiled>;
}

/**
 * Creates an executor that compiles the operations of each document once, as long as the caller keeps it. Every
 * resolver runs; the results are those of graphql-js. `onUnplanned` hears of each run that plans anew what could be
 * planned once.
 * Throws if a value of the schema has to be asked for its type. Decision: Q20, Q26, Q27.
 */
export function createExecutor(
  schema: GraphQLSchema,
  onUnplanned: OnUnplanned = () => undefined,
): Executor {
  for (const type of Object.values(schema.getTypeMap())) {
    const isAsked = isAbstractType(type) || (isObjectType(type) && type.isTypeOf);
    if (isAsked) throw new Error(`The executor asks no value for its type, as of ${type.name}.`);
  }
  const known = new WeakMap<DocumentNode, Known>();
  const knownOf = (document: DocumentNode): Known => {
    const found = known.get(document);
    if (found) return found;
    const compiled = new LRUCache<string, Compiled>({ max: mostCompiled });
    const made = { conditions: conditionsOf(document), compiled };
    known.set(document, made);
    return made;
  };
  return withVariables(({ document, contextValue, isOwn, turn }, operation, variables) => {
    const { conditions, compiled } = knownOf(document);
    const values = conditions.valuesOf(variables);
    const key = `${values} ${operation.name?.value ?? ''}`;
    let ready = compiled.get(key);
    if (!ready) {
      try {
        ready = compile(schema, conditions.under(values, operation), onUnplanned);
      } catch (error) {
        if (error instanceof GraphQLError) return { errors: [error] };
        throw error;
      }
      compiled.set(key, ready);
    }
    return ready.run(contextValue, variables, { isOwn, turn });
  });
}
