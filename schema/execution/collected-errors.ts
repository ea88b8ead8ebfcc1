import { locatedError } from 'graphql';
import type { FieldNode, GraphQLError, GraphQLResolveInfo } from 'graphql';

/** Where in the answer a value stands; equal links are one object, as in graphql-js. */
export type Path = GraphQLResolveInfo['path'];

/**
 * The errors of one execution. An error beneath a place that is already null is left out, because
 * nothing in the answer shows it.
 */
export class CollectedErrors {
  readonly errors: GraphQLError[] = [];
  /** How many errors were met, those that are left out among them. */
  met = 0;
  private readonly nulled = new Set<Path | undefined>();

  /** `path` is the place that becomes null; undefined is the whole answer. */
  add(error: unknown, path: Path | undefined): void {
    this.met += 1;
    if (this.isNulled(path)) return;
    this.nulled.add(path);
    this.errors.push(error as GraphQLError);
  }

  private isNulled(path: Path | undefined): boolean {
    if (this.nulled.size === 0) return false;
    for (let at = path; at; at = at.prev) if (this.nulled.has(at)) return true;
    return this.nulled.has(undefined);
  }
}

/** An error with the place it happened at. */
export function locate(error: unknown, nodes: readonly FieldNode[], path: Path): GraphQLError {
  const keys: (string | number)[] = [];
  for (let at: Path | undefined = path; at; at = at.prev) keys.unshift(at.key);
  return locatedError(error, nodes, keys);
}
