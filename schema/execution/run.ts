import type { FieldNode } from 'graphql';
import { type CollectedErrors, locate, type Path } from './collected-errors.ts';
import type { Pace } from './pace.ts';
import { type ShownValues, valuesOfError, valuesOfPromise } from './shown-values.ts';

/** What rows are shown as, and how many values that holds. */
export type ShownRows = Map<unknown, { readonly value: unknown; readonly values: number }>;

/** One execution of a compiled operation. */
export interface Run {
  readonly context: unknown;
  readonly variables: Readonly<Record<string, unknown>>;
  readonly errors: CollectedErrors;
  /** Objects read already, by the fields that several positions select. */
  readonly shown: Map<object, ShownRows>;
  readonly values: ShownValues;
  readonly pace: Pace;
}

/** Converts a resolver's value to that of the response. Throws if it may not be null but is. */
export type Complete = (value: unknown, path: Path, run: Run) => unknown;

/** Where an error is located, and whether the value may become null here. */
export interface ErrorPlace {
  readonly nodes: readonly FieldNode[];
  /** Null is not allowed here: the error propagates to the parent. */
  readonly isStrict: boolean;
}

export const isPromise = (value: unknown): value is Promise<unknown> =>
  typeof value === 'object' &&
  value !== null &&
  typeof (value as { then?: unknown }).then === 'function';

/** Records an error and returns null, or locates it and throws it on to the parent. */
export function fail(error: unknown, path: Path, run: Run, { nodes, isStrict }: ErrorPlace): null {
  const located = run.values.areTooMany ? error : locate(error, nodes, path);
  if (located !== error) run.values.note(valuesOfError);
  if (isStrict) throw located;
  if (!run.values.areTooMany) run.errors.add(located, path);
  return null;
}

/** Completes a value that may be a promise. */
export function settle(
  value: unknown,
  path: Path,
  run: Run,
  place: ErrorPlace,
  complete: Complete,
): unknown {
  try {
    const isLater = isPromise(value);
    if (isLater) run.values.note(valuesOfPromise);
    const done = isLater
      ? value.then((awaited) => complete(awaited, path, run))
      : complete(value, path, run);
    return isPromise(done)
      ? done.then(undefined, (error: unknown) => fail(error, path, run, place))
      : done;
  } catch (error) {
    return fail(error, path, run, place);
  }
}
