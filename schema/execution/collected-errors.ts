import { GraphQLError, locatedError, responsePathAsArray } from 'graphql';
import type { FieldNode, GraphQLResolveInfo } from 'graphql';

/** A path in the response; equal links are one object, as in graphql-js. */
export type Path = GraphQLResolveInfo['path'];

/** How many errors of one execution are told. Decision: P74. */
const mostErrors = 1_000;

/**
 * The errors of one execution. An error below a path that is already null is dropped, because the response does
 * not show it.
 */
export class CollectedErrors {
  readonly errors: GraphQLError[] = [];
  /** Number of errors, including dropped ones. */
  met = 0;
  private located = 0;
  private readonly nulled = new Set<Path | undefined>();

  /** `path` becomes null; undefined is the whole response. */
  add(error: unknown, path: Path | undefined): void {
    this.met += 1;
    if (this.isNulled(path)) return;
    this.nulled.add(path);
    this.errors.push(error as GraphQLError);
  }

  /** Whether an error is told: of more than so many, each of which looks for its place in the document, none is. */
  mayTell(error: unknown): boolean {
    return this.located < mostErrors || (error instanceof GraphQLError && error.path !== undefined);
  }

  locate(error: unknown, nodes: readonly FieldNode[], path: Path | undefined): GraphQLError {
    const located = locatedError(error, nodes, path && responsePathAsArray(path));
    if (located !== error) this.located += 1;
    return located;
  }

  private isNulled(path: Path | undefined): boolean {
    if (this.nulled.size === 0) return false;
    for (let at = path; at; at = at.prev) if (this.nulled.has(at)) return true;
    return this.nulled.has(undefined);
  }
}
