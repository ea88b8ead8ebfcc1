import { type ExecutionResult, OperationTypeNode } from 'graphql';
import { tooManyValues } from '../../schema/index.ts';
import { measureAnswer } from '../passage/request-cost.ts';

/**
 * A result as it can be sent, its number of records, and the characters of the data that it shows. If it is too long
 * nothing is shown: of a mutation, which was done, each field is null. Decision: P74.
 */
export function sendable(
  result: ExecutionResult,
  operation: OperationTypeNode,
): { readonly records: number; readonly characters: number; readonly shown: ExecutionResult } {
  const { records, characters, isTooLong } = measureAnswer(result.data);
  if (!isTooLong) return { records, characters, shown: result };
  const nothing = { records, characters: 0 };
  const errors = [tooManyValues()];
  if (operation !== OperationTypeNode.MUTATION)
    return { ...nothing, shown: { errors, data: null } };
  const names = Object.keys(result.data ?? {});
  const data: Record<string, unknown> = Object.fromEntries(names.map((name) => [name, null]));
  return { ...nothing, shown: { errors: [...(result.errors ?? []), ...errors], data } };
}
