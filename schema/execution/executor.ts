import { execute } from 'graphql';
import type { DocumentNode, ExecutionArgs, ExecutionResult, GraphQLSchema } from 'graphql';
import { compile } from './compile.ts';
import type { Compiled } from './compile.ts';
import { requireOnlyPrismaWraps } from './wrapped-fields.ts';

/** The arguments for running an operation of the executor's schema. */
export type ExecutorArgs = Pick<
  ExecutionArgs,
  'schema' | 'document' | 'contextValue' | 'variableValues' | 'operationName'
>;

/** Runs an operation of a validated document, as `execute` of graphql-js does. */
export type Executor = (args: ExecutorArgs) => ExecutionResult | Promise<ExecutionResult>;

/**
 * Creates an executor that compiles each document once, as long as the caller keeps it, and leaves to
 * graphql-js what it does not support. Every resolver runs; the results are the same.
 * Throws if a plugin other than plugin-prisma wraps fields.
 * Decision: Q20, Q22.
 */
export function createExecutor(schema: GraphQLSchema): Executor {
  requireOnlyPrismaWraps(schema);
  const known = new WeakMap<DocumentNode, Compiled | 'left'>();
  return function executeCompiled(args) {
    const { document, contextValue, variableValues, operationName } = args;
    let compiled = known.get(document);
    if (!compiled) known.set(document, (compiled = compile(schema, document) ?? 'left'));
    const isMeant =
      compiled !== 'left' && (operationName == null || operationName === compiled.name);
    if (compiled === 'left' || !isMeant || args.schema !== schema) return execute(args);
    return compiled.run(contextValue, variableValues ?? {});
  };
}
