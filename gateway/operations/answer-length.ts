import { type ExecutionResult, OperationTypeNode } from 'graphql';
import { tooManyValues } from '../../schema/index.ts';
import { measureAnswer } from '../passage/request-cost.ts';

/**
 * A result as it can be sent, and its number of records. If it is too long nothing is shown: of a mutation, which was
 * done, each field is null.
 * Decision: P74.
 */
export function sendable(
  result: ExecutionResult,
  operation: OperationTypeNode,
): { readonly records: number; readonly shown: ExecutionResult } {
  const { records, isTooLong } = measureAnswer(result.data);
  if (!isTooLong) return { records, shown: result };
  const errors = [tooManyValues()];
  if (operation !== OperationTypeNode.MUTATION) return { records, shown: { errors, data: null } };
  const names = Object.keys(result.data ?? {});
  const data: Record<string, unknown> = Object.fromEntries(names.map((name) => [name, null]));
  return { records, shown: { errors: [...(result.errors ?? []), ...errors], data } };
}
