import { execute } from 'graphql';
import type { DocumentNode, ExecutionArgs, ExecutionResult, GraphQLSchema } from 'graphql';
import { compile } from './compile.ts';
import type { Compiled } from './compile.ts';
import { requireOnlyPrismaWraps } from './wrapped-fields.ts';

/** What it takes to run an operation of the executor's schema. */
export type ExecutorArgs = Pick<
  ExecutionArgs,
  'schema' | 'document' | 'contextValue' | 'variableValues' | 'operationName'
>;

/** Runs an operation of a document that has passed validation, as `execute` of graphql-js does. */
export type Executor = (args: ExecutorArgs) => ExecutionResult | Promise<ExecutionResult>;

/**
 * Makes an executor that compiles each document once, as long as the caller keeps it, and leaves to
 * graphql-js what it does not understand. Every resolver runs; the answers are the same.
 * Throws where another plugin than plugin-prisma wraps fields.
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
