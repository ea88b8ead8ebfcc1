import { isPermitted } from './abilities.ts';
import { type AttributeReader, keyUnder } from './attribute-reader.ts';
import type { Viewer } from './context.ts';
import { words } from './domain/messages.ts';
import type { Permission } from './permissions.ts';

/** Who writes, and where the messages go. */
interface Hearing {
  readonly viewer: Viewer;
  readonly reader: AttributeReader;
}

/**
 * Whether an attribute was sent that needs a right of its own beside that to the write, and the caller holds it.
 * Without the right GraphQL refuses the attribute under its key; REST ignores it, because its clients send back what
 * they read.
 * Decision: A25.
 */
export function isHeard<T>(
  { viewer, reader }: Hearing,
  right: Permission,
  key: string,
  value: T | undefined,
): value is T {
  if (value === undefined) return false;
  if (isPermitted(viewer, right)) return true;
  if (viewer.language !== 'rest') reader.note(key, words.needs(right));
  return false;
}

/** Whether any of these attributes was sent and the caller may write them; each is refused or ignored as one is. */
export const areHeard = (
  hearing: Hearing,
  right: Permission,
  attributes: object,
  prefix = '',
): boolean =>
  Object.entries(attributes)
    .map(([name, value]) => isHeard(hearing, right, keyUnder(prefix, name), value as unknown))
    .includes(true);
