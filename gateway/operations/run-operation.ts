import { setTimeout as pause } from 'node:timers/promises';
import {
  type ExecutionResult,
  getOperationAST,
  type OperationDefinitionNode,
  OperationTypeNode,
} from 'graphql';
import { type Executor, isConnectionLost } from '../../schema/index.ts';
import type { RequestState } from '../passage/request-state.ts';

/**
 * Delay before the second try, in milliseconds, in which the pool notices its other broken connections: if the
 * server crashed, all of them broke, and the next one in the pool is no better.
 */
const breathMs = 20;

/**
 * Creates an executor that runs a query again if its database connection broke, once and as a whole: it changes
 * nothing. A mutation is never repeated, because nobody knows whether it was committed. Not for work inside a
 * transaction, which is lost with its connection.
 */
export const runningOnceMore = (execute: Executor): Executor =>
  async function runOperation(args) {
    const result = await execute(args);
    if (!result.errors?.some(isConnectionLost)) return result;
    const { operation } = getOperationAST(args.document, args.operationName) ?? {};
    if (operation !== OperationTypeNode.QUERY) return result;
    await pause(breathMs);
    return execute(args);
  };

/**
 * Runs an operation; a query when it is the caller's turn to read, and others take turns while it shows much. A step of
 * a unit of work does not wait: the unit has its turn, and a connection. Throws SentAway.
 */
export async function inTurn(
  { unit, readInTurn, ownTurn, isShared }: RequestState,
  operation: OperationDefinitionNode | null | undefined,
  run: (turn?: RequestState['ownTurn']) => ExecutionResult | PromiseLike<ExecutionResult>,
): Promise<ExecutionResult> {
  const isRead = operation?.operation === OperationTypeNode.QUERY && unit === undefined;
  return isRead && readInTurn ? readInTurn(() => run(isShared ? ownTurn : undefined)) : run();
}

/** Reads, and once more if the database connection broke meanwhile. */
export async function readOnceMore<Value>(read: () => Promise<Value>): Promise<Value> {
  try {
    return await read();
  } catch (error) {
    if (!isConnectionLost(error)) throw error;
    await pause(breathMs);
    return read();
  }
}
