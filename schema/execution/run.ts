import type { FieldNode } from 'graphql';
import { locate } from './collected-errors.ts';
import type { CollectedErrors, Path } from './collected-errors.ts';

/** One execution of a compiled operation. */
export interface Run {
  readonly context: unknown;
  readonly variables: Readonly<Record<string, unknown>>;
  readonly errors: CollectedErrors;
  /** By fields that several places select what was read of each object. */
  readonly shown: Map<object, Map<unknown, unknown>>;
}

/** Makes of what a resolver gave what the answer shows. Throws where null is not allowed. */
export type Complete = (value: unknown, path: Path, run: Run) => unknown;

/** What an error is located by, and whether it may end at this place. */
export interface Place {
  readonly nodes: readonly FieldNode[];
  /** Null is not allowed here: an error goes on to the place above. */
  readonly isStrict: boolean;
}

export const isPromise = (value: unknown): value is Promise<unknown> =>
  typeof value === 'object' &&
  value !== null &&
  typeof (value as { then?: unknown }).then === 'function';

/** An error ends here as null and is kept, or goes on to the place above, located. */
export function fail(error: unknown, path: Path, run: Run, { nodes, isStrict }: Place): null {
  const located = locate(error, nodes, path);
  if (isStrict) throw located;
  run.errors.add(located, path);
  return null;
}

/** Completes a value that may still be awaited. */
export function settle(
  value: unknown,
  path: Path,
  run: Run,
  place: Place,
  complete: Complete,
): unknown {
  try {
    const done = isPromise(value)
      ? value.then((awaited) => complete(awaited, path, run))
      : complete(value, path, run);
    return isPromise(done)
      ? done.then(undefined, (error: unknown) => fail(error, path, run, place))
      : done;
  } catch (error) {
    return fail(error, path, run, place);
  }
}
