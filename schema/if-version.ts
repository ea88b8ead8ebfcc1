import { Conflict } from './errors.ts';

export const versionDescription =
  'The `lockVersion` that you read. If it was changed since, you get CONFLICT and nothing is changed.';

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
