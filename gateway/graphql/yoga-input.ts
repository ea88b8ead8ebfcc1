import type { ExecutionArgs, ExecutionResult } from 'graphql';
import type { Plugin } from 'graphql-yoga';
import type { Context, Executor } from '../../schema/index.ts';
import type { GatewayContext } from '../passage/request-state.ts';

/** What Yoga gets beside the parameters of a request. */
export interface Handed {
  readonly ctx: GatewayContext;
  /** The document as it was sent. */
  readonly text: unknown;
  /** The Idempotency-Key. */
  readonly key: string | undefined;
}

export type YogaPlugin = Plugin<object, Handed, Context>;

/** An operation that is about to run. Yoga types most of it with `any`, and the context as its own. */
export interface ExecuteStart {
  readonly args: Pick<ExecutionArgs, 'schema' | 'document' | 'operationName' | 'variableValues'> & {
    readonly contextValue: object;
  };
  readonly executeFn: Executor;
  readonly setExecuteFn: (execute: Executor) => void;
  readonly setResultAndStopExecution: (result: ExecutionResult) => void;
}
