import { type ExecutionResult, type GraphQLError, OperationTypeNode } from 'graphql';
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
  const error = tooManyValues();
  return operation === OperationTypeNode.MUTATION
    ? { ...nothing, shown: untold(result, error) }
    : { ...nothing, shown: { errors: [error], data: null } };
}

/** The result of a mutation that was done, without what it shows, and why that is missing. */
export function untold(result: ExecutionResult, why: GraphQLError): ExecutionResult {
  const { data, errors = [] } = result;
  const nothing = Object.fromEntries(Object.keys(data ?? {}).map((name) => [name, null]));
  return { ...result, errors: [...errors, why], data: nothing };
}
