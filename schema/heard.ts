import { isPermitted } from './abilities.ts';
import type { AttributeReader } from './attribute-reader.ts';
import type { Viewer } from './context.ts';
import { words } from './domain/messages.ts';
import type { Permission } from './permissions.ts';

/**
 * Whether what has no effect is ignored, as in REST, whose clients send back what they read. In GraphQL it is refused.
 * Decision: A25, V30.
 */
export const ignoresUnheard = ({ language }: Viewer): boolean => language === 'rest';

/** A state as clients send it: in GraphQL also as it is shown there, in capitals. */
export const stateAsSent = (viewer: Viewer, state: string): string =>
  ignoresUnheard(viewer) ? state.trim() : state.trim().toLowerCase();

/** For attributes of a record, whether a value is the one that the record shows. */
type ShownAs<Input> = {
  readonly [Name in keyof Input]?: (sent: Input[Name]) => boolean;
};

/**
 * What is asked of a record. REST sends records back as they were read: there nothing is asked by a value that is as
 * the record shows it, before the write has changed anything else. Decision: F11, V30.
 */
export function asked<Input extends object>(
  viewer: Viewer,
  input: Input,
  isShown: ShownAs<Input>,
): Partial<Input> {
  if (!ignoresUnheard(viewer)) return input;
  const others: Partial<Input> = {};
  for (const name in input) {
    if (isShown[name]?.(input[name]) !== true) others[name] = input[name];
  }
  return others;
}

/** What names a record in a list, and the version that it must have. */
const naming: ReadonlySet<string> = new Set(['id', 'number', 'ifVersion']);

/** Whether an entry only names its record, which was sent back as it was read. */
export const asksNothing = (viewer: Viewer, entry: object): boolean =>
  ignoresUnheard(viewer) &&
  Object.entries(entry).every(([name, value]) => value === undefined || naming.has(name));

/** Who writes, and where the messages go. */
interface Hearing {
  readonly viewer: Viewer;
  readonly reader: AttributeReader;
}

/** Adds the message for what would have no effect, unless that is ignored. */
export function noteUnheard({ viewer, reader }: Hearing, name: string, message: string): void {
  if (!ignoresUnheard(viewer)) reader.note(name, message);
}

/** Whether an attribute was sent that needs a right of its own beside that to the write, and the caller holds it. */
export function isHeard<T>(
  hearing: Hearing,
  right: Permission,
  name: string,
  value: T | undefined,
): value is T {
  if (value === undefined) return false;
  if (isPermitted(hearing.viewer, right)) return true;
  noteUnheard(hearing, name, words.needs(right));
  return false;
}

/** Whether any of these attributes was sent and the caller may write them; each is refused or ignored as one is. */
export const areHeard = (hearing: Hearing, right: Permission, attributes: object): boolean =>
  Object.entries(attributes)
    .map(([name, value]) => isHeard(hearing, right, name, value as unknown))
    .includes(true);
