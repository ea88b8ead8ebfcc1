import type { Arguments } from './builder.ts';
import { Conflict } from './errors.ts';

export const versionDescription =
  'The `lockVersion` that you read. If it was changed since, you get CONFLICT and nothing is changed.';

/**
 * The argument by which a client writes only what it has read: the version of the record or, for parts of an order
 * that have none, the order's.
 */
export const versionArgument = (arg: Arguments, record = 'the record') =>
  arg.int({
    description: `The \`lockVersion\` of ${record} that you read. If it was changed since, you get CONFLICT and nothing is changed.`,
  });

/**
 * Throws Conflict if the record was changed since the caller read it; `key` names the version of a record inside another.
 */
export function requireVersion(
  record: { readonly lockVersion: number },
  given: number | null | undefined,
  key?: string,
): void {
  if (given != null && given !== record.lockVersion) throw new Conflict(record.lockVersion, key);
}
