import { locatedError, responsePathAsArray } from 'graphql';
import type { FieldNode, GraphQLError, GraphQLResolveInfo } from 'graphql';

/** A path in the response; equal links are one object, as in graphql-js. */
export type Path = GraphQLResolveInfo['path'];

/** An error with its place; itself if it has one. */
export const locate = (
  error: unknown,
  nodes: readonly FieldNode[],
  path: Path | undefined,
): GraphQLError => locatedError(error, nodes, path && responsePathAsArray(path));

/**
 * The errors of one execution. An error below a path that is already null is dropped, because the response does
 * not show it.
 */
export class CollectedErrors {
  readonly errors: GraphQLError[] = [];
  /** Number of errors, including dropped ones. */
  met = 0;
  private readonly nulled = new Set<Path | undefined>();

  /** `path` becomes null; undefined is the whole response. */
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
