import type { ExecutionResult } from 'graphql';
import { tooManyValues } from '../../schema/index.ts';
import { measureAnswer } from '../passage/request-cost.ts';

/**
 * A result as it can be sent, and its number of records. If it is too long, a query shows nothing, and a mutation, which
 * was done, no record.
 * Decision: P74.
 */
export function sendable(
  result: ExecutionResult,
  isRead: boolean,
): { readonly records: number; readonly shown: ExecutionResult } {
  const { records, isTooLong } = measureAnswer(result.data);
  if (!isTooLong) return { records, shown: result };
  const refused = tooManyValues();
  if (isRead) return { records, shown: refused };
  const names = Object.keys(result.data ?? {});
  const data: Record<string, unknown> = Object.fromEntries(names.map((name) => [name, null]));
  return { records, shown: { ...refused, data } };
}
